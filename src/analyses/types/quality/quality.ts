import { type AnalysisType, visitQuestions } from '../../analysis-type.ts';
import { keepsItem, sortItems, summarize, tooFewQuestions, type Warning } from '../../envelope.ts';
import { compareText, figure, shareOf } from '../../kit/figures.ts';
import { type AppliedRule, applySeverities, checkQuestion } from './check-question.ts';
import { loadLanguageDetector } from './language-detector.ts';
import { qualityReport } from './report.ts';
import type { Limits } from './rule.ts';
import {
  maxListed,
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
  engineVersion: 13,
  parameters: qualityParameters,
  result: qualityResult,
  report: qualityReport,

  async run(questions, given, control) {
    const applied = applySeverities(given);
    const limits = await readLimits(given, applied);
    const totals = { error: 0, warning: 0, info: 0 };
    const tallies = new Map(applied.map(({ rule }) => [rule.id, emptyTally()]));
    const items: QualityResult['items'] = [];
    let [flagged, unlisted] = [0, 0];
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
        if (!tally) continue;
        tally.questions += 1;
        tally.question_ids.push(id);
        if (tally.question_ids.length === 2 * maxListed) keepFirst(tally.question_ids);
      }
      const isFlagged = findings.some(({ severity }) => severity !== 'info');
      if (isFlagged) flagged += 1;
      if (!keepsItem(given.items, isFlagged)) {
        unlisted += findings.length;
        return;
      }
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
        .map(({ rule: { id, why }, severity }) => {
          const tally = tallies.get(id) ?? emptyTally();
          keepFirst(tally.question_ids);
          const share = shareOf(tally.questions, evaluated);
          return { rule: id, severity, why, ...tally, share };
        })
        .sort((one, other) => other.questions - one.questions || compareText(one.rule, other.rule)),
      items: sortItems(items),
      warnings:
        evaluated === 0
          ? [tooFewQuestions('There are no questions to check.')]
          : hints(unlisted, given),
    };
  },
};

/** Hints flag nothing, so that a list of flagged questions lacks them. */
function hints(unlisted: number, { items }: QualityParameters): Warning[] {
  if (unlisted === 0 || items !== 'flagged') return [];
  const detail = `${unlisted} ${unlisted === 1 ? 'hint is' : 'hints are'} in questions that are not flagged; the parameter items with the value "all" lists them.`;
  return [{ code: 'hints_not_listed', detail }];
}

function emptyTally(): Pick<
  QualityResult['rules'][number],
  'findings' | 'questions' | 'question_ids'
> {
  return { findings: 0, questions: 0, question_ids: [] };
}

/** By their ids: independent of the order in which questions were read. */
function keepFirst(ids: string[]): void {
  ids.sort(compareText).splice(maxListed);
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

function listReasons(findings: readonly QualityFinding[]): string[] {
  if (findings.length < 2) return findings.map(({ rule }) => rule);
  return [...new Set(findings.map(({ rule }) => rule))].sort(compareText);
}

const weights = { error: 0.5, warning: 0.2, info: 0.05 } as const;

function scoreOf(findings: readonly QualityFinding[]): number {
  const penalty = findings.reduce((sum, { severity }) => sum + weights[severity], 0);
  return figure(Math.max(0, 1 - penalty));
}
