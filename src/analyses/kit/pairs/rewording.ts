import { frameWords } from './frame-words.ts';
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
export function haveSamePlace(
  one: ReadStem,
  other: ReadStem,
  { onlyLeft, onlyRight }: Pick<ContentMatch, 'onlyLeft' | 'onlyRight'>,
): boolean {
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

/** "The main ingredient of hummus" and "of guacamole": what follows the same word is another thing. */
export function haveOtherThings(
  one: ReadStem,
  other: ReadStem,
  { pairs, onlyLeft, onlyRight }: ContentMatch,
): boolean {
  const [lefts, rights] = [slotsOf(one, onlyLeft), slotsOf(other, onlyRight)];
  return lefts.some(([head, preposition]) => {
    const [, match] = pairs.find(([left]) => left === head) ?? [];
    return rights.some((slot) => slot[0] === match && slot[1] === preposition);
  });
}

/** The words of a side that follow a preposition, with the word before it. */
function slotsOf({ content }: ReadStem, rest: readonly ContentWord[]): [ContentWord, string][] {
  return rest.flatMap((word): [ContentWord, string][] => {
    const head = content[content.indexOf(word) - 1];
    return head && word.preposition !== '' ? [[head, word.preposition]] : [];
  });
}

/** "World War I" and "World War II", "domain .ee" and "domain .cl": other names or numbers right behind the same word. */
export function continueOtherwise(
  one: ReadStem,
  other: ReadStem,
  { onlyLeft, onlyRight }: Pick<ContentMatch, 'onlyLeft' | 'onlyRight'>,
): boolean {
  const [lefts, rights] = [beginningsOf(one, onlyLeft), beginningsOf(other, onlyRight)];
  return lefts.some((left) => rights.includes(left));
}

/** The word right before each name and number of a side, with what follows it. */
function beginningsOf({ content, text }: ReadStem, rest: readonly ContentWord[]): string[] {
  return rest.flatMap((word) => {
    const before = content[content.indexOf(word) - 1];
    if (word.kind === 'word' || !before || frameWords.has(before.form)) return [];
    const isBeside = ` ${text} `.includes(` ${before.form} ${word.form} `);
    return isBeside ? [`${before.meaning} ${word.kind}`] : [];
  });
}
