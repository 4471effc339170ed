import { AnalysisFailure } from './analysis-failure.ts';
import type { AnalysisType } from './analysis-type.ts';

type Bounded = Pick<AnalysisType, 'name' | 'mostQuestions'>;

/** Throws when there are more questions than a type takes. */
export function refuseTooMany({ name, mostQuestions }: Bounded, questions: number): void {
  if (mostQuestions === undefined || questions <= mostQuestions) return;
  const most = mostQuestions.toLocaleString('en');
  throw new AnalysisFailure(
    'too_many_questions',
    `The ${name} analysis takes at most ${most} questions. Choose fewer, by selection or by ids.`,
  );
}
