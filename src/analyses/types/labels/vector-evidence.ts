import { type AnalysisControl, subProgress, throwIfAborted } from '../../analysis-type.ts';
import type { Warning } from '../../envelope.ts';
import { trainDiscriminant } from '../../kit/statistics/linear-discriminant.ts';
import { createRandom } from '../../kit/statistics/seeded-random.ts';
import { type CrossValidation, stratifiedFolds } from '../../kit/terms/cross-validation.ts';
import { fetchVectors } from '../../kit/vectors/fetch-vectors.ts';

const noVector = new Float32Array(0);

/** Scores of every class for every text, row-major; none if the provider of vectors failed. */
export async function fetchScores(
  texts: readonly string[],
  labels: Int32Array,
  classes: number,
  crossValidation: CrossValidation,
  control: AnalysisControl,
): Promise<{ scores?: Float32Array; warnings: Warning[] }> {
  const { vectors, failure } = await fetchVectors(
    [...new Set(texts)],
    subProgress(control, 0, 0.9),
  );
  if (failure !== undefined) {
    const detail = `Labels were judged by words and topics alone. ${failure}`;
    return { warnings: [{ code: 'vectors_unavailable', detail }] };
  }
  const found = texts.map((text) => vectors.get(text) ?? noVector);
  const part = subProgress(control, 0.9, 1);
  return { scores: scoreVectors(found, labels, classes, crossValidation, part), warnings: [] };
}

/**
 * The logarithm of the probability of each class by the vector, from a discriminant that was not
 * trained on it; 0 for a zero vector.
 */
export function scoreVectors(
  vectors: readonly Float32Array[],
  labels: Int32Array,
  classes: number,
  { folds, seed }: CrossValidation,
  control: AnalysisControl,
): Float32Array {
  const reduce = createReduction(vectors[0]?.length ?? 0);
  const points = vectors.map((vector) => toUnit(reduce(vector)));
  const hasVector = points.map((point) => point.some((each) => each !== 0));
  const classOf = labels.map((label, item) => (hasVector[item] ? label : -1));
  const foldOf = stratifiedFolds(labels, classes, { folds, seed });
  const scores = new Float32Array(labels.length * classes);
  for (let heldOut = 0; heldOut < folds; heldOut += 1) {
    const isTraining = (item: number) => foldOf[item] !== heldOut;
    const discriminant = trainDiscriminant({ points, classOf, classes }, isTraining, control);
    for (const [item, point] of points.entries()) {
      if (foldOf[item] !== heldOut || !hasVector[item]) continue;
      const own = discriminant(point);
      const top = Math.max(...own);
      const total = Math.log(own.reduce((sum, score) => sum + Math.exp(score - top), 0));
      scores.set(
        own.map((score) => score - top - total),
        item * classes,
      );
    }
    throwIfAborted(control);
    control.progress((heldOut + 1) / folds);
  }
  return scores;
}

/** The time grows with the square of the dimensions. */
const maxDimensions = 512;

/** Sums many dimensions up in fewer with random signs, which keeps products about the same. */
function createReduction(dimensions: number): (vector: Float32Array) => Float32Array {
  if (dimensions <= maxDimensions) return (vector) => vector;
  const random = createRandom(1);
  const signs = Float32Array.from({ length: dimensions }, () => (random() < 0.5 ? -1 : 1));
  return (vector) => {
    const reduced = new Float32Array(maxDimensions);
    for (const [at, each] of vector.entries())
      reduced[at % maxDimensions] = (reduced[at % maxDimensions] ?? 0) + (signs[at] ?? 0) * each;
    return reduced;
  };
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0));
  return length > 0 ? vector.map((each) => each / length) : vector;
}
