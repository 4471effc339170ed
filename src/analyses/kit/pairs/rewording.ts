import { hasContrasts } from './contrasts.ts';
import { frameWords } from './frame-words.ts';
import { isIdleWord } from './idle-words.ts';
import type { ContentMatch } from './match-content.ts';
import type { ContentWord, ReadStem } from './read-question.ts';
import { isVerb } from './verbs.ts';

/** Whether the same words stand before and after the part that differs. */
export function isEdit(one: ReadStem, other: ReadStem): boolean {
  const [left, right] = [one.text.split(' '), other.text.split(' ')];
  const shortest = Math.min(left.length, right.length);
  let [before, after] = [0, 0];
  while (before < shortest && left[before] === right[before]) before += 1;
  while (after < shortest - before && left.at(-1 - after) === right.at(-1 - after)) after += 1;
  return 2 * (before + after) >= Math.max(left.length, right.length);
}

const minShared = 0.65;
const maxRest = 2;

/** Longer ones are word problems, where the same words may give another figure. */
const maxContent = 12;

/**
 * Whether two sentences that are built differently have nearly the same content, so that what only one
 * of them says may belong to how it says it ("reach the boiling point", "boil"). Where a part is exchanged
 * or added, it is what the question is about.
 */
export function isReworded(one: ReadStem, other: ReadStem, match: ContentMatch): boolean {
  const { shared, left, right, sharedWords } = match;
  const onlyLeft = match.onlyLeft.filter((word) => !isIdleWord(word, one, match.onlyRight));
  const onlyRight = match.onlyRight.filter((word) => !isIdleWord(word, other, match.onlyLeft));
  return (
    Math.max(one.content.length, other.content.length) <= maxContent &&
    onlyLeft.length <= maxRest &&
    onlyRight.length <= maxRest &&
    sharedWords > 1 &&
    shared >= minShared * Math.max(left, right) &&
    onlyLeft.every((word) => mayBeManner(word, one)) &&
    onlyRight.every((word) => mayBeManner(word, other)) &&
    // Without capitals any word may be a name.
    one.form.hasCapitals &&
    other.form.hasCapitals &&
    !isEdit(one, other) &&
    (isOtherVerb(onlyLeft, onlyRight) || !haveSamePlace(one, other, match))
  );
}

/** What is done may be said by another verb; another noun is another thing. */
function isOtherVerb(one: readonly ContentWord[], other: readonly ContentWord[]): boolean {
  const areVerbs = (words: readonly ContentWord[]) =>
    words.length > 0 && words.every(({ form }) => isVerb(form));
  const isPlain = ({ meaning }: ContentWord) => !hasContrasts(meaning);
  return (areVerbs(one) || areVerbs(other)) && one.every(isPlain) && other.every(isPlain);
}

/** Not "by volume", "at the outbreak", "most of", "which dwarf planet" or a name: these say which one. */
function mayBeManner(word: ContentWord, stem: ReadStem): boolean {
  const { kind, isQualifier, isFocus, form, preposition } = word;
  if (kind !== 'word' || isQualifier || amounts.has(form)) return false;
  if (isFocus) return isWholeFocus(form, stem.text);
  return preposition === '' || preposition === 'from' || preposition === 'to';
}

export const amounts: ReadonlySet<string> = new Set(
  'most least more less fewer half all every each both'.split(' '),
);

/** "At what temperature does", not "which dwarf planet". */
export function isWholeFocus(form: string, text: string): boolean {
  const words = text.split(' ');
  const next = words[words.indexOf(form) + 1];
  return next === undefined || frameWords.has(next) || isVerb(next);
}

/** Whether words of one side alone stand beside the same word as those of the other: one for the other. */
function haveSamePlace(one: ReadStem, other: ReadStem, match: ContentMatch): boolean {
  const { onlyLeft, onlyRight } = match;
  const lefts = neighborsOf(one, onlyLeft);
  const rights = neighborsOf(other, onlyRight);
  return lefts.some((place) => rights.includes(place));
}

/** The nearest words before and after those of a side that both sides have. */
function neighborsOf({ content }: ReadStem, rest: readonly ContentWord[]): string[] {
  return rest
    .filter(({ isFocus }) => !isFocus)
    .flatMap((word) => {
      const at = content.indexOf(word);
      const isShared = (each: ContentWord) => !rest.includes(each);
      const before = content.slice(0, at).findLast(isShared);
      const after = content.slice(at + 1).find(isShared);
      return [before && `after ${before.meaning}`, after && `before ${after.meaning}`];
    })
    .filter((place) => place !== undefined);
}
