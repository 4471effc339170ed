import { expect } from 'vitest';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { loadLanguageDetector } from '../../src/analyses/types/quality/language-detector.ts';
import {
  type Limits,
  type QualityRule,
  type RuleFinding,
  readQuestion,
} from '../../src/analyses/types/quality/rule.ts';
import { qualityRules } from '../../src/analyses/types/quality/rules.ts';
import { loadSpelling } from '../../src/analyses/types/quality/spelling.ts';
import { makeQuestion } from './questions.ts';

export const limits: Limits = {
  max_words: 40,
  max_answer_words: 10,
  language: 'en',
  detect: await loadLanguageDetector(),
  spelling: await loadSpelling(),
};

/** A question text alone, or with its answer and incorrect answers. */
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

export function check(id: string, given: Case, changes: Partial<Limits> = {}) {
  return findRule(id).check(readQuestion(toQuestion(given)), { ...limits, ...changes });
}

/** The text ranges of a rule's findings. */
export function pointedAt(id: string, given: Case, changes: Partial<Limits> = {}): string[] {
  const { texts } = readQuestion(toQuestion(given));
  return check(id, given, changes).map(({ field, index, start, end }: RuleFinding) => {
    const found = texts.find((each) => each.field === field && each.index === index);
    return (found?.text ?? '').slice(start, end);
  });
}

export function expectCaught(id: string, given: Case, ...ranges: string[]): void {
  expect(pointedAt(id, given), JSON.stringify(given)).toEqual(ranges);
}

export function expectLeftAlone(id: string, given: Case): void {
  expect(pointedAt(id, given), JSON.stringify(given)).toEqual([]);
}

/** The question text with every fix of the rule applied, from the end on. */
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
