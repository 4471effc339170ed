import { isHead } from './asked-thing.ts';
import { hasContrasts } from './contrasts.ts';
import { countryOf } from './demonyms.ts';
import { idleMeanings, isFiller, isFreeFocus } from './filler-words.ts';
import { weakWords } from './frame-words.ts';
import { isClassNoun, isIdleWord } from './idle-words.ts';
import type { ContentMatch } from './match-content.ts';
import type { ContentWord, ReadStem } from './read-question.ts';
import { amounts, isEdit } from './rewording.ts';
import { isAction } from './verbs.ts';

/** Longer ones are word problems, where the same words may give another figure. */
const maxContent = 14;
const maxAdded = 4;

/** The cosines from which on two questions are one, by the number of words that stand for others. */
const sameMeaning = [0.75, 0.84, 0.9];
const perAddition = 0.015;

/**
 * The cosine of the embeddings that shows two questions, built differently, to be one; undefined if none
 * does. What they share and what only belongs to how each is put are taken away; what is left on both
 * sides must be what is done, said by another verb, or a description on one side. The more is left, the
 * more likeness is needed.
 */
export function alignedCosine(
  one: ReadStem,
  other: ReadStem,
  match: ContentMatch,
): number | undefined {
  if (Math.max(one.content.length, other.content.length) > maxContent) return undefined;
  if (!one.form.hasCapitals || !other.form.hasCapitals) return undefined;
  const left = unexplained(one, other, match.onlyLeft, match.onlyRight);
  const right = unexplained(other, one, match.onlyRight, match.onlyLeft);
  if (!left || !right) return undefined;
  const [fewer, more] = [Math.min(left.length, right.length), Math.max(left.length, right.length)];
  // Of fewer things, another one is the largest or the first.
  if (more > 0 && (isRanked(one) || isRanked(other))) return undefined;
  if (fewer > 0 && !(left.every(isAction) || right.every(isAction))) return undefined;
  // Of one thing, each event has its own date.
  if (fewer > 0 && one.form.asked === 'when') return undefined;
  const least = sameMeaning[fewer];
  const anchors = match.pairs.filter(([word]) => isAnchor(word));
  if (more > maxAdded || least === undefined || anchors.length === 0) return undefined;
  if (isEdit(one, other)) return more === 0 ? 0.86 : undefined;
  const hasName = anchors.some(([{ kind }]) => kind !== 'word');
  const isThin = anchors.length < (hasName ? 2 : 3);
  // Several countries drive on the left.
  const mayBeSeveral = !hasName && asksPlace(one) && asksPlace(other);
  const doubts = (hasName ? 0 : 0.05) + (isThin ? 0.03 : 0) + (mayBeSeveral ? 0.05 : 0);
  return least + perAddition * (more - fewer) + doubts;
}

function asksPlace({ form: { asked } }: ReadStem): boolean {
  return asked === 'place' || asked === 'where';
}

function isAnchor({ kind, isFocus, meaning }: ContentWord): boolean {
  return kind !== 'word' || !(isFocus || weakWords.has(meaning) || idleMeanings.has(meaning));
}

function isRanked({ content }: ReadStem): boolean {
  return content.some(
    ({ isQualifier, form }) => isQualifier || amounts.has(form) || /^\d+th$/.test(form),
  );
}

/** Undefined if one of them makes another question. */
function unexplained(
  stem: ReadStem,
  other: ReadStem,
  rest: readonly ContentWord[],
  others: readonly ContentWord[],
): ContentWord[] | undefined {
  const left: ContentWord[] = [];
  for (const word of rest) {
    if (isIdleWord(word, stem, others) || isFiller(word, stem, other)) continue;
    if (isFreeFocus(word, stem, other)) continue;
    if (isSeparating(word, stem, rest, others)) return undefined;
    left.push(word);
  }
  return left;
}

/** Words with opposites that say here what a thing is, not which one. */
const soft = new Set(
  'film book song album play series opera musical poem game write create make produce during before after since begin open close'.split(
    ' ',
  ),
);

/** What is asked about a thing, where it is named. */
const relations = new Set('eponym mean nickname pseudonym plural opposite perform'.split(' '));

export function isRelation({ kind, meaning }: ContentWord): boolean {
  return kind === 'word' && relations.has(meaning);
}

function isSeparating(
  word: ContentWord,
  stem: ReadStem,
  rest: readonly ContentWord[],
  others: readonly ContentWord[],
): boolean {
  if (word.isQualifier || amounts.has(word.form) || word.kind === 'number') return true;
  if (word.kind === 'name') {
    return others.some(({ kind }) => kind !== 'word') || !isAttribution(word, stem, rest);
  }
  if (isHead(word, stem, rest) || isRelation(word)) return true;
  return hasContrasts(word.meaning) && !soft.has(word.meaning);
}

const decade = /^(?:\d\d)?\d0s$/;

/** "William Shakespeare", "Franz Ferdinand of Austria", "the Cartoon Network series", "which 90s band". */
function isAttribution(
  word: ContentWord,
  { content }: ReadStem,
  rest: readonly ContentWord[],
): boolean {
  if (countryOf(word.form) !== word.form || decade.test(word.form)) return true;
  const at = content.indexOf(word);
  const [before, next] = [content[at - 1], content[at + 1]];
  const isShared = (each: ContentWord | undefined) => each?.kind === 'name' && !rest.includes(each);
  if (word.preposition === 'of' || word.preposition === 'in') return isShared(before);
  const shared = content.slice(at + 1).find((each) => !rest.includes(each) || each.kind !== 'name');
  if (next?.preposition === '' && isShared(shared) && shared?.preposition === '') return true;
  const following = content.slice(at).findIndex((each) => each.kind !== 'name');
  const noun = following < 0 ? undefined : content[at + following];
  return noun !== undefined && isClassNoun(noun) && noun.preposition === '';
}
