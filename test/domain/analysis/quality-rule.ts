import { expect } from 'vitest';
import type { AnalysisQuestion } from '../../../src/domain/analysis/analysis-type.ts';
import {
  type QualityRule,
  type RuleFinding,
  readQuestion,
  textsOf,
} from '../../../src/domain/analysis/quality/rule.ts';
import { qualityRules } from '../../../src/domain/analysis/quality/rules.ts';
import { makeQuestion } from './questions.ts';

export const limits = { max_words: 40, max_answer_words: 10 };

/** A question text alone, or with its answer and wrong answers. */
export type Case = string | readonly [text: string, answer?: string, ...wrong: string[]];

export function toQuestion(given: Case): AnalysisQuestion {
  const [questionText, correctAnswer = 'Mercury', ...incorrectAnswers] =
    typeof given === 'string' ? [given] : given;
  return makeQuestion({ questionText, correctAnswer, incorrectAnswers });
}

export function findRule(id: string): QualityRule {
  const rule = qualityRules.find((each) => each.id === id);
  if (!rule) throw new Error(`There is no rule ${id}.`);
  return rule;
}

export function check(id: string, given: Case): RuleFinding[] {
  return findRule(id).check(readQuestion(toQuestion(given)), limits);
}

/** The stretches of text that a rule points at. */
export function pointedAt(id: string, given: Case): string[] {
  return check(id, given).map(({ field, index, start, end }) =>
    (textsOf(toQuestion(given), field)[index ?? 0] ?? '').slice(start, end),
  );
}

export function expectCaught(id: string, given: Case, ...places: string[]): void {
  expect(pointedAt(id, given), JSON.stringify(given)).toEqual(places);
}

export function expectLeftAlone(id: string, given: Case): void {
  expect(pointedAt(id, given), JSON.stringify(given)).toEqual([]);
}

/** The question text with every fix of the rule put in, from the end on. */
export function mend(id: string, text: string): string {
  return check(id, text)
    .filter(({ field }) => field === 'question_text')
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (all, { start, end, fix }) =>
        all.slice(0, start) + (fix ?? all.slice(start, end)) + all.slice(end),
      text,
    );
}
