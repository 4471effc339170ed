import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { createRandom, shuffle } from '../../kit/statistics/seeded-random.ts';
import type { TermMatrix } from '../../kit/terms/term-matrix.ts';
import { maxClusters } from './schema.ts';

export interface Clusters {
  readonly clusters: number;
  /** Whether the number of clusters was reduced because there are too many terms. */
  readonly isCut: boolean;
  /** The cluster of each row, numbered by descending size; −1 for a row without terms. */
  readonly clusterOf: Int32Array;
  /** The cosine of each row and its centroid. */
  readonly centroidCosines: Float32Array;
}

/** More rows hardly move the centroids. */
const maxSampleSize = 10_000;
const maxIterations = 30;
/** Stops when fewer than one row in a thousand changes its cluster. */
const convergedShare = 0.001;
const rowsBetweenPolls = 200;
/** Each centroid has one weight per term: at most 200 MB. */
const maxWeights = 50_000_000;
const termsBetweenPolls = 10_000;

/** √(n/2), a rule of thumb (Mardia, Kent and Bibby, 1979), from 2 to maxClusters. */
export function chooseClusterCount(rows: number): number {
  return Math.max(2, Math.min(maxClusters, Math.round(Math.sqrt(rows / 2))));
}

/**
 * Spherical k-means (Dhillon and Modha, 2001) with k-means++ seeding (Arthur and Vassilvitskii,
 * 2007), trained on a seeded sample of the rows.
 */
export function clusterRows(
  matrix: TermMatrix,
  requested: number,
  seed: number,
  control: AnalysisControl,
  weightLimit = maxWeights,
): Clusters {
  const maxAffordable = Math.max(2, Math.floor(weightLimit / Math.max(1, matrix.terms)));
  const random = createRandom(seed);
  const nonEmpty = Array.from({ length: matrix.rows }, (_, row) => row).filter(
    (row) => (matrix.starts[row + 1] ?? 0) > (matrix.starts[row] ?? 0),
  );
  const sample = shuffle(Int32Array.from(nonEmpty), random).subarray(0, maxSampleSize).sort();
  const seeds = drawSeeds(matrix, sample, Math.min(requested, maxAffordable), random, control);
  const clusters = seeds.length;
  const centroids = createCentroids(matrix, clusters, control);
  const assignments = new Int32Array(matrix.rows).fill(-1);
  for (const [cluster, row] of seeds.entries()) assignments[row] = cluster;
  centroids.moveTo(Int32Array.from(seeds), assignments);

  const centroidCosines = new Float32Array(matrix.rows);
  assignments.fill(-1);
  for (let round = 0; round < maxIterations; round += 1) {
    let moved = 0;
    for (const [at, row] of sample.entries()) {
      if (at % rowsBetweenPolls === 0) throwIfAborted(control);
      const { cluster } = centroids.nearest(row);
      if (cluster !== assignments[row]) moved += 1;
      assignments[row] = cluster;
    }
    control.progress((0.5 * (round + 1)) / maxIterations);
    if (moved <= sample.length * convergedShare) break;
    centroids.moveTo(sample, assignments);
  }
  for (const [at, row] of nonEmpty.entries()) {
    if (at % rowsBetweenPolls === 0) throwIfAborted(control);
    const { cluster, cosine } = centroids.nearest(row);
    assignments[row] = cluster;
    centroidCosines[row] = cosine;
  }
  control.progress(1);
  const isCut = maxAffordable < requested && clusters === maxAffordable;
  return { ...numberBySize(assignments, clusters), isCut, centroidCosines };
}

/**
 * Draws each seed with a probability proportional to its distance, 1 − cosine, from the nearest
 * seed so far.
 */
function drawSeeds(
  matrix: TermMatrix,
  sample: Int32Array,
  requested: number,
  random: () => number,
  control: AnalysisControl,
): number[] {
  const distances = new Float64Array(sample.length).fill(1);
  const dense = new Float32Array(matrix.terms);
  const seeds: number[] = [];
  while (seeds.length < requested) {
    const at = drawByWeight(distances, random);
    if (at < 0) break;
    const seed = sample[at] ?? 0;
    seeds.push(seed);
    scatter(matrix, seed, dense, 1);
    for (const [other, row] of sample.entries()) {
      if (other % rowsBetweenPolls === 0) throwIfAborted(control);
      const distance = Math.max(0, 1 - dot(matrix, row, dense));
      // Equal up to rounding: not a new seed.
      if (distance < (distances[other] ?? 0)) distances[other] = distance < 1e-6 ? 0 : distance;
    }
    scatter(matrix, seed, dense, 0);
  }
  return seeds;
}

