import type { Fault } from '../../domain/errors.ts';
import { type QuestionField, questionFields } from '../../domain/question-content.ts';
import type { Severity } from '../types/quality/rule.ts';

export const adviceKinds = ['invalid', 'duplicate', 'quality'] as const;

/** Something to consider before a question is saved. */
export interface Advice {
  readonly kind: (typeof adviceKinds)[number];
  /** The code of the broken rule, how a duplicate is related, or the id of the quality rule. */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly why?: string;
  readonly field?: QuestionField;
  /** Index in incorrectAnswers. */
  readonly index?: number;
  /** Position in the text, in code points. */
  readonly span?: readonly [number, number];
  /** The new value of the field. */
  readonly suggestion?: string | readonly string[];
  /** The question that it duplicates. */
  readonly questionId?: string;
}

/** A rule that is broken: the question cannot be saved. */
export function adviceOnFault({ path: [step, index], code, detail }: Fault): Advice {
  const field = questionFields.find((name) => name === step);
  return {
    kind: 'invalid',
    rule: code,
    severity: 'error',
    message: detail,
    ...(field && { field }),
    ...(typeof index === 'number' && { index }),
  };
}
