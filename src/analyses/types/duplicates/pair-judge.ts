import { type AnswerForms, readAnswer } from '../../kit/pairs/answer-forms.ts';
import {
  compareRead,
  type PairEvidence,
  type PairJudgement,
} from '../../kit/pairs/compare-pair.ts';
import { type ReadStem, readStem } from '../../kit/pairs/read-question.ts';
import type { QuestionTable } from './question-table.ts';

/** Questions kept read: a question is compared with several, mostly in a row. */
const maxKept = 20_000;

export type PairJudge = (one: number, other: number, evidence: PairEvidence) => PairJudgement;

/** Judges pairs of nodes. */
export function createPairJudge({ contents, stemOfNode, answerOfNode }: QuestionTable): PairJudge {
  const stems = createReader((stem) => readStem(contents.stemTexts.read(stem)));
  const answers = createReader((answer) => readAnswer(contents.answerTexts.read(answer)));
  const questionOf = (node: number): ReadStem & { answer: AnswerForms } => ({
    ...stems(stemOfNode[node] ?? 0),
    answer: answers(answerOfNode[node] ?? 0),
  });
  return (one, other, evidence) => compareRead(questionOf(one), questionOf(other), evidence);
}

/** Remembers what was read last. */
function createReader<T>(read: (index: number) => T): (index: number) => T {
  const kept = new Map<number, T>();
  return (index) => {
    const known = kept.get(index);
    if (known !== undefined) return known;
    const value = read(index);
    // The oldest goes: a map keeps the order of insertion.
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? -1);
    kept.set(index, value);
    return value;
  };
}
