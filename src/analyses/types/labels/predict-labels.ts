import { type AnalysisControl, subProgress } from '../../analysis-type.ts';
import type { Warning } from '../../envelope.ts';
import type { LabelClasses } from '../../kit/terms/classes.ts';
import { buildTermMatrix } from '../../kit/terms/term-matrix.ts';
import { measureAgreement } from './agreement.ts';
import { type Confusion, confidenceOf, maxConfidence } from './confusion.ts';
import { type Evidence, fitNoiseModel, type NoiseModel } from './noise-model.ts';
import type { Predictions } from './predictions.ts';
import type { LabeledQuestions } from './read-labeled.ts';
import type { LabelsParameters } from './schema.ts';
import { measureSharpness } from './sharpness.ts';
import { scoreTopics } from './topic-evidence.ts';
import { fetchScores } from './vector-evidence.ts';
import { scoreWords, type WordScores } from './word-evidence.ts';

/** Pairs of words help small banks most, and would need too much memory for a million questions. */
const maxWithPairs = 200_000;

export interface LabelPredictions {
  /** Only questions in classes that are large enough. */
  readonly known: Predictions;
  /** The estimated share of wrong labels. */
  readonly noise: number;
  readonly confusion: Confusion;
  /** The index of each question among those; −1 if it is not among them. */
  readonly indexOf: Int32Array;
  /** The number of questions whose vectors were used. */
  readonly vectors: number;
  readonly warnings: readonly Warning[];
}

type Weight = Evidence['weight'];

interface WordWeights {
  readonly logarithm: Weight;
  readonly probability?: Weight;
}

/**
 * Weights of the evidence, as fitted to real banks: the logarithms of naive Bayes are somewhat too
 * extreme, its probabilities bend the calibration, and the classes of a topic count three times. The
 * data decide within these priors, which keep wrong labels from being explained by a flatter
 * calibration.
 */
const weights = {
  words: { logarithm: { mean: 0.9, sd: 0.05 }, probability: { mean: -0.8, sd: 0.25 } },
  /** Of a classifier that was trained without wrong labels: it is too cautious. */
  cleanedWords: { logarithm: { mean: 1.26, sd: 0.05 }, probability: { mean: -0.8, sd: 0.25 } },
  topics: { mean: 3, sd: 1 },
};

/**
 * Of words and vectors together, which say much the same. Fitted to the true labels of 21 banks of which a tenth was
 * flipped; most are within one deviation, however large the bank.
 */
const weightsWithVectors = {
  oneModel: {
    words: { logarithm: { mean: 0.22, sd: 0.06 } },
    discriminants: [{ mean: 0.2, sd: 0.04 }],
    neighbors: { mean: 0.58, sd: 0.12 },
  },
  twoModels: {
    words: { logarithm: { mean: 0.17, sd: 0.06 } },
    discriminants: [
      { mean: 0.17, sd: 0.04 },
      { mean: 0.1, sd: 0.03 },
    ],
    neighbors: { mean: 0.6, sd: 0.12 },
  },
};

/**
 * Found on banks with a tenth of labels flipped. With words, mixed labels gain .014 and more and other
 * noise up to .007, confused classes .02 and more and others up to .015; with vectors, of a bank whose
 * classes differ in size, .0019 to .0017 and .022 to .012.
 */
const noisePriors = {
  words: {
    bias: { weight: 0, sd: 3 },
    effectiveItems: 4000,
    minGains: { mixed: 0.012, confused: 0.018 },
  },
  withVectors: {
    bias: { weight: 0.5, sd: 0.3 },
    effectiveItems: 500,
    minGains: { mixed: 0.0018, confused: 0.018 },
  },
};

/**
 * Vectors are not worth their time if words and topics find that share of wrong labels, or hardly
 * predict them: banks in which vectors help have a kappa of .23 and more without them.
 */
const sufficientShare = 0.95;
const minPromisingKappa = 0.15;

/**
 * Labels that are probably wrong teach the classifier what is wrong: a rare class among many
 * questions of another would look like it, and those that stay make it doubt the rest. A large bank
 * teaches it again without them, if they are many; a small one is left too sure of what remains. A
 * million questions would take twice the time.
 */
