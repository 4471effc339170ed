import type { IntLists } from '../collections/int-lists.ts';

/**
 * Whether two answers, given by number, are the same: equal when normalized, or all words of the
 * shorter occur in the longer (Van Gogh, Vincent van Gogh). The words of each answer are distinct
 * and ascending.
 */
export function createAnswerComparison({ values, starts }: IntLists) {
  const lengthOf = (answer: number) => (starts[answer + 1] ?? 0) - (starts[answer] ?? 0);

  function isWithin(shorter: number, longer: number): boolean {
    const [from, end] = [starts[shorter] ?? 0, starts[shorter + 1] ?? 0];
    const last = starts[longer + 1] ?? 0;
    let offset = starts[longer] ?? 0;
    for (let at = from; at < end; at += 1) {
      const word = values[at] ?? 0;
      while (offset < last && (values[offset] ?? 0) < word) offset += 1;
      if (offset === last || values[offset] !== word) return false;
    }
    // An answer without words is contained in none.
    return end > from;
  }

  return (one: number, other: number): boolean => {
    if (one === other) return true;
    return lengthOf(one) <= lengthOf(other) ? isWithin(one, other) : isWithin(other, one);
  };
}
