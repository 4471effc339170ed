import type { IntLists } from './growing-lists.ts';

/**
 * Whether two answers, given by number, are the same: equal when normalised, or all words of the
 * shorter stand in the longer (Van Gogh, Vincent van Gogh).
 */
export function createAnswerComparison({ values, starts }: IntLists) {
  const wordsOf = (answer: number) => values.subarray(starts[answer] ?? 0, starts[answer + 1] ?? 0);
  return (one: number, other: number): boolean => {
    if (one === other) return true;
    const [left, right] = [wordsOf(one), wordsOf(other)];
    const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left];
    return shorter.length > 0 && shorter.every((word) => longer.includes(word));
  };
}
