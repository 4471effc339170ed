import { type AnswerForms, readAnswer } from '../../kit/pairs/answer-forms.ts';
import { compareRead, type PairJudgement } from '../../kit/pairs/compare-pair.ts';
import type { ContentMatch } from '../../kit/pairs/match-content.ts';
import type { PairEvidence } from '../../kit/pairs/pair-evidence.ts';
import { type ReadStem, readStem } from '../../kit/pairs/read-question.ts';
import { isKeyRejected } from '../../kit/pairs/rejected-keys.ts';
import type { QuestionTable } from './question-table.ts';
import type { StemContents } from './stem-contents.ts';

/** Questions kept read: a question is compared with several, mostly in a row. */
const maxKept = 20_000;

export type PairJudge = (one: number, other: number, evidence: PairEvidence) => PairJudgement;

/** Judges pairs of nodes. */
export function createPairJudge(table: QuestionTable, canMatch = false): PairJudge {
  const { contents, stemOfNode, answerOfNode, choices } = table;
  const stems = createReader((stem) => readStem(contents.stemTexts.read(stem)));
  const answers = createReader((answer) => readAnswer(contents.answerTexts.read(answer)));
  const questionOf = (node: number): ReadStem & { answer: AnswerForms } => ({
    ...stems(stemOfNode[node] ?? 0),
    answer: answers(answerOfNode[node] ?? 0),
  });
  const keysOf = countKeys(table);
  const choicesOf = (node: number) =>
    choices
      .read(node)
      .split('\n')
      .filter((choice) => choice !== '');
  const rivals = rivalsIn(contents);
  const questions = stemOfNode.length;
  return (one, other, evidence) => {
    const [left, right] = [questionOf(one), questionOf(other)];
    const isRejected = (isWholly?: boolean) =>
      isKeyRejected(
        { answer: left.answer, choices: choicesOf(one) },
        { answer: right.answer, choices: choicesOf(other) },
        isWholly,
      );
    const hasManyKeys = keysOf(one) > maxKeys || keysOf(other) > maxKeys;
    const known = { isRejected, hasManyKeys, rivals, questions, canMatch };
    return compareRead(left, right, { ...evidence, ...known });
  };
}

/** How many other questions have the rarest word that two of them have. */
function rivalsIn(contents: StemContents): (match: ContentMatch) => number {
  return ({ pairs }) =>
    Math.min(
      contents.words.count,
      ...pairs.map(([left, right]) =>
        Math.max(contents.frequencyOf(left.meaning), contents.frequencyOf(right.meaning)),
      ),
    ) - 1;
}

/** Of more answers to one question, several are right. */
const maxKeys = 3;

/** The number of different answers to the question of a node. */
function countKeys({ words, stemOfNode }: QuestionTable): (node: number) => number {
  const counts = new Int32Array(words.count);
  for (let node = 0; node < stemOfNode.length; node += 1) {
    const stem = stemOfNode[node] ?? 0;
    counts[stem] = (counts[stem] ?? 0) + 1;
  }
  return (node) => counts[stemOfNode[node] ?? 0] ?? 0;
}

/**
 * Remembers what was read last: the older half goes at once. A map is slow to give up its first entry again
 * and again, since it looks for it behind all that were deleted.
 */
function createReader<T>(read: (index: number) => T): (index: number) => T {
  let recent = new Map<number, T>();
  let older = recent;
  return (index) => {
    const known = recent.get(index);
    if (known !== undefined) return known;
    const value = older.get(index) ?? read(index);
    if (recent.size >= maxKept / 2) {
      older = recent;
      recent = new Map();
    }
    recent.set(index, value);
    return value;
  };
}
