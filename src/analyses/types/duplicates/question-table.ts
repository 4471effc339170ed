import type { AnalysisQuestion } from '../../analysis-type.ts';
import { createAnswerIndex } from '../../kit/answers/answer-index.ts';
import { GrowableArray } from '../../kit/collections/growable-array.ts';
import { HashIndex } from '../../kit/collections/hash-index.ts';
import { createIntLists, type IntLists } from '../../kit/collections/int-lists.ts';
import { createTextArena, type TextArena } from '../../kit/collections/text-arena.ts';
import { createUnits, readUnits } from '../../kit/text/normalized-text.ts';
import { createVocabulary } from '../../kit/text/vocabulary.ts';
import { createGramIndex, type GramIndex, type StemGrams } from './gram-index.ts';
import { createStemContents, type StemContents } from './stem-contents.ts';

/**
 * The questions, each text read once. A stem is a distinct question text; a node is a distinct pair
 * of stem and answer, so the questions of one node are exact duplicates.
 */
export interface QuestionTable {
  readonly ids: readonly string[];
  /** The number of selected questions, which come first in `ids`; the rest are from the bank. */
  readonly selected: number;
  /** The node of each question. */
  readonly nodes: Int32Array;
  readonly stemOfNode: Int32Array;
  readonly answerOfNode: Int32Array;
  /** A hash of each stem. */
  readonly stemKeys: Int32Array;
  /** Undefined for very many stems, whose n-grams would take more memory than a run may have. */
  readonly grams: StemGrams | undefined;
  /** The words of each stem as numbers, one per occurrence. */
  readonly words: IntLists;
  /** A hash of each word. */
  readonly wordKeys: Int32Array;
  /** The number of questions that contain only punctuation. */
  readonly empty: number;
  readonly contents: StemContents;
  /** The wrong choices of the first question of each node, one per line, cut if they are long. */
  readonly choices: TextArena;
}

/** Of 300 bytes of n-grams each, and as much again while they are joined. */
const maxGramStems = 400_000;

/** Characters of the choices of a question that are kept. */
const maxChoices = 300;

export function createQuestionTable(ngram: number, maxStems = maxGramStems) {
  const ids: string[] = [];
  const selectedIds = new Set<string>();
  const [stems, nodes] = [new HashIndex(), new HashIndex()];
  const vocabulary = createVocabulary();
  let grams: GramIndex | undefined = createGramIndex(ngram);
  const answers = createAnswerIndex(vocabulary);
  const stemWords = createIntLists();
  const [nodeOf, stemOfNode] = [
    new GrowableArray(Int32Array, 1 << 12),
    new GrowableArray(Int32Array, 1 << 12),
  ];
  const answerOfNode = new GrowableArray(Int32Array, 1 << 12);
  const text = createUnits();
  const contents = createStemContents();
  const choices = createTextArena();
  let [selected, empty, answerCount] = [0, 0, 0];

  function readStem(questionText: string): number {
    readUnits(questionText, text);
    if (text.length === 0) empty += 1;
    const words = vocabulary.read(text);
    const stem = stems.numberOf(words.one, words.two);
    if (stem === stemWords.count) {
      stemWords.add(words.numbers, words.length);
      if (stem === maxStems) grams = undefined;
      grams?.add(text);
      contents.addStem(questionText);
    }
    return stem;
  }

  function add({ id, questionText, correctAnswer, incorrectAnswers }: AnalysisQuestion): void {
    const stem = readStem(questionText);
    const answer = answers.numberOf(correctAnswer);
    if (answer === answerCount) {
      contents.addAnswer(correctAnswer);
      answerCount += 1;
    }
    const node = nodes.numberOf(stem, answer);
    if (node === stemOfNode.length) {
      stemOfNode.push(stem);
      answerOfNode.push(answer);
      choices.add(incorrectAnswers.join('\n').slice(0, maxChoices));
    }
    nodeOf.push(node);
    ids.push(id);
  }

  return {
    addSelected(question: AnalysisQuestion): void {
      add(question);
      selected += 1;
    },
    /** Skips the selected questions, which are in the bank too. */
    addFromBank(question: AnalysisQuestion): void {
      if (selectedIds.size === 0) for (const id of ids) selectedIds.add(id);
      if (!selectedIds.has(question.id)) add(question);
    },
    read: (): QuestionTable => ({
      ids,
      selected,
      nodes: nodeOf.view(),
      stemOfNode: stemOfNode.view(),
      answerOfNode: answerOfNode.view(),
      stemKeys: stems.keys(),
      grams: grams?.read(),
      words: stemWords.read(),
      wordKeys: vocabulary.table.keys(),
      empty,
      contents: contents.read(),
      choices,
    }),
  };
}
