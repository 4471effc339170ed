import { GrowableArray } from '../../kit/collections/growable-array.ts';
import { createIntLists, type IntLists } from '../../kit/collections/int-lists.ts';
import { createTextArena, type TextArena } from '../../kit/collections/text-arena.ts';
import { readAnswer } from '../../kit/pairs/answer-forms.ts';
import { isTelling } from '../../kit/pairs/compare-keys.ts';
import { type Asked, kindsAsked, mayAskAlike } from '../../kit/pairs/question-form.ts';
import { type ReadStem, readStem } from '../../kit/pairs/read-question.ts';
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
  /** How many stems have a content word. */
  frequencyOf(meaning: string): number;
  /** The numbers of its names and numbers, among its words. */
  readonly marks: IntLists;
  /** What is asked for, as a number above 0; 0 where other choices or answers may be right. */
  readonly askedOf: Uint8Array;
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
  const [words, marks] = [createIntLists(), createIntLists()];
  const askedOf = new GrowableArray(Uint8Array, 1 << 12);
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
      const marked = read.content.filter(({ kind }) => kind !== 'word');
      const markNumbers = Int32Array.from(marked, ({ meaning }) => wordNumbers.numberOf(meaning));
      marks.add(markNumbers, markNumbers.length);
      askedOf.push(askedIn(read));
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
      frequencyOf: frequenciesOf(words.read(), wordNumbers.numberOf),
      marks: marks.read(),
      askedOf: askedOf.view(),
      signatures: signatures.view(),
      subjects: subjects.view(),
      names: names.view(),
      answerKeys: answerKeys.read(),
      stemTexts,
      answerTexts,
    }),
  };
}

function frequenciesOf(
  { values }: IntLists,
  numberOf: (meaning: string) => number,
): (meaning: string) => number {
  let frequencies: Int32Array | undefined;
  return (meaning) => {
    frequencies ??= countValues(values);
    return frequencies[numberOf(meaning)] ?? 0;
  };
}

export function countValues(values: Int32Array): Int32Array {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  const counts = new Int32Array(most + 1);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Longer ones are word problems, where the same words may give another figure. */
const maxContent = 16;

function askedIn({ content, form }: ReadStem): number {
  const { needsChoices, isOpen, hasCapitals, asked } = form;
  const isClosed = !needsChoices && !isOpen && hasCapitals && content.length <= maxContent;
  return isClosed && asked !== 'nothing' && asked !== 'truth' ? kindsAsked.indexOf(asked) + 1 : 0;
}

/** Whether two stems may be one question with two answers. */
export function canConflict({ askedOf }: StemContents, one: number, other: number): boolean {
  const [left, right] = [askedOf[one] ?? 0, askedOf[other] ?? 0];
  return askAlike[left]?.[right] ?? false;
}

/** "How many degrees …" and "What is the sum of …": their answers show whether both are numbers. */
function mayCount(one: Asked, other: Asked): boolean {
  return (one === 'count' && other === 'what') || (one === 'what' && other === 'count');
}

const askAlike = [undefined, ...kindsAsked].map((left) =>
  [undefined, ...kindsAsked].map(
    (right) =>
      left !== undefined &&
      right !== undefined &&
      (left === right || mayAskAlike(left, right) || mayCount(left, right)),
  ),
);
