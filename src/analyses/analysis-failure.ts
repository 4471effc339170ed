import type { AnalysisType } from './analysis-type.ts';

/** A run that cannot succeed, with a code that callers can act on. */
export class AnalysisFailure extends Error {
  readonly code: string;

  constructor(code: string, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'AnalysisFailure';
    this.code = code;
  }
}

type Bounded = Pick<AnalysisType, 'name' | 'maxQuestions'>;

export function assertQuestionCount({ name, maxQuestions }: Bounded, questions: number): void {
  if (maxQuestions === undefined || questions <= maxQuestions) return;
  throw new AnalysisFailure(
    'too_many_questions',
    `The ${name} analysis accepts at most ${maxQuestions.toLocaleString('en')} questions. Select fewer by criteria or ids.`,
  );
}
