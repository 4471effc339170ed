import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { makeQuestion } from './questions.ts';

/** Questions and answers with ids a, b, c … */
export function ask(...texts: [question: string, answer: string][]): AnalysisQuestion[] {
  return texts.map(([questionText, correctAnswer], at) =>
    makeQuestion({ id: String.fromCharCode(97 + at), questionText, correctAnswer }),
  );
}