function drawByWeight(weights: Float64Array, random: () => number): number {
  let remaining = random() * weights.reduce((sum, weight) => sum + weight, 0);
  let last = -1;
  for (const [at, weight] of weights.entries()) {
    if (weight === 0) continue;
    last = at;
    remaining -= weight;
    if (remaining < 0) return at;
  }
  return last;
}

function scatter(matrix: TermMatrix, row: number, dense: Float32Array, factor: 0 | 1): void {
  for (let at = matrix.starts[row] ?? 0; at < (matrix.starts[row + 1] ?? 0); at += 1) {
    dense[matrix.columns[at] ?? 0] = factor * (matrix.weights[at] ?? 0);
  }
}

function dot(matrix: TermMatrix, row: number, dense: Float32Array): number {
  let sum = 0;
  for (let at = matrix.starts[row] ?? 0; at < (matrix.starts[row + 1] ?? 0); at += 1) {
    sum += (matrix.weights[at] ?? 0) * (dense[matrix.columns[at] ?? 0] ?? 0);
  }
  return sum;
}

/** Centroids are stored term-major, so that the weights of a term are contiguous. */
function createCentroids(matrix: TermMatrix, clusters: number, control: AnalysisControl) {
  const centroids = new Float32Array(matrix.terms * clusters);
  // Before the array is filled: exceeding the memory limit aborts the run here.
  throwIfAborted(control);
  const cosines = new Float64Array(clusters);
  const visitTerms = (visit: (first: number) => void) => {
    for (let term = 0; term < matrix.terms; term += 1) {
      if (term % termsBetweenPolls === 0) throwIfAborted(control);
      visit(term * clusters);
    }
  };
  return {
    nearest(row: number) {
      cosines.fill(0);
      for (let at = matrix.starts[row] ?? 0; at < (matrix.starts[row + 1] ?? 0); at += 1) {
        const first = (matrix.columns[at] ?? 0) * clusters;
        const weight = matrix.weights[at] ?? 0;
        for (let each = 0; each < clusters; each += 1) {
          cosines[each] = (cosines[each] ?? 0) + weight * (centroids[first + each] ?? 0);
        }
      }
      let cluster = 0;
      for (let each = 1; each < clusters; each += 1) {
        if ((cosines[each] ?? 0) > (cosines[cluster] ?? 0)) cluster = each;
      }
      return { cluster, cosine: Math.min(1, cosines[cluster] ?? 0) };
    },
    moveTo(rows: Int32Array, assignments: Int32Array) {
      centroids.fill(0);
      for (const [at, row] of rows.entries()) {
        if (at % rowsBetweenPolls === 0) throwIfAborted(control);
        addRow(row, assignments[row] ?? 0);
      }
      const squares = new Float64Array(clusters);
      visitTerms((first) => {
        for (let each = 0; each < clusters; each += 1) {
          const weight = centroids[first + each] ?? 0;
          if (weight > 0) squares[each] = (squares[each] ?? 0) + weight * weight;
        }
      });
      const lengths = squares.map((square) => Math.sqrt(square));
      visitTerms((first) => {
        for (let each = 0; each < clusters; each += 1) {
          const weight = centroids[first + each] ?? 0;
          if (weight > 0) centroids[first + each] = weight / (lengths[each] ?? 1);
        }
      });
    },
  };

  function addRow(row: number, cluster: number): void {
    for (let at = matrix.starts[row] ?? 0; at < (matrix.starts[row + 1] ?? 0); at += 1) {
      const offset = (matrix.columns[at] ?? 0) * clusters + cluster;
      centroids[offset] = (centroids[offset] ?? 0) + (matrix.weights[at] ?? 0);
    }
  }
}

/** Renumbers clusters by descending size, ties by first row; empty clusters are dropped. */
function numberBySize(assignments: Int32Array, clusters: number) {
  const sizes = Array.from({ length: clusters }, (_, cluster) => ({ cluster, size: 0, first: -1 }));
  for (const [row, cluster] of assignments.entries()) {
    const entry = sizes[cluster];
    if (!entry) continue;
    if (entry.size === 0) entry.first = row;
    entry.size += 1;
  }
  const kept = sizes.filter(({ size }) => size > 0);
  kept.sort((one, other) => other.size - one.size || one.first - other.first);
  const numbers = new Map(kept.map(({ cluster }, number) => [cluster, number]));
  return {
    clusters: kept.length,
    clusterOf: assignments.map((cluster) => numbers.get(cluster) ?? -1),
  };
}
