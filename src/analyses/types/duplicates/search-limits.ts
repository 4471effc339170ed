/** How much work a search does before it takes another way, or leaves something out and says so. */
export interface SearchLimits {
  /**
   * So many steps per set the exact join may take before the sketches of MinHash are preferred.
   * They cost as much as about 250 steps; not to miss a pair is worth twice that.
   */
  readonly maxStepsPerSet: number;
  /** In more sets than this, at a lower threshold, the exact join is known to take more steps. */
  readonly maxSets: number;
  readonly highThreshold: number;
  /** Words with which more stems begin than this say little, and comparing all would be quadratic. */
  readonly maxPostings: number;
  /** MinHash holds a set against this many others of its buckets: more are one mass of similarity. */
  readonly maxCompared: number;
  /**
   * Where a question is like so many others before it, all are one mass, and further pairs of it
   * would cost much and tell nothing.
   */
  readonly maxSimilarPairs: number;
  /** The exact join cuts no such mass before it has found this many pairs, more than will be kept. */
  readonly pairsBeforeCut: number;
}

export const defaultLimits: SearchLimits = {
  maxStepsPerSet: 500,
  maxSets: 50_000,
  highThreshold: 0.8,
  maxPostings: 2000,
  maxCompared: 1000,
  maxSimilarPairs: 50,
  pairsBeforeCut: 200_000,
};
