import { countCharacters } from '../../../domain/text.ts';
import {
  type Limits,
  type QualityRule,
  type QuestionTexts,
  type ReadQuestion,
  type RuleFinding,
  readQuestion,
  type Severity,
} from './rule.ts';
import { qualityRules } from './rules.ts';
import type { QualityFinding, QualityParameters } from './schema.ts';

/** A rule that is not turned off. */
export interface AppliedRule {
  readonly rule: QualityRule;
  readonly severity: Severity;
}

export function applySeverities({ rules }: QualityParameters): AppliedRule[] {
  return qualityRules.flatMap((rule) => {
    const severity = rules[rule.id] ?? rule.severity;
    return severity === 'off' ? [] : [{ rule, severity }];
  });
}

/** The findings of the rules in one question. */
export function checkQuestion(
  question: QuestionTexts,
  applied: readonly AppliedRule[],
  limits: Limits,
): QualityFinding[] {
  const read = readQuestion(question);
  const findings: QualityFinding[] = [];
  for (const { rule, severity } of applied) {
    for (const found of rule.check(read, limits))
      findings.push(describe(found, rule, severity, read));
  }
  return findings;
}

/** The same; yields after each rule, whose expressions take up to 50 ms to compile at first. */
export function* checkQuestionInSteps(
  question: QuestionTexts,
  applied: readonly AppliedRule[],
  limits: Limits,
): Generator<void, QualityFinding[]> {
  const read = readQuestion(question);
  const findings: QualityFinding[] = [];
  for (const { rule, severity } of applied) {
    for (const found of rule.check(read, limits))
      findings.push(describe(found, rule, severity, read));
    yield;
  }
  return findings;
}

function describe(
  found: RuleFinding,
  { id, why }: QualityRule,
  severity: Severity,
  read: ReadQuestion,
): QualityFinding {
  const { field, index, message, fix, answers } = found;
  return {
    rule: id,
    severity,
    field,
    ...(index !== undefined && { index }),
    span: spanOf(read, found),
    message,
    why,
    ...(fix !== undefined && { fix, suggestion: suggest(read, found, fix) }),
    ...(answers !== undefined && { suggested_answers: [...answers] }),
  };
}

/** The whole new value of the field, or of the choice. */
function suggest(read: ReadQuestion, found: RuleFinding, fix: string): string {
  const text = textOf(read, found);
  return text.slice(0, found.start) + fix + text.slice(found.end);
}

function textOf(read: ReadQuestion, { field, index }: RuleFinding): string {
  return read.texts.find((each) => each.field === field && each.index === index)?.text ?? '';
}

/** Rules count UTF-16 code units; callers count code points, as PostgreSQL does. */
function spanOf(read: ReadQuestion, found: RuleFinding): [number, number] {
  const { start, end } = found;
  const text = textOf(read, found);
  const from = countCharacters(text.slice(0, start));
  return [from, from + countCharacters(text.slice(start, end))];
}
