import { compareRead } from '../../../src/analyses/kit/pairs/compare-pair.ts';
import { readQuestion } from '../../../src/analyses/kit/pairs/read-question.ts';

export type Asked = [questionText: string, correctAnswer: string];

/** What is said of two questions that the model of pairs takes for one. */
export function judgeCertain([questionText, correctAnswer]: Asked, [text, answer]: Asked) {
  const one = readQuestion({ questionText, correctAnswer });
  const other = readQuestion({ questionText: text, correctAnswer: answer });
  const certain = { canMatch: true, match: 8, cosine: 0.95, questions: 300 };
  return compareRead(one, other, certain).kind;
}

/** What is said of two questions that are not one. */
export const siblings = ['template_sibling', 'different'];
