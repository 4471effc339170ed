import { foldAnswer } from '../../question.ts';
import { normalizeText } from '../duplicates/normalized-text.ts';

/**
 * Whose answers are the same: equal after NFKC, case folding and punctuation to spaces, or all
 * words of the shorter in the longer (Van Gogh, Vincent van Gogh).
 */
export function createAnswerTable(answers: readonly string[]) {
  const numbers = new Map<string, number>();
  const wordNumbers = new Map<string, number>();
  const words: Int32Array[] = [];
  const answerOf = Int32Array.from(answers, (answer) => {
    const normalized = normalizeText(answer);
    // Answers of nothing but punctuation are compared as they stand.
    const key = normalized === '' ? `"${foldAnswer(answer)}` : normalized;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(key, number);
    words[number] = numberWords(normalized, wordNumbers);
    return number;
  });

  return {
    isSame(one: number, other: number): boolean {
      const [first, second] = [answerOf[one] ?? 0, answerOf[other] ?? 0];
      if (first === second) return true;
      const [some, more] = [words[first], words[second]];
      if (!some || !more) return false;
      return some.length <= more.length ? isWithin(some, more) : isWithin(more, some);
    },
  };
}

function numberWords(text: string, known: Map<string, number>): Int32Array {
  const words = text === '' ? [] : new Set(text.split(' '));
  const numbers = Array.from(words, (word) => {
    const number = known.get(word) ?? known.size;
    known.set(word, number);
    return number;
  });
  return Int32Array.from(numbers).sort();
}

/** Both sorted. An answer without words is within none. */
function isWithin(some: Int32Array, more: Int32Array): boolean {
  let at = 0;
  for (const word of some) {
    while (at < more.length && (more[at] ?? 0) < word) at += 1;
    if (at === more.length || more[at] !== word) return false;
  }
  return some.length > 0;
}
