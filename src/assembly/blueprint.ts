/** A question that forms may use; what decides whether it fits. */
export interface Candidate {
  readonly id: string;
  readonly category: string;
  readonly difficulty: number;
  /** In lower case. */
  readonly topic: string | null;
  readonly source: string | null;
  /** How often it has been used. */
  readonly exposure: number;
  /** The information it gives at each ability of the target; undefined without item parameters. */
  readonly information?: readonly number[];
}

/** How many questions of one kind each form has. */
export interface Quota {
  readonly category?: string | undefined;
  readonly difficulty?: number | undefined;
  readonly topicFocus?: string | undefined;
  readonly source?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export type Objective =
  /** Every question gets a random number by the seed; the smallest sum wins. */
  | { readonly kind: 'random' }
  | { readonly kind: 'least_exposure' }
  /** The least information at any ability, in any form, is as large as possible. */
  | { readonly kind: 'max_information' }
  /** The largest deviation from the target at any ability, in any form, is as small as possible. */
  | { readonly kind: 'target_information'; readonly target: readonly number[] };

/** Pairs of indexes of candidates that no form has both of. */
export type Pairs = readonly (readonly [number, number])[];

/** What forms must be like. */
export interface Blueprint {
  readonly forms: number;
  readonly length: number;
  readonly quotas: readonly Quota[];
  readonly maxPerTopic: number | null;
  readonly enemies: Pairs;
  /** Their places in the request, if some of its pairs are not among the candidates. */
  readonly enemyPlaces?: readonly number[];
  readonly duplicates: Pairs;
  /** How many questions two forms may share. */
  readonly overlap: number;
  readonly objective: Objective;
  readonly seed: string;
}

export type Assembly =
  | {
      readonly status: 'OPTIMAL' | 'FEASIBLE';
      readonly objective: number;
      /** No form can be better than this. */
      readonly bound: number;
      /** Indexes of candidates, by form. */
      readonly forms: readonly (readonly number[])[];
    }
  | {
      readonly status: 'INFEASIBLE';
      readonly conflicts: readonly string[];
      /** Where each of them is in the request. */
      readonly pointers: readonly string[];
      /** Whether each of the conflicts is known to be needed. */
      readonly isIrreducible: boolean;
    }
  /** The time limit was reached before any form was found. */
  | { readonly status: 'UNKNOWN' };

export function matchesQuota(
  { category, difficulty, topicFocus, source }: Quota,
  candidate: Candidate,
): boolean {
  return (
    (category === undefined || candidate.category === category) &&
    (difficulty === undefined || candidate.difficulty === difficulty) &&
    (topicFocus === undefined || candidate.topic === topicFocus.toLowerCase()) &&
    (source === undefined || candidate.source === source)
  );
}
