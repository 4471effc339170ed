import { type AnalysisControl, stretchOf } from '../analysis-type.ts';
import type { DuplicatesParameters } from '../duplicates-schema.ts';
import { joinByCosine } from './cosine-join.ts';
import { type GramSets, jaccardOf, overlapOf, rankGrams } from './gram-sets.ts';
import { joinByMinhash } from './minhash-join.ts';
import { countSteps, indexPrefixes, joinByPrefix } from './prefix-join.ts';
import type { QuestionTable } from './question-table.ts';
import type { Scope } from './scope.ts';
import { placesIn } from './stable-order.ts';
import { cosineOf, weighWords } from './word-vectors.ts';

/** Told of two stems that are alike. */
export type StemPairVisitor = (one: number, other: number, jaccard: number, cosine: number) => void;

/**
 * So many steps per set the exact join may take before the sketches of MinHash are preferred. They
 * cost as much as about 250 steps; not to miss a pair is worth twice that.
 */
const mostStepsPerSet = 500;

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
  const { method, threshold, cosine: leastCosine } = parameters;
  const sets = rankGrams(table.grams, table.stemKeys, control);
  const vectors = weighWords(table.words, table.wordKeys, control);
  const hasOthers = table.chosen < table.ids.length;
  const methods: Method[] = [];
  let isWhole = true;
  if (method !== 'tfidf') {
    const scope = { hasOthers, isChosen: (set: number) => isChosenStem(sets.stems[set] ?? 0) };
    const stretch = stretchOf(control, 0.05, method === 'auto' ? 0.6 : 1);
    const outcome = joinByLetters(sets, parameters, scope, stretch, (one, other, jaccard) => {
      const [left, right] = [sets.stems[one] ?? 0, sets.stems[other] ?? 0];
      visit(left, right, jaccard, cosineOf(vectors, left, right));
    });
    methods.push(outcome.method);
    isWhole &&= outcome.isWhole;
  }
  if (method === 'auto' || method === 'tfidf') {
    const jaccard = jaccardOfStems(sets);
    const scope = { hasOthers, isChosen: isChosenStem };
    const stretch = stretchOf(control, method === 'auto' ? 0.6 : 0.05, 1);
    const outcome = joinByCosine(
      vectors,
      leastCosine,
      scope,
      mostHolders,
      stretch,
      (one, other, cosine) => {
        const likeness = jaccard(one, other);
        // What an exact join has found already need not be told again.
        if (likeness < threshold || !methods.includes('exact')) visit(one, other, likeness, cosine);
      },
    );
    methods.push('tfidf');
    isWhole &&= outcome.isWhole;
  }
  return { methods, isWhole };
}

function joinByLetters(
  sets: GramSets,
  parameters: DuplicatesParameters,
  scope: Scope,
  control: AnalysisControl,
  visit: (one: number, other: number, jaccard: number) => void,
): { method: Method; isWhole: boolean } {
  const { method, threshold } = parameters;
  if (method !== 'minhash') {
    const index = indexPrefixes(sets, threshold, scope);
    const isCheap = countSteps(sets, index, threshold, scope) <= mostStepsPerSet * sets.count;
    if (method === 'exact' || isCheap) {
      joinByPrefix(sets, index, threshold, scope, control, visit);
      return { method: 'exact', isWhole: true };
    }
  }
  const { isWhole } = joinByMinhash(sets, parameters, scope, control, visit);
  return { method: 'minhash', isWhole };
}

function jaccardOfStems(sets: GramSets) {
  const places = placesIn(sets.stems);
  return (one: number, other: number): number => {
    const [left, right] = [places[one] ?? 0, places[other] ?? 0];
    const shared = overlapOf(sets, left, right, 0);
    return jaccardOf(shared, sets.sizes[left] ?? 0, sets.sizes[right] ?? 0);
  };
}
