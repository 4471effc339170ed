import { GrowableArray } from '../../kit/collections/growable-array.ts';
import { createIntLists, type IntLists } from '../../kit/collections/int-lists.ts';
import { createTextArena, type TextArena } from '../../kit/collections/text-arena.ts';
import { readAnswer } from '../../kit/pairs/answer-forms.ts';
import { isTelling } from '../../kit/pairs/compare-keys.ts';
import { readStem } from '../../kit/pairs/read-question.ts';
import { signaturesOf } from '../../kit/pairs/signatures.ts';
import { createTextNumbers } from './text-numbers.ts';

/** What questions ask about and how their answers read: candidates that letters do not show. */
export interface StemContents {
  /** The distinct content words of each stem as numbers. */
  readonly words: IntLists;
  /** Equal for stems with the same content; 0 for those with none. */
  readonly signatures: Int32Array;
  /** The same without what is asked for. */
  readonly subjects: Int32Array;
  /** The same of names and numbers alone. */
  readonly names: Int32Array;
  /**
   * Keys of each answer, at least one in common with other forms of it: the whole, its first and its
   * last word ("Leonardo", "Jane Austen"). None for answers that say nothing about a question.
   */
  readonly answerKeys: IntLists;
  readonly stemTexts: TextArena;
  readonly answerTexts: TextArena;
}

/** Stems and answers are added in the order of their numbers. */
export function createStemContents() {
  const words = createIntLists();
  const [wordNumbers, signatureNumbers, keyNumbers] = [
    createTextNumbers(),
    createTextNumbers(),
    createTextNumbers(),
  ];
  const signatures = new GrowableArray(Int32Array, 1 << 12);
  const subjects = new GrowableArray(Int32Array, 1 << 12);
  const names = new GrowableArray(Int32Array, 1 << 12);
  const numberOf = (signature: string) =>
    signature === '' ? 0 : signatureNumbers.numberOf(signature);
  const answerKeys = createIntLists();
  const [stemTexts, answerTexts] = [createTextArena(), createTextArena()];
  return {
    addStem(text: string): void {
      const read = readStem(text);
      const numbers = new Set(read.content.map(({ meaning }) => wordNumbers.numberOf(meaning)));
      words.add(Int32Array.from(numbers), numbers.size);
      const signature = signaturesOf(read);
      signatures.push(numberOf(signature.content));
      subjects.push(numberOf(signature.subject));
      names.push(numberOf(signature.names));
      stemTexts.add(text);
    },
    addAnswer(text: string): void {
      const answer = readAnswer(text);
      const { words = [] } = answer.variants[0] ?? {};
      const isSilent = answer.isOpaque || !isTelling(answer);
      const keys = isSilent ? [] : [answer.key, words[0] ?? '', words.at(-1) ?? ''];
      const numbers = Int32Array.from(new Set(keys), keyNumbers.numberOf);
      answerKeys.add(numbers, numbers.length);
      answerTexts.add(text);
    },
    read: (): StemContents => ({
      words: words.read(),
      signatures: signatures.view(),
      subjects: subjects.view(),
      names: names.view(),
      answerKeys: answerKeys.read(),
      stemTexts,
      answerTexts,
    }),
  };
}
