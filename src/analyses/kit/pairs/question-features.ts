import { areNumbers, haveOtherShapes, lengthsApart, yearsApart } from './answer-kinds.ts';
import { countsAnother, works } from './asked-thing.ts';
import { askOtherTypes } from './asked-type.ts';
import { specificityOf } from './contradiction.ts';
import { hasContrasts } from './contrasts.ts';
import { weakWords } from './frame-words.ts';
import type { ContentMatch } from './match-content.ts';
import { isMeasure } from './narrowed.ts';
import { isYear } from './number-words.ts';
import { isCount } from './other-number.ts';
import { areReadable, isOtherQuestion } from './other-question.ts';
import type { Weights } from './question-weights.ts';
import type { ContentWord, ReadQuestion, ReadStem } from './read-question.ts';
import { asksWith, readRest } from './rest-words.ts';
import { amounts, isEdit } from './rewording.ts';
import { isAction } from './verbs.ts';
import { isRareWord, wordWeight } from './word-weights.ts';

/** What a pair of questions is graded by. */
export type Features = {
  readonly [name in Exclude<
    keyof Weights,
    'bias' | 'doubt' | 'rejected' | 'unrejected' | 'cosine' | 'answerCosine'
  >]: number;
};

/** Where each says so much that the other does not, they share a subject at most. */
const maxLess = 3;

/** Below it, any two questions may share the words. */
const leastSpecific = 1;

/** Undefined where they differ in what makes them two questions. */
export function readFeatures(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
): Features | undefined {
  if (!areReadable(one, other)) return undefined;
  const { left, right } = readRest(one, other, match);
  if (isOtherQuestion(one, other, match, { left, right })) return undefined;
  const rest = [...left, ...right];
  const bothSided = left.length > 0 && right.length > 0;
  const isOfActions = left.every(isAction) && right.every(isAction);
  // Where the same words stand before and after, what differs is what the question is about.
  const isEdited = rest.length > 0 && isEdit(one, other);
  const isOfFocus =
    left.every((word) => asksWith(word, one)) && right.every((word) => asksWith(word, other));
  // "The film Jaws" and "the 1975 film Jaws".
  const isDated =
    !bothSided && rest.every((word) => isYearOfWork(word, one) || isYearOfWork(word, other));
  if (isEdited && !isOfActions && !isDated && !(isOfFocus && !bothSided)) return undefined;
  if (specificityOf(match.pairs) < leastSpecific || !match.pairs.some(isTold)) return undefined;
  const masses = [massOf(left), massOf(right)];
  const [more, less] = [Math.max(...masses), Math.min(...masses)];
  if (less > maxLess) return undefined;
  const shared = match.pairs.reduce((sum, [a, b]) => sum + (weightOf(a) + weightOf(b)) / 2, 0);
  const is = (value: boolean) => (value ? 1 : 0);
  return {
    sharedPart: shared / (shared + more),
    sharedWords: Math.min(5, match.pairs.filter(([{ form }]) => form.length > 1).length) / 5,
    sharedNames: Math.min(3, match.pairs.filter(([{ kind }]) => kind === 'name').length),
    nearWords: Math.min(3, match.pairs.filter(([a, b]) => a.meaning !== b.meaning).length),
    rest: Math.min(6, more),
    lessRest: less,
    restNames: Math.min(2, rest.filter(({ kind }) => kind === 'name').length),
    restNumber: is(rest.some(isCount)),
    restFirst: is(rest.some(({ meaning }) => meaning === '1th')),
    restContrast: is(rest.some(({ meaning }) => hasContrasts(meaning))),
    restPart: is(
      left.some((word) => isPart(word, one)) || right.some((word) => isPart(word, other)),
    ),
    restRank: is(
      left.some((word) => isRank(word, one, other)) ||
        right.some((word) => isRank(word, other, one)),
    ),
    exchanged: is(bothSided),
    otherNouns: is(bothSided && !(left.every(isAction) || right.every(isAction))),
    otherCounted: is(
      areNumbers(one, other) && bothSided && left.some(isThing) && right.some(isThing),
    ),
    otherRare: is(left.some(isRareThing) && right.some(isRareThing)),
    editActions: is(isEdited && !isOfFocus && !isDated),
    otherType: is(askOtherTypes(one, other)),
    otherCount: is(countsAnother(one, other, match)),
    otherShape: is(haveOtherShapes(one, other)),
    answerLength: lengthsApart(one, other),
    yearsApart: yearsApart(one, other),
  };
}

/** A word, not a letter, a number or a unit: "2 × 2" and "on the Celsius scale" may stand in any two questions. */
function isTold([{ kind, form, meaning }]: ContentMatch['pairs'][number]): boolean {
  return kind !== 'number' && form.length > 1 && !weakWords.has(meaning) && !scales.has(form);
}

const scales = new Set('temperature celsius fahrenheit kelvin scale degree degrees'.split(' '));

function weightOf({ kind, meaning, form, isFocus }: ContentWord): number {
  // The letters of a formula.
  if (form.length === 1) return 0.2;
  if (kind === 'name') return 1.2;
  if (kind === 'number') return 1;
  return (isFocus ? 0.5 : 1) * wordWeight(meaning);
}

function massOf(words: readonly ContentWord[]): number {
  return words.reduce((sum, word) => sum + weightOf(word), 0);
}

const isThing = (word: ContentWord) => word.kind === 'word' && !isAction(word);

const isRareThing = (word: ContentWord) => isThing(word) && isRareWord(word.meaning);

/** "The 1975 film": of the World Cup, the year decides. */
function isYearOfWork(word: ContentWord, { content }: ReadStem): boolean {
  const at = content.indexOf(word);
  return at >= 0 && isYear(word.form) && works.has(content[at + 1]?.meaning ?? '');
}

/** "The first Rocky". */
function isPart({ meaning }: ContentWord, { content }: ReadStem): boolean {
  if (meaning !== '1th') return false;
  const next = content[content.findIndex((word) => word.meaning === meaning) + 1];
  return next?.kind === 'name' && next.preposition === '';
}

/** "The largest lake by volume": another one than the largest lake, which is so by area; "larger than Australia". */
function isRank(word: ContentWord, { content, text }: ReadStem, other: ReadStem): boolean {
  if (` ${text} `.includes(` ${word.form} than `)) return true;
  // "Players of each team" and "players per team".
  if (single.test(word.form)) return !single.test(other.text);
  if (word.isQualifier || amounts.has(word.form)) return true;
  const isRanked = content.some(({ isQualifier }) => isQualifier);
  return isRanked && isMeasure(word);
}

const single = /\b(?:each|every|per)\b/;
