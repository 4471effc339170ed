import { months } from './answer-notation.ts';
import { isContrast } from './contrasts.ts';
import { isConverse } from './converse.ts';
import { titles } from './idle-words.ts';
import type { ContentMatch } from './match-content.ts';
import { isRank } from './narrowed.ts';
import { areOpposed } from './opposites.ts';
import { areOneAndSeveral, hasOtherNumber, haveOtherOdds } from './other-number.ts';
import type { PairReason } from './pair-evidence.ts';
import type { ContentWord, ReadQuestion } from './read-question.ts';
import { haveOtherThings, haveSamePlace } from './rewording.ts';
import { isGenericName } from './short-names.ts';
import { haveOtherEnds, repeatOtherNames } from './sides.ts';
import { asksOfOtherTime } from './times.ts';

/** What makes them different questions whatever their answers are. */
export function findSeparator(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
  isSameAnswer: boolean,
): PairReason | undefined {
  const { onlyLeft, onlyRight } = match;
  if (one.form.isNegated !== other.form.isNegated) return 'different_negation';
  if (asksOfOtherTime(one, other) || haveOtherOdds(one, other)) return 'different_number';
  if (areOneAndSeveral(one, other, match)) return 'different_number';
  if (hasOtherNumber(match) || hasOwnRank(one, onlyLeft) || hasOwnRank(other, onlyRight)) {
    return 'different_number';
  }
  if (hasOtherOrder(one, other) || repeatOtherNames(one, other)) return 'different_roles';
  // "To" alone may belong to a verb.
  const haveEnds = directed.test(one.text) && directed.test(other.text);
  if (haveEnds && haveOtherEnds(one.content, other.content)) return 'different_roles';
  if (hasOtherName(one, other, match, isSameAnswer) || haveOtherRuns(one, other))
    return 'different_name';
  const isOpposite = onlyLeft.some((left) =>
    onlyRight.some(
      (right) =>
        isContrast(left.meaning, right.meaning) &&
        !isConverse(one, other, left, right) &&
        !arePublished(one, other, left, right),
    ),
  );
  if (isOpposite || areOpposed(one, other, match) || awardOtherSex(one, other)) {
    return 'opposite_word';
  }
  if (isSameAnswer && isOfOtherRank(one, other, match)) return 'different_subject';
  if (haveOtherThings(one, other, match)) return 'different_subject';
  if (isOfPart(one, onlyLeft) || isOfPart(other, onlyRight)) return 'different_name';
  const isRanked = one.content.some(isRank);
  const isNarrower = narrows(one, onlyLeft) || narrows(other, onlyRight);
  return isRanked && isNarrower ? 'different_name' : undefined;
}

/**
 * Whether only one of them asks for the largest or first, or of something else: other questions with the same answer.
 * Where the answers differ, it may be said in other words: "the hottest planet", "the planet with the hottest surface".
 */
export function isOfOtherRank(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
): boolean {
  const rest = [...match.onlyLeft, ...match.onlyRight];
  return rest.some(({ isQualifier }) => isQualifier) || hasOtherHead(one, other, match);
}

/** The best actor and the best actress, which are one word elsewhere. */
function awardOtherSex({ text: one }: ReadQuestion, { text: other }: ReadQuestion): boolean {
  if (!award.test(one) || !award.test(other)) return false;
  const [left, right] = [one.match(sexes), other.match(sexes)];
  return left !== null && right !== null && !left.some((word) => right.includes(word));
}

const award = /\b(?:best|worst|outstanding|lead|leading|supporting)\b/;
const sexes = /\bact(?:or|ress)\b/g;

/** "The largest country" and "the largest country in Europe", "the smallest Australian state", "the tallest measured from its base". */
function narrows({ content, text }: ReadQuestion, rest: readonly ContentWord[]): boolean {
  return rest.some((word) => {
    if (word.form === 'measured' && / measured from /.test(text)) return true;
    if (word.kind !== 'name') return false;
    const before = content[content.indexOf(word) - 1];
    return (before && isRank(before)) || word.preposition === 'in' || word.preposition === 'of';
  });
}

/** "The capital of the Canadian province of Alberta" and "the capital of Canada". */
function isOfPart({ content }: ReadQuestion, rest: readonly ContentWord[]): boolean {
  return rest.some((word) => {
    const before = content[content.indexOf(word) - 1];
    const isPart = before && parts.has(before.form);
    return word.kind === 'name' && word.preposition === 'of' && isPart;
  });
}

const parts = new Set(
  'province state county district region territory canton prefecture'.split(' '),
);

const directed = /\b(?:from|into)\b/;

/** 7 minus 5 is not 5 minus 7. */
function hasOtherOrder(one: ReadQuestion, other: ReadQuestion): boolean {
  if (!arithmetic.test(one.text) || !arithmetic.test(other.text)) return false;
  const numbersOf = ({ content }: ReadQuestion) =>
    content.flatMap(({ kind, meaning }) => (kind === 'number' ? [meaning] : [])).join(' ');
  return numbersOf(one) !== numbersOf(other);
}

const arithmetic = /\d (?:minus|divided|−|÷|\/|\^|percent of|to the power)/;

