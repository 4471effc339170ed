import { normalizeAnswer } from '../kit/answers/answer-text.ts';
import { canonicalWords, plainWords } from '../kit/pairs/canonical-words.ts';
import { type Quantity, readQuantity } from '../kit/pairs/quantities.ts';

/** An answer in the forms in which it is compared with another one. */
export interface AnswerReading {
  /** As it was written, in NFC and without surrounding space. */
  readonly text: string;
  /** Without case, marks, articles and punctuation; numbers as digits, in one spelling. */
  readonly words: readonly string[];
  /** The words without spaces and hyphens: "jaw bone" is "jawbone". */
  readonly letters: string;
  readonly quantity: Quantity | undefined;
}

/** Characters that are no letters, numbers, punctuation or space, and that the words do not name. */
const otherSymbols = /[^\p{L}\p{N}\p{M}\p{P}\p{Z}\p{C}+=<>×÷^√∞−$€£¥%°~|´`¨]/gu;

/** Names of one thing (H2O, water) are two answers: a question may ask for one of them. */
export function readAnswer(answer: string): AnswerReading {
  const text = answer.normalize('NFC').trim();
  const words = withoutArticles(withSigns(plainWords(text).map(({ form }) => form)));
  const symbols = text.match(otherSymbols) ?? [];
  const read = [...words, ...symbols];
  const kept = read.length > 0 ? read : [normalizeAnswer(text)];
  return {
    text,
    words: kept,
    letters: kept.join(''),
    // Units have many names, and beside a number they mean a unit.
    quantity: symbols.length > 0 ? undefined : readPlainQuantity(text),
  };
}

/** The article of "the Moon" and "an apple", not the letter of "Vitamin A". */
function withoutArticles(words: readonly string[]): readonly string[] {
  const kept = words.filter((word, at) => word !== 'the' && !(at === 0 && /^an?$/.test(word)));
  return kept.length > 0 ? kept : words;
}

/** "Minus five" is −5. */
function withSigns(words: readonly string[]): readonly string[] {
  return words.map((word, at) =>
    /^(?:minus|negative)$/.test(word) && /^\d/.test(words[at + 1] ?? '') ? '−' : word,
  );
}

/** "About 8" claims less than "8". */
function readPlainQuantity(text: string): Quantity | undefined {
  const forms = withSigns(canonicalWords(text).map(({ form }) => form));
  return forms.some((form) => vague.has(form)) ? undefined : readQuantity(forms);
}

const vague = new Set('about around approximately roughly over nearly almost'.split(' '));

/** The same number of the same thing, in any unit that measures it; a bare number goes with any unit. */
export function isSameNumber(one: AnswerReading, other: AnswerReading): boolean {
  const [left, right] = [one.quantity, other.quantity];
  if (!left || !right) return false;
  if (left.unit === right.unit || (left.unit !== '' && right.unit !== '')) {
    return left.of === right.of && isEqual(left.value, right.value);
  }
  return isEqual(inItsUnit(left, one), inItsUnit(right, other));
}

/** The number as it was written: without a unit, nobody knows which one was meant. */
function inItsUnit({ value, unit }: Quantity, { words }: AnswerReading): number {
  const written = Number(words.find((word) => /^\d/.test(word)));
  return unit === '' || Number.isNaN(written) ? value : Math.sign(value) * written;
}

function isEqual(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-6 * Math.max(Math.abs(one), Math.abs(other));
}