const minWrongShare = 0.02;
const minRetrained = 20_000;

export async function predictLabels(
  { order, stream, topicOf, texts }: LabeledQuestions,
  { names, classOf }: LabelClasses,
  parameters: Pick<LabelsParameters, 'alpha' | 'folds' | 'seed' | 'use_topic_focus'>,
  control: AnalysisControl,
): Promise<LabelPredictions> {
  const indexOf = new Int32Array(classOf.length).fill(-1);
  const rows = [...classOf.keys()].filter((row) => (classOf[row] ?? -1) >= 0);
  for (const [index, row] of rows.entries()) indexOf[row] = index;
  const labels = classOf.filter((each) => each >= 0);
  const classes = names.length;
  const { alpha, use_topic_focus } = parameters;
  const pairs = order.length <= maxWithPairs;
  const matrix = buildTermMatrix(stream, order, { pairs }, subProgress(control, 0, 0.1));
  const topics = use_topic_focus
    ? [
        scoreTopics(
          topicOf.filter((_, row) => (classOf[row] ?? -1) >= 0),
          labels,
          classes,
          parameters,
        ),
      ]
    : [];

  const train = (trainedOn: Int32Array, part: AnalysisControl) =>
    scoreWords({ matrix, classOf: trainedOn, classes, alpha }, indexOf, parameters, part);
  const fitTo = (
    words: WordScores,
    { logarithm, probability }: WordWeights,
    more: Evidence[] = [],
  ) => {
    const evidence = [
      { scores: words.logarithms, weight: logarithm },
      ...(probability ? [{ scores: words.probabilities, weight: probability }] : []),
      ...topics.map((scores) => ({ scores, weight: weights.topics })),
      ...more,
    ];
    const prior = more.length > 0 ? noisePriors.withVectors : noisePriors.words;
    return fitNoiseModel({ evidence, labels, classes }, prior, control);
  };
  const predictionsOf = ({ probabilities }: NoiseModel) => ({ labels, probabilities, classes });

  const words = train(classOf, subProgress(control, 0.1, 0.2));
  let [fitted, vectors, warnings] = [fitTo(words, weights.words), 0, [] as Warning[]];
  const { detectable } = measureSharpness(predictionsOf(fitted), control);
  const { kappa } = measureAgreement(predictionsOf(fitted), control);
  const needsVectors = detectable < sufficientShare && kappa >= minPromisingKappa;
  if (needsVectors && control.embed && texts.length > 0) {
    const found = await fetchScores(
      rows.map((row) => texts[row] ?? ''),
      labels,
      classes,
      parameters,
      subProgress(control, 0.2, 0.95),
    );
    if (found.scores) {
      const { discriminants, neighbors } = found.scores;
      const expected = weightsWithVectors[discriminants.length > 1 ? 'twoModels' : 'oneModel'];
      const more = discriminants.flatMap((scores, model) => {
        const weight = expected.discriminants[model];
        return weight ? [{ scores, weight }] : [];
      });
      more.push({ scores: neighbors, weight: expected.neighbors });
      [fitted, vectors] = [fitTo(words, expected.words, more), labels.length];
    }
    warnings = found.warnings;
  } else if (pairs && labels.length >= minRetrained) {
    const cleaned = withoutWrong(classOf, indexOf, predictionsOf(fitted), fitted.confusion);
    const left = cleaned.reduce((sum, each, row) => sum + Number(each !== classOf[row]), 0);
    if (left >= minWrongShare * labels.length)
      fitted = fitTo(train(cleaned, subProgress(control, 0.2, 0.95)), weights.cleanedWords);
  }
  control.progress(1);
  const { noise, confusion } = fitted;
  return { known: predictionsOf(fitted), noise, confusion, indexOf, vectors, warnings };
}

/** The classes of all rows; none for those whose label is probably wrong. */
function withoutWrong(
  classOf: Int32Array,
  indexOf: Int32Array,
  predictions: Predictions,
  confusion: Confusion,
): Int32Array {
  return classOf.map((each, row) => {
    const index = indexOf[row] ?? -1;
    if (index < 0) return each;
    return confidenceOf(predictions, index, each, confusion) < maxConfidence ? -1 : each;
  });
}
