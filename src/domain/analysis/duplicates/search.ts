import { type AnalysisControl, stretchOf } from '../analysis-type.ts';
import type { DuplicatesParameters } from '../duplicates-schema.ts';
import { joinByCosine } from './cosine-join.ts';
import { type GramSets, jaccardOf, layOutSets, overlapOf, sortSet } from './gram-sets.ts';
import { joinByMinhash } from './minhash-join.ts';
import { countSteps, indexPrefixes, joinByPrefix } from './prefix-join.ts';
import type { QuestionTable } from './question-table.ts';
import type { Scope } from './scope.ts';
import { cosineOf, weighWords } from './word-vectors.ts';

/** Told of two stems that are alike. */
export type StemPairVisitor = (one: number, other: number, jaccard: number, cosine: number) => void;

/**
 * So many steps per set the exact join may take before the sketches of MinHash are preferred. They
 * cost as much as about 250 steps; not to miss a pair is worth twice that.
 */
const mostStepsPerSet = 500;

/** In larger sets, at a threshold this low, the exact join is known to take more than that. */
const mostSets = 50_000;
const highThreshold = 0.8;

/** Words with which more stems begin than this say little, and comparing all would be quadratic. */
const mostHolders = 2000;

type Method = 'exact' | 'minhash' | 'tfidf';

export interface SearchOutcome {
  /** The ways of searching that were used. */
  readonly methods: readonly Method[];
  readonly isWhole: boolean;
}

/** Finds the stems that are alike by letters, by words, or both, as the method says. */
export function searchAlike(
  table: QuestionTable,
  parameters: DuplicatesParameters,
  isChosenStem: (stem: number) => boolean,
  control: AnalysisControl,
  visit: StemPairVisitor,
): SearchOutcome {
  const { method, threshold } = parameters;
  const mayBeExact = isWorthTrying(parameters, table.words.count);
  const sets = layOutSets(table.grams, table.stemKeys, mayBeExact, control);
  const vectors = weighWords(table.words, table.wordKeys, sets.stems, control);
  const stemOf = (set: number) => sets.stems[set] ?? 0;
  const scope: Scope = {
    hasOthers: table.chosen < table.ids.length,
    isChosen: (set) => isChosenStem(stemOf(set)),
  };
  const methods: Method[] = [];
  let isWhole = true;
  if (method !== 'tfidf') {
    const stretch = stretchOf(control, 0.05, method === 'auto' ? 0.6 : 1);
    const outcome = joinByLetters(sets, parameters, scope, stretch, (one, other, jaccard) => {
      visit(stemOf(one), stemOf(other), jaccard, cosineOf(vectors, one, other));
    });
    methods.push(outcome.method);
    isWhole &&= outcome.isWhole;
  }
  if (method === 'auto' || method === 'tfidf') {
    const stretch = stretchOf(control, method === 'auto' ? 0.6 : 0.05, 1);
    const visitPair = (one: number, other: number, cosine: number) => {
      const jaccard = jaccardOfSets(sets, one, other);
      // What an exact join has found already need not be told again.
      if (jaccard >= threshold && methods.includes('exact')) return;
      visit(stemOf(one), stemOf(other), jaccard, cosine);
    };
    const least = parameters.cosine;
    const outcome = joinByCosine(vectors, least, scope, mostHolders, stretch, visitPair);
    methods.push('tfidf');
    isWhole &&= outcome.isWhole;
  }
  return { methods, isWhole };
}

function isWorthTrying({ method, threshold }: DuplicatesParameters, sets: number): boolean {
  if (method === 'auto') return sets <= mostSets || threshold >= highThreshold;
  return method === 'exact';
}

function joinByLetters(
  sets: GramSets,
  parameters: DuplicatesParameters,
  scope: Scope,
  control: AnalysisControl,
  visit: (one: number, other: number, jaccard: number) => void,
): { method: Method; isWhole: boolean } {
  const { method, threshold } = parameters;
  if (isWorthTrying(parameters, sets.count)) {
    const index = indexPrefixes(sets, threshold, scope, control);
    const steps = countSteps(sets, index, threshold, scope, control);
    if (method === 'exact' || steps <= mostStepsPerSet * sets.count) {
      joinByPrefix(sets, index, threshold, scope, control, visit);
      return { method: 'exact', isWhole: true };
    }
  }
  const { isWhole } = joinByMinhash(sets, parameters, scope, control, visit);
  return { method: 'minhash', isWhole };
}

function jaccardOfSets(sets: GramSets, one: number, other: number): number {
  sortSet(sets, one);
  sortSet(sets, other);
  const shared = overlapOf(sets, one, other, 0);
  return jaccardOf(shared, sets.sizes[one] ?? 0, sets.sizes[other] ?? 0);
}
