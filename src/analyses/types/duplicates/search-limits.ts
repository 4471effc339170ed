/** How much work a search does before it switches the method, or skips candidates and reports it. */
export interface SearchLimits {
  /**
   * Steps per set that the exact join may take before MinHash is preferred. Sketches cost about 250
   * steps; missing no pair is worth twice that.
   */
  readonly maxStepsPerSet: number;
  /** With more sets, at a lower threshold, the exact join is known to exceed the limit. */
  readonly maxSets: number;
  readonly highThreshold: number;
  /** Words in the prefixes of more stems are not distinctive, and comparing all would be quadratic. */
  readonly maxPostings: number;
  /** MinHash compares a set with at most this many others of its buckets. */
  readonly maxCompared: number;
  /**
   * A question with this many similar ones before it is in a dense cluster; more of its pairs would
   * add cost but no information.
   */
  readonly maxSimilarPairs: number;
  /** The exact join skips no pairs before it has found this many, more than are kept. */
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
