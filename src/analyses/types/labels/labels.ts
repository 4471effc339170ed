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
import { calibrationOf } from './calibration.ts';
import { type ConfidentLearning, findLabelIssues } from './confident-learning.ts';
import { isProbablyWrong, judgeLabel } from './label-judge.ts';
import { type LabelPredictions, predictLabels } from './predict-labels.ts';
import { type LabeledQuestions, readLabeled } from './read-labeled.ts';
import { labelsReport } from './report.ts';
import {
  type LabelsParameters,
  type LabelsResult,
  labelsParameters,
  labelsResult,
} from './schema.ts';
import { measureSharpness, type Sharpness } from './sharpness.ts';

export const labels: AnalysisType<LabelsParameters, LabelsResult> = {
  name: 'labels',
  title: 'Labels',
  description:
    'Which categories or difficulties look wrong? Trains a classifier with cross-validation, so ' +
    'that every question is judged by a model that has not seen it: by words and topics, and by ' +
    'embeddings where these are not enough. It estimates the share of wrong labels and lists ' +
    'questions whose label is probably one of them. If a label is not predicted well enough to ' +
    'find most of them, it reports that and lists none.',
  engineVersion: 8,
  parameters: labelsParameters,
  result: labelsResult,
  report: labelsReport,
  bytesPerQuestion: 1000,
  embeddings: 'improves',
  secondModel: 'sentences',

  async run(questions, parameters, control) {
    const read = await readLabeled(questions, parameters, subProgress(control, 0, 0.3));
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
    const part = subProgress(control, 0.3, 0.98);
    const predictions = await predictLabels(read, classes, parameters, part);
    const agreement = measureAgreement(predictions.known, control);
    const warnings = [...warnAboutSmallClasses(classes, parameters), ...predictions.warnings];
    const sharpness = measureSharpness(predictions.known, control);
    const figures = {
      judged: predictions.known.labels.length,
      ...roundAgreement(agreement),
      detectable_share: roundShare(sharpness.detectable),
      vectors: predictions.vectors,
    };
    const obstacle = findObstacle(agreement, sharpness, figures.judged, parameters);
    if (obstacle !== null) {
      control.progress(1);
      return reportNothing(read, parameters, [...warnings, obstacle], figures);
    }
    const filter = parameters.filter === 'noise_model' ? 'confident_learning' : parameters.filter;
    const learning = findLabelIssues(predictions.known, filter, control);
    const isIssue =
      parameters.filter === 'noise_model'
        ? (index: number) => isProbablyWrong(predictions, index)
        : learning.isIssue;
    const items = listItems(read, parameters, classes, predictions, isIssue, control);
    control.progress(1);
    return {
      summary: {
        ...summarize(read.ids.length, items.flagged),
        field: parameters.field,
        ...figures,
        estimated_noise: roundShare(predictions.noise),
      },
      thresholds: classes.names.map((label, each) => ({
        label,
        questions: classes.counts[each] ?? 0,
        threshold: figure(learning.thresholds[each] ?? 0),
      })),
      confident_joint: listJoint(classes.names, learning),
      calibration: calibrationOf(predictions, control),
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
  predictions: LabelPredictions,
  isIssue: (index: number) => boolean,
  control: AnalysisControl,
) {
  const kept: LabelsResult['items'] = [];
  let flagged = 0;
  for (const [row, question_id] of ids.entries()) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    const index = predictions.indexOf[row] ?? -1;
    const isFlagged = index >= 0 && isIssue(index);
    if (isFlagged) flagged += 1;
    if (!keepsItem(items, isFlagged)) continue;
    const judgement = index < 0 ? null : judgeLabel(predictions, index);
    const confidence = judgement && roundShare(judgement.confidence);
    kept.push({
      question_id,
      flagged: isFlagged,
      score: isFlagged ? (confidence ?? 1) : 1,
      reasons: isFlagged ? ['label_issue'] : [],
      given: given[row] ?? '',
      suggested: judgement && isFlagged ? (names[judgement.suggested] ?? null) : null,
      self_confidence: confidence,
      margin: judgement && roundShare(judgement.margin),
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

const noFigures = {
  judged: 0,
  accuracy: null,
  majority_share: null,
  macro_f1: null,
  kappa: null,
  detectable_share: null,
  vectors: 0,
};

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
    calibration: [],
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

/**
 * Labels are also judged from this kappa on, or from that kappa to expect with the true labels: in banks of which a
 * tenth of the labels was flipped, about three in four of those listed were wrong, and about three in four were found.
 */
const sufficientKappa = { given: 0.7, expected: 0.72 };

function findObstacle(
  { kappa }: Agreement,
  sharpness: Sharpness,
  judged: number,
  { field, min_kappa, min_detectable, max_vectors }: LabelsParameters,
): Warning | null {
  const code = 'model_uninformative';
  if (kappa < min_kappa) {
    const detail =
      `The text does not predict the ${field}: kappa is ${kappa.toFixed(2)}, below ${min_kappa}. ` +
      'No issues are reported.';
    return { code, detail };
  }
  if (kappa >= sufficientKappa.given || sharpness.kappa >= sufficientKappa.expected) return null;
  if (roundShare(sharpness.detectable) >= min_detectable) return null;
  const found = `${(100 * sharpness.detectable).toFixed(0)} %`;
  const advice = judged > max_vectors ? ' Embeddings may help: raise max_vectors.' : '';
  const detail =
    `The text does not predict the ${field} well enough: only ${found} of wrong labels would be ` +
    `found, fewer than ${(100 * min_detectable).toFixed(0)} % (min_detectable). No issues are reported.${advice}`;
  return { code, detail };
}
