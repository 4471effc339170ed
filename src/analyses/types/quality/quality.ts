import { countCharacters } from '../../../domain/text.ts';
import { type AnalysisQuestion, type AnalysisType, visitQuestions } from '../../analysis-type.ts';
import { keepsItem, sortItems, summarize, tooFewQuestions } from '../../envelope.ts';
import { compareText, figure, shareOf } from '../../kit/figures.ts';
import { loadLanguageDetector } from './language-detector.ts';
import { qualityReport } from './report.ts';
import {
  type Limits,
  type QualityRule,
  type ReadQuestion,
  type RuleFinding,
  readQuestion,
  type Severity,
} from './rule.ts';
import { qualityRules } from './rules.ts';
import {
  type QualityFinding,
  type QualityParameters,
  type QualityResult,
  qualityParameters,
  qualityResult,
} from './schema.ts';
import { loadSpelling } from './spelling.ts';

export const quality: AnalysisType<QualityParameters, QualityResult> = {
  name: 'quality',
  title: 'Quality',
  description:
    'Is each question well written? Checks hygiene (HTML, white space, language), item-writing flaws ' +
    '(answers given away, negative stems, flawed choices) and freshness (what changes over time). ' +
    'Flags questions with an error or a warning; each finding has a position and, if possible, a fix.',
  engineVersion: 3,
  parameters: qualityParameters,
  result: qualityResult,
  report: qualityReport,

  async run(questions, given, control) {
    const applied = applySeverities(given);
    const limits = await readLimits(given, applied);
    const totals = { error: 0, warning: 0, info: 0 };
    const tallies = new Map(applied.map(({ rule }) => [rule.id, { findings: 0, questions: 0 }]));
    const items: QualityResult['items'] = [];
    let flagged = 0;
    const evaluated = await visitQuestions(questions, control, (question) => {
      const { id } = question;
      const findings = checkQuestion(question, applied, limits);
      const reasons = listReasons(findings);
      for (const { severity, rule } of findings) {
        totals[severity] += 1;
        const tally = tallies.get(rule);
        if (tally) tally.findings += 1;
      }
      for (const reason of reasons) {
        const tally = tallies.get(reason);
        if (tally) tally.questions += 1;
      }
      const isFlagged = findings.some(({ severity }) => severity !== 'info');
      if (isFlagged) flagged += 1;
      if (!keepsItem(given.items, isFlagged)) return;
      const score = scoreOf(findings);
      items.push({ question_id: id, flagged: isFlagged, score, reasons, findings });
    });

    const { error, warning, info } = totals;
    return {
      summary: {
        ...summarize(evaluated, flagged),
        findings: error + warning + info,
        errors: error,
        warnings: warning,
        infos: info,
      },
      rules: applied
        .map(({ rule: { id }, severity }) => {
          const tally = tallies.get(id) ?? { findings: 0, questions: 0 };
          return { rule: id, severity, ...tally, share: shareOf(tally.questions, evaluated) };
        })
        .sort((one, other) => other.questions - one.questions || compareText(one.rule, other.rule)),
      items: sortItems(items),
      warnings: evaluated === 0 ? [tooFewQuestions('There are no questions to check.')] : [],
    };
  },
};

interface AppliedRule {
  readonly rule: QualityRule;
  readonly severity: Severity;
}

function applySeverities({ rules }: QualityParameters): AppliedRule[] {
  return qualityRules.flatMap((rule) => {
    const severity = rules[rule.id] ?? rule.severity;
    return severity === 'off' ? [] : [{ rule, severity }];
  });
}

async function readLimits(
  given: QualityParameters,
  applied: readonly AppliedRule[],
): Promise<Limits> {
  const applies = (id: string) => applied.some(({ rule }) => rule.id === id);
  const needsDetector = applies('unexpected_language');
  const needsSpelling = needsDetector || applies('misspelling');
  const [detect, spelling] = await Promise.all([
    needsDetector ? loadLanguageDetector() : undefined,
    needsSpelling ? loadSpelling() : undefined,
  ]);
  return { ...given, detect, spelling };
}

function checkQuestion(
  question: AnalysisQuestion,
  applied: readonly AppliedRule[],
  limits: Limits,
): QualityFinding[] {
  const read = readQuestion(question);
  const findings: QualityFinding[] = [];
  for (const { rule, severity } of applied) {
    for (const found of rule.check(read, limits)) {
      const { field, index, message, fix, answers } = found;
      findings.push({
        rule: rule.id,
        severity,
        field,
        ...(index !== undefined && { index }),
        span: spanOf(read, found),
        message,
        why: rule.why,
        ...(fix !== undefined && { fix, suggestion: suggest(read, found, fix) }),
        ...(answers !== undefined && { suggested_answers: [...answers] }),
      });
    }
  }
  return findings;
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

function listReasons(findings: readonly QualityFinding[]): string[] {
  if (findings.length < 2) return findings.map(({ rule }) => rule);
  return [...new Set(findings.map(({ rule }) => rule))].sort(compareText);
}

const weights = { error: 0.5, warning: 0.2, info: 0.05 } as const;

function scoreOf(findings: readonly QualityFinding[]): number {
  const penalty = findings.reduce((sum, { severity }) => sum + weights[severity], 0);
  return figure(Math.max(0, 1 - penalty));
}
