import type { AnalysisQuestion, AnalysisType } from '../../src/analyses/analysis-type.ts';
import type { AnalysisResult, ItemsKept } from '../../src/analyses/envelope.ts';
import { runOn, silent } from './questions.ts';

/** How often a run polls its signal after it has reported this progress. */
export async function countLatePolls<P extends { items: ItemsKept }, R extends AnalysisResult>(
  type: AnalysisType<P, R>,
  questions: readonly AnalysisQuestion[],
  parameters: object,
  share: number,
): Promise<number> {
  let isLate = false;
  let polls = 0;
  const signal = {
    get aborted() {
      if (isLate) polls += 1;
      return false;
    },
  };
  const progress = (done: number) => {
    isLate ||= done >= share;
  };
  await runOn(type, questions, parameters, { ...silent, progress, signal });
  return polls;
}
