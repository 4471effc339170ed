import {
  type AnalysisControl,
  type AnalysisType,
  subProgress,
  throwIfAborted,
} from '../../analysis-type.ts';
import { keepsItem, sortItems, summarize, tooFewQuestions, type Warning } from '../../envelope.ts';
import { figure, roundShare } from '../../kit/figures.ts';
import { groupByLabel, type LabelClasses } from '../../kit/terms/classes.ts';
import { type Agreement, measureAgreement } from './agreement.ts';
import { type ConfidentLearning, findLabelIssues } from './confident-learning.ts';
import {
  type LabeledQuestions,
  type LabelPredictions,
  predictLabels,
  readLabeled,
} from './predict-labels.ts';
import { mostProbableClass, normalizedMargin, selfConfidence } from './predictions.ts';
import { labelsReport } from './report.ts';
import {
  type LabelsParameters,
  type LabelsResult,
  labelsParameters,
  labelsResult,
} from './schema.ts';

export const labels: AnalysisType<LabelsParameters, LabelsResult> = {
  name: 'labels',
  title: 'Labels',
  description:
    'Which categories or difficulties look wrong? Trains a text classifier with cross-validation, so ' +
    'that every question is judged by a model that has not seen it, and lists questions that ' +
    'confidently belong to another label (confident learning, as in cleanlab). If the text does ' +
    'not predict the label, it reports that and lists none.',
  engineVersion: 1,
  parameters: labelsParameters,
  result: labelsResult,
  report: labelsReport,
  bytesPerQuestion: 1500,

  async run(questions, parameters, control) {
    const read = await readLabeled(questions, parameters, subProgress(control, 0, 0.6));
    const classes = groupByLabel(read.given, parameters.min_per_class);
    if (classes.names.length < 2) {
      control.progress(1);
      return reportNothing(read, parameters, [
        tooFewQuestions(
          `Needs at least two labels with ${parameters.min_per_class} questions each; ` +
            `found ${classes.names.length}.`,
        ),
      ]);
    }
    const predictions = predictLabels(read, classes, parameters, subProgress(control, 0.6, 0.98));
    const agreement = measureAgreement(predictions.known, control);
    const figures = { judged: predictions.known.labels.length, ...roundAgreement(agreement) };
    const warnings = warnAboutSmallClasses(classes, parameters);
    if (agreement.kappa < parameters.min_kappa) {
      const warning = warnOfUninformativeModel(agreement, parameters);
      control.progress(1);
      return reportNothing(read, parameters, [...warnings, warning], figures);
    }
    const learning = findLabelIssues(predictions.known, parameters.filter, control);
    const items = listItems(read, parameters, classes, predictions, learning, control);
    control.progress(1);
    return {
      summary: {
        ...summarize(read.ids.length, items.flagged),
        field: parameters.field,
        ...figures,
        estimated_noise: estimateNoise(learning),
      },
      thresholds: classes.names.map((label, each) => ({
        label,
        questions: classes.counts[each] ?? 0,
        threshold: figure(learning.thresholds[each] ?? 0),
      })),
      confident_joint: listJoint(classes.names, learning),
      items: sortItems(items.kept),
      warnings,
    };
  },
};

const rowsBetweenPolls = 1000;

function listItems(
  { ids, given }: LabeledQuestions,
  { items }: LabelsParameters,
  { names }: LabelClasses,
  { known, indexOf }: LabelPredictions,
  learning: ConfidentLearning,
  control: AnalysisControl,
) {
  const kept: LabelsResult['items'] = [];
  let flagged = 0;
  for (const [row, question_id] of ids.entries()) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    const index = indexOf[row] ?? -1;
    const isFlagged = index >= 0 && learning.isIssue(index);
    if (isFlagged) flagged += 1;
    if (!keepsItem(items, isFlagged)) continue;
    const confidence = index < 0 ? null : roundShare(selfConfidence(known, index));
    kept.push({
      question_id,
      flagged: isFlagged,
      score: isFlagged ? (confidence ?? 1) : 1,
      reasons: isFlagged ? ['label_issue'] : [],
      given: given[row] ?? '',
      suggested: isFlagged ? (names[mostProbableClass(known, index)] ?? null) : null,
      self_confidence: confidence,
      margin: index < 0 ? null : roundShare(normalizedMargin(known, index)),
    });
  }
  return { kept, flagged };
}

function roundAgreement({ accuracy, majority, macroF1, kappa }: Agreement) {
  return {
    accuracy: roundShare(accuracy),
    majority_share: roundShare(majority),
    macro_f1: roundShare(macroF1),
    kappa: roundShare(kappa),
  };
}

function estimateNoise({ calibrated }: ConfidentLearning): number {
  let [total, kept] = [0, 0];
  for (const [given, row] of calibrated.rows().entries()) {
    total += row.reduce((sum, count) => sum + count, 0);
    kept += row[given] ?? 0;
  }
  return roundShare(1 - kept / total);
}

function listJoint(names: readonly string[], { joint, calibrated }: ConfidentLearning) {
  return names.flatMap((given, row) =>
    names.map((suggested, column) => ({
      given,
      suggested,
      count: joint.get(row, column),
      calibrated: calibrated.get(row, column),
    })),
  );
}

const noFigures = { judged: 0, accuracy: null, majority_share: null, macro_f1: null, kappa: null };

function reportNothing(
  { ids, given }: LabeledQuestions,
  { field, items }: LabelsParameters,
  warnings: Warning[],
  figures: Omit<
    LabelsResult['summary'],
    'field' | 'estimated_noise' | keyof ReturnType<typeof summarize>
  > = noFigures,
): LabelsResult {
  return {
    summary: { ...summarize(ids.length, 0), score: null, field, ...figures, estimated_noise: null },
    thresholds: [],
    confident_joint: [],
    items: !keepsItem(items, false)
      ? []
      : ids.map((question_id, row) => ({
          question_id,
          flagged: false,
          score: 1,
          reasons: [],
          given: given[row] ?? '',
          suggested: null,
          self_confidence: null,
          margin: null,
        })),
    warnings,
  };
}

const maxNamed = 10;

function warnAboutSmallClasses({ excluded }: LabelClasses, { min_per_class }: LabelsParameters) {
  if (excluded.length === 0) return [];
  const named = excluded.slice(0, maxNamed).map(({ name, count }) => `${name} (${count})`);
  const more = excluded.length > maxNamed ? ` and ${excluded.length - maxNamed} more` : '';
  return [
    {
      code: 'class_left_out',
      detail: `Labels with fewer than ${min_per_class} questions are excluded: ${named.join(', ')}${more}.`,
    },
  ];
}

function warnOfUninformativeModel(
  { kappa }: Agreement,
  { field, min_kappa }: LabelsParameters,
): Warning {
  return {
    code: 'model_uninformative',
    detail:
      `The text does not predict the ${field}: kappa is ${kappa.toFixed(2)}, below ${min_kappa}. ` +
      'No issues are reported.',
  };
}