/** "The fifth largest" is not the largest, "Dead Rising 2" not "Dead Rising". */
function hasOwnRank({ content }: ReadQuestion, rest: readonly ContentWord[]): boolean {
  return rest.some((word) => {
    const at = content.indexOf(word);
    if (/^\d+th$/.test(word.form)) return content[at + 1]?.isQualifier;
    const isSequel = /^[2-9]$/.test(word.form) && word.preposition === '';
    const before = content[at - 1];
    return isSequel && before?.kind === 'name' && !isNumbered(before);
  });
}

/** "July 4", "Season 4": a clue where the other question has none. */
function isNumbered({ meaning, form }: ContentWord): boolean {
  return months.test(meaning) || /^(?:season|episode|chapter|volume|day|round)$/.test(form);
}

/** Authors publish what they write, unless a company is asked for. */
function arePublished(
  one: ReadQuestion,
  other: ReadQuestion,
  left: ContentWord,
  right: ContentWord,
): boolean {
  const meanings = [left.meaning, right.meaning];
  if (!meanings.includes('write') || !meanings.includes('publish')) return false;
  const isCompany =
    /\b(?:publisher|company|house|firm|magazine|newspaper|label|studio|imprint|game)\b/;
  return !isCompany.test(one.text) && !isCompany.test(other.text);
}

/**
 * Whether names of one stand for those of the other: beside the same word, or many of them. Where the answers
 * differ, a single one may be another clue: "the London edition of Monopoly", "a British Monopoly board". Where they
 * agree, it is mostly another fact about the same thing.
 */
function hasOtherName(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
  isSameAnswer: boolean,
): boolean {
  const namesIn = (words: readonly ContentWord[]) =>
    words.filter(({ kind, form }) => kind === 'name' && !isGenericName(form));
  const [onlyLeft, onlyRight] = [namesIn(match.onlyLeft), namesIn(match.onlyRight)];
  const counts = [onlyLeft.length, onlyRight.length];
  if (Math.min(...counts) === 0) return false;
  // Nothing that is named in both.
  if (namesIn(match.pairs.map(([left]) => left)).length === 0) return true;
  if (isSameAnswer || Math.min(...counts) > 1 || Math.max(...counts) > 2) return true;
  return haveSamePlace(one, other, { onlyLeft, onlyRight });
}

/** "The Red Planet" and "the Great Red Spot": names of several words that share an adjective. */
function haveOtherRuns(one: ReadQuestion, other: ReadQuestion): boolean {
  const [all, others] = [runsIn(one), runsIn(other)];
  const isIn = (run: readonly string[], runs: readonly (readonly string[])[]) =>
    runs.some((each) => each.join(' ') === run.join(' '));
  const lefts = all.filter((run) => run.length > 1 && !isIn(run, others));
  const rights = others.filter((run) => run.length > 1 && !isIn(run, all));
  return lefts.some((left) =>
    rights.some((right) => {
      const [shared = '', ...more] = left.filter((word) => right.includes(word));
      return more.length === 0 && adjectives.has(shared);
    }),
  );
}

const adjectives = new Set(
  'red white black green blue yellow gold golden silver grand great big old new royal north south east west'.split(
    ' ',
  ),
);

/** The names of several words that stand beside each other, without titles and numbers. */
function runsIn({ content, text }: ReadQuestion): string[][] {
  const runs: string[][] = [];
  for (const [at, { kind, form, meaning }] of content.entries()) {
    if (kind !== 'name' || titles.has(form) || /\d/.test(form)) continue;
    const before = content[at - 1];
    const isBeside = before?.kind === 'name' && ` ${text} `.includes(` ${before.form} ${form} `);
    const run = runs.at(-1);
    if (isBeside && run) run.push(meaning);
    else runs.push([meaning]);
  }
  return runs;
}

/** "The largest moon of which planet" and "the largest planet"; not "the largest area". */
function hasOtherHead(one: ReadQuestion, other: ReadQuestion, match: ContentMatch): boolean {
  const rest = [...match.onlyLeft, ...match.onlyRight];
  const isAlone = (head: readonly ContentWord[]) =>
    head.length > 0 && head.every((word) => rest.includes(word) && !measures.has(word.form));
  const superlatives = match.pairs.filter((pair) => pair.every(({ isQualifier }) => isQualifier));
  return superlatives.some(([left, right]) => {
    const [head, otherHead] = [headOf(one, left), headOf(other, right)];
    // The other question asks for the largest of what both have.
    const [isLeftAlone, isRightAlone] = [isAlone(head), isAlone(otherHead)];
    if (isLeftAlone === isRightAlone) return false;
    return (isLeftAlone ? otherHead : head).length > 0;
  });
}

const measures = new Set(
  'area size population volume number amount length height diameter mass share'.split(' '),
);

/** The words that a superlative belongs to, up to the next phrase; none before a verb. */
function headOf({ content }: ReadQuestion, superlative: ContentWord): readonly ContentWord[] {
  const rest = content.slice(content.indexOf(superlative) + 1);
  const end = rest.findIndex(({ preposition }) => preposition !== '');
  const head = end < 0 ? rest : rest.slice(0, end);
  return head.some(({ form }) => /(?:ed|ing)$|^found$/.test(form)) ? [] : head;
}
