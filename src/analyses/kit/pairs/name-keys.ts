import { editDistance } from '../../../domain/edit-distance.ts';
import { titles } from './idle-words.ts';
import { isLike, soundOf } from './like-words.ts';
import { isShortName } from './short-names.ts';

/** Charles Darwin and Charles Dickens, John F. Kennedy and Lyndon B. Johnson. */
export function haveOtherSurnames(one: readonly string[], other: readonly string[]): boolean {
  const isFull = [one, other].every((words) => words.length > 1 && words.every(isWord));
  if (!isFull) return false;
  const [left = '', right = ''] = [one.at(-1), other.at(-1)];
  return !isLike(left, right) && !one.includes(right) && !other.includes(left);
}

/** Emily and Charlotte Brontë; not Bill and William Clinton, nor Khufu and King Khufu. */
export function areRelatives(one: readonly string[], other: readonly string[]): boolean {
  const [[left = '', family = ''], [right = '', otherFamily = '']] = [one, other];
  if (one.length !== 2 || other.length !== 2 || family !== otherFamily) return false;
  const isFirst = (word: string) => isWord(word) && word.length > 2 && !titles.has(word);
  if (!isFirst(left) || !isFirst(right) || !isWord(family)) return false;
  const areOther =
    editDistance(soundOf(left), soundOf(right)) > 0.5 * Math.max(left.length, right.length);
  return areOther && left[0] !== right[0] && !isShortName(left, right);
}

/** Real Madrid and Atlético Madrid, Adolf Hitler and Heinrich Himmler; not Prince Charles and King Charles. */
export function haveOtherParts(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== 2 || other.length !== 2) return false;
  const isOther = (at: number) => {
    const [left = '', right = ''] = [one[at], other[at]];
    const isPlain = [left, right].every(
      (word) => isWord(word) && word.length > 1 && !titles.has(word),
    );
    return isPlain && left[0] !== right[0] && !isLike(left, right) && !isShortName(left, right);
  };
  const isSame = (at: number) => one[at] === other[at];
  if (isSame(0)) return isOther(1);
  return isOther(0) && (isSame(1) || !one.includes(other[1] ?? ''));
}

/** Bald and golden eagle, Baker and Harley Street: neither is a form of the other. */
export function haveOneOtherWord(one: readonly string[], other: readonly string[]): boolean {
  if (one.length < 2 || one.length !== other.length) return false;
  const differing = one.flatMap((word, at) => (word === other[at] ? [] : [at]));
  const [at = 0] = differing;
  const [left = '', right = ''] = [one[at], other[at]];
  const isPlain = [left, right].every(
    (word) => isWord(word) && word.length > 2 && !titles.has(word),
  );
  return differing.length === 1 && isPlain && !isLike(left, right) && !isShortName(left, right);
}

/** "Mars and Jupiter", "Jupiter and Saturn". */
export function areOtherLists(one: readonly string[], other: readonly string[]): boolean {
  if (!one.includes('and') || !other.includes('and')) return false;
  const [left, right] = [
    one.filter((word) => !other.includes(word)),
    other.filter((word) => !one.includes(word)),
  ];
  const isOther = (word: string) => right.every((each) => !isLike(word, each));
  return left.length > 0 && right.length > 0 && left.every(isOther);
}

const isWord = (word: string) => /^[a-z]+$/.test(word);
