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
    const all = rule.check(read, limits);
    for (const found of all) findings.push(describe(found, all, { rule, severity }, read));
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
    const all = rule.check(read, limits);
    for (const found of all) findings.push(describe(found, all, { rule, severity }, read));
    yield;
  }
  return findings;
}

function describe(
  found: RuleFinding,
  all: readonly RuleFinding[],
  { rule: { id, why }, severity }: AppliedRule,
  read: ReadQuestion,
): QualityFinding {
  const { field, index, message, fix } = found;
  const answers = suggestAnswers(found, all);
  const suggestion = fix === undefined ? '' : suggest(read, found, all);
  return {
    rule: id,
    severity,
    field,
    ...(index !== undefined && { index }),
    span: spanOf(read, found),
    message,
    why,
    ...(fix !== undefined && { fix }),
    // No text may be empty.
    ...(suggestion !== '' && { suggestion }),
    ...(answers !== undefined && { suggested_answers: [...answers] }),
  };
}

/**
 * The whole new value of the field, or of the choice. It has the fixes of all findings of the rule, so that
 * one that is saved after another undoes nothing.
 */
function suggest(read: ReadQuestion, found: RuleFinding, all: readonly RuleFinding[]): string {
  const fixes = [found];
  for (const each of all) {
    const isInText = each.field === found.field && each.index === found.index;
    if (isInText && each.fix !== undefined && fixes.every((other) => !doOverlap(each, other)))
      fixes.push(each);
  }
  const given = textOf(read, found);
  const fixed = fixes
    .sort((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, fix = '' }) => text.slice(0, start) + fix + text.slice(end),
      given,
    );
  // What is left out at an end leaves the space before it.
  return given === given.trim() ? fixed.trim() : fixed;
}

function doOverlap(one: RuleFinding, other: RuleFinding): boolean {
  return one === other || (one.start < other.end && other.start < one.end);
}

/** Without the choices that any finding of the rule leaves out, if there are others. */
function suggestAnswers(
  { answers }: RuleFinding,
  all: readonly RuleFinding[],
): readonly string[] | undefined {
  const kept = answers?.filter((answer) =>
    all.every((each) => each.answers?.includes(answer) ?? true),
  );
  return kept?.length === 0 ? answers : kept;
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
