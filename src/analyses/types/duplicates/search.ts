import { type AnalysisControl, subProgress } from '../../analysis-type.ts';
import type { IntLists } from '../../kit/collections/int-lists.ts';
import { type CosineVisitor, joinByCosine } from './cosine-join.ts';
import { buildGramSets, type GramSets, jaccardOf, overlapOf, sortSet } from './gram-sets.ts';
import { joinByMinhash } from './minhash-join.ts';
import { countSteps, indexPrefixes, joinByPrefix, type PairVisitor } from './prefix-join.ts';
import type { QuestionTable } from './question-table.ts';
import type { DuplicatesParameters } from './schema.ts';
import type { Scope } from './scope.ts';
import { defaultLimits, type SearchLimits } from './search-limits.ts';
import { orderBy, ranksIn } from './stable-order.ts';
import { jaccardOfTexts } from './text-jaccard.ts';
import { buildWordVectors, cosineOf } from './word-vectors.ts';
import { createWorkPoll } from './work-poll.ts';

/** Called for each pair of similar stems. */
export type StemPairVisitor = (one: number, other: number, jaccard: number, cosine: number) => void;

type Method = 'exact' | 'minhash' | 'tfidf';

export interface SearchOutcome {
  /** The methods that were used. */
  readonly methods: readonly Method[];
  readonly isComplete: boolean;
  /** Whether letters were searched: not for very many questions. */
  readonly hasLetters: boolean;
  /** The similarity of any two stems. */
  measure(one: number, other: number): { jaccard: number; cosine: number };
}

/** Finds the stems with similar letters, similar words or both, depending on the method. */
export function searchSimilar(
  table: QuestionTable,
  parameters: DuplicatesParameters,
  isSelectedStem: (stem: number) => boolean,
  control: AnalysisControl,
  visit: StemPairVisitor,
  limits = defaultLimits,
): SearchOutcome {
  const { method, threshold } = parameters;
  const mayBeExact = isExactFeasible(parameters, table.words.count, limits);
  const sets = table.grams && buildGramSets(table.grams, table.stemKeys, mayBeExact, control);
  const stems = sets?.stems ?? orderBy(wordCounts(table.words), table.stemKeys);
  const vectors = buildWordVectors(table.words, table.wordKeys, stems, control);
  const stemOf = (set: number) => stems[set] ?? 0;
  const jaccardBetween = (one: number, other: number) =>
    sets
      ? jaccardOfSets(sets, one, other)
      : jaccardOfTexts(textOf(stemOf(one)), textOf(stemOf(other)), parameters.ngram);
  const textOf = (stem: number) => table.contents.stemTexts.read(stem);
  const sizeOf = (set: number) => sets?.sizes[set] ?? stepsOfText;
  const scope: Scope = {
    hasOthers: table.selected < table.ids.length,
    isSelected: (set) => isSelectedStem(stemOf(set)),
  };
  const methods: Method[] = [];
  let isComplete = true;
  if (method !== 'tfidf' && sets) {
    const part = subProgress(control, 0.05, method === 'auto' ? 0.6 : 1);
    const visitPair: PairVisitor = (one, other, jaccard) => {
      visit(stemOf(one), stemOf(other), jaccard, cosineOf(vectors, one, other));
    };
    const outcome = joinByLetters(sets, parameters, scope, limits, part, visitPair);
    methods.push(outcome.method);
    isComplete &&= outcome.isComplete;
  }
  if (method === 'auto' || method === 'tfidf' || !sets) {
    const part = subProgress(control, method === 'auto' ? 0.6 : 0.05, 1);
    const poll = createWorkPoll(control);
    // Pairs that a complete exact join has already reported are skipped.
    const isReportedBefore = methods.includes('exact') && isComplete;
    const visitPair: CosineVisitor = (one, other, cosine) => {
      poll(sizeOf(one) + sizeOf(other));
      const jaccard = jaccardBetween(one, other);
      if (jaccard >= threshold && isReportedBefore) return;
      visit(stemOf(one), stemOf(other), jaccard, cosine);
    };
    const minCosine = parameters.cosine;
    const outcome = joinByCosine(vectors, minCosine, scope, limits, part, visitPair);
    methods.push('tfidf');
    isComplete &&= outcome.isComplete;
  }
  const setOf = ranksIn(stems);
  return {
    methods,
    isComplete,
    hasLetters: sets !== undefined,
    measure(one, other) {
      const [left, right] = [setOf[one] ?? 0, setOf[other] ?? 0];
      return {
        jaccard: jaccardBetween(left, right),
        cosine: cosineOf(vectors, left, right),
      };
    },
  };
}

function isExactFeasible(
  { method, threshold }: DuplicatesParameters,
  sets: number,
  { maxSets, highThreshold }: SearchLimits,
): boolean {
  if (method === 'auto') return sets <= maxSets || threshold >= highThreshold;
  return method === 'exact';
}

function joinByLetters(
  sets: GramSets,
  parameters: DuplicatesParameters,
  scope: Scope,
  limits: SearchLimits,
  control: AnalysisControl,
  visit: PairVisitor,
): { method: Method; isComplete: boolean } {
  const { method, threshold } = parameters;
  if (isExactFeasible(parameters, sets.count, limits)) {
    const index = indexPrefixes(sets, threshold, scope, control);
    const steps = countSteps(sets, index, threshold, scope, control);
    if (method === 'exact' || steps <= limits.maxStepsPerSet * sets.count) {
      const { isComplete } = joinByPrefix(sets, index, threshold, scope, limits, control, visit);
      return { method: 'exact', isComplete };
    }
  }
  const { isComplete } = joinByMinhash(sets, parameters, scope, limits, control, visit);
  return { method: 'minhash', isComplete };
}

function jaccardOfSets(sets: GramSets, one: number, other: number): number {
  sortSet(sets, one);
  sortSet(sets, other);
  const shared = overlapOf(sets, one, other, 0);
  return jaccardOf(shared, sets.sizes[one] ?? 0, sets.sizes[other] ?? 0);
}

/** Cost in poll steps of comparing a text. */
const stepsOfText = 2000;

function wordCounts({ count, starts }: IntLists): Int32Array {
  const counts = new Int32Array(count);
  for (let stem = 0; stem < count; stem += 1) {
    counts[stem] = (starts[stem + 1] ?? 0) - (starts[stem] ?? 0);
  }
  return counts;
}
