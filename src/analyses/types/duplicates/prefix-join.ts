import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { type GramSets, jaccardOf, overlapBound, overlapOf } from './gram-sets.ts';
import { ceilWithTolerance, minOverlaps, type Scope } from './scope.ts';
import type { SearchLimits } from './search-limits.ts';
import { createWorkPoll } from './work-poll.ts';

const setsBetweenPolls = 64;

/** Told of each pair of sets (places in GramSets) that are alike, once. */
export type PairVisitor = (one: number, other: number, jaccard: number) => void;

export interface PrefixIndex {
  /**
   * For each n-gram the chosen sets that have it among their rarest, the smallest set first; with
   * each set, side by side in memory, how many n-grams it has from this one on.
   */
  readonly entries: Int32Array;
  readonly starts: Int32Array;
}

/**
 * Two sets with a similarity of t share one of their rarest n-grams: one among the first
 * |x| − ⌈t·|x|⌉ + 1 of each (Chaudhuri, Ganti and Kaushik 2006; Bayardo, Ma and Srikant 2007).
 * Where a set is only met by sets as large, the shorter prefix of Xiao et al. (2008) will do.
 */
export function indexPrefixes(
  sets: GramSets,
  threshold: number,
  scope: Scope,
  control: AnalysisControl,
): PrefixIndex {
  const kept = scope.hasOthers ? threshold : (2 * threshold) / (1 + threshold);
  const starts = new Int32Array(sets.hashes.length + 1);
  for (let set = 0; set < sets.count; set += 1) {
    if (set % setsBetweenPolls === 0) throwIfAborted(control);
    if (!scope.isChosen(set)) continue;
    const from = sets.starts[set] ?? 0;
    const end = from + prefixLength(sets.sizes[set] ?? 0, kept);
    for (let at = from; at < end; at += 1) {
      const next = (sets.grams[at] ?? 0) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
  }
  for (let gram = 0; gram < sets.hashes.length; gram += 1) {
    starts[gram + 1] = (starts[gram + 1] ?? 0) + (starts[gram] ?? 0);
  }
  return { entries: fillIndex(sets, kept, scope, starts, control), starts };
}

/** How many entries of the index a join may have to look at. */
export function countSteps(
  sets: GramSets,
  index: PrefixIndex,
  threshold: number,
  scope: Scope,
  control: AnalysisControl,
): number {
  let [fromChosen, fromOthers] = [0, 0];
  for (let set = 0; set < sets.count; set += 1) {
    if (set % setsBetweenPolls === 0) throwIfAborted(control);
    const from = sets.starts[set] ?? 0;
    const end = from + prefixLength(sets.sizes[set] ?? 0, threshold);
    let holders = 0;
    for (let at = from; at < end; at += 1) {
      const gram = sets.grams[at] ?? 0;
      holders += (index.starts[gram + 1] ?? 0) - (index.starts[gram] ?? 0);
    }
    if (scope.isChosen(set)) fromChosen += holders;
    else fromOthers += holders;
  }
  // Of two chosen sets only one looks for the other.
  return fromChosen / 2 + fromOthers;
}

function fillIndex(
  sets: GramSets,
  kept: number,
  scope: Scope,
  starts: Int32Array,
  control: AnalysisControl,
): PrefixIndex['entries'] {
  const next = starts.slice();
  const entries = new Int32Array(2 * (starts[sets.hashes.length] ?? 0));
  for (let set = 0; set < sets.count; set += 1) {
    if (set % setsBetweenPolls === 0) throwIfAborted(control);
    if (!scope.isChosen(set)) continue;
    const size = sets.sizes[set] ?? 0;
    const from = sets.starts[set] ?? 0;
    const end = from + prefixLength(size, kept);
    for (let at = from; at < end; at += 1) {
      const gram = sets.grams[at] ?? 0;
      const place = next[gram] ?? 0;
      entries[2 * place] = set;
      entries[2 * place + 1] = size - (at - from);
      next[gram] = place + 1;
    }
  }
  return entries;
}

function prefixLength(size: number, threshold: number): number {
  return Math.min(size, size - ceilWithTolerance(threshold * size) + 1);
}

/**
 * Finds every pair of sets, one of them chosen, with a Jaccard similarity of at least `threshold`.
 * An entry is dropped by what is left of both sets (Xiao et al. 2008), then by their parities.
 * Where there are very many pairs, no more than some are told of each set; says whether all were.
 */
export function joinByPrefix(
  sets: GramSets,
  index: PrefixIndex,
  threshold: number,
  scope: Scope,
  { maxSimilarPairs, pairsBeforeCut }: SearchLimits,
  control: AnalysisControl,
  visit: PairVisitor,
): { isWhole: boolean } {
  const { grams, starts, sizes } = sets;
  const { entries } = index;
  const firsts = index.starts.slice();
  const met = new Int32Array(sets.count).fill(-1);
  const needed = minOverlaps(threshold, sizes[sets.count - 1] ?? 0);
  const poll = createWorkPoll(control);
  let pairs = 0;
  let isWhole = true;
  for (let set = 0; set < sets.count; set += 1) {
    if (set % setsBetweenPolls === 0) {
      throwIfAborted(control);
      control.progress(set / sets.count);
    }
    const size = sizes[set] ?? 0;
    const smallest = ceilWithTolerance(threshold * size);
    // Of two chosen sets the larger looks for the smaller; others look for chosen ones of any size.
    const end = scope.isChosen(set) ? set : sets.count;
    const prefix = prefixLength(size, threshold);
    let alike = 0;
    let isCut = false;
    for (let at = 0; at < prefix && !isCut; at += 1) {
      const gram = grams[(starts[set] ?? 0) + at] ?? 0;
      const last = index.starts[gram + 1] ?? 0;
      const first = firsts[gram] ?? 0;
      let place = first;
      // Sets come rising in size, so what is too small for this one is so for all that follow.
      while (place < last && (sizes[entries[2 * place] ?? 0] ?? 0) < smallest) place += 1;
      firsts[gram] = place;
      for (; place < last; place += 1) {
        const other = entries[2 * place] ?? 0;
        if (other >= end) break;
        const otherSize = sizes[other] ?? 0;
        const fewest = needed[size + otherSize] ?? 0;
        if (size - at < fewest) break;
        const rest = entries[2 * place + 1] ?? 0;
        if (rest < fewest || met[other] === set) continue;
        met[other] = set;
        if (overlapBound(sets, set, other) < fewest) continue;
        // This is the rarest n-gram they share, so none before it counts.
        poll(size + otherSize);
        const shared = overlapOf(sets, set, other, fewest, at, otherSize - rest);
        if (shared < fewest) continue;
        visit(set, other, jaccardOf(shared, size, otherSize));
        alike += 1;
        pairs += 1;
        isCut = alike >= maxSimilarPairs && pairs >= pairsBeforeCut;
        if (isCut) break;
      }
      poll(place - first);
    }
    if (isCut) isWhole = false;
  }
  control.progress(1);
  return { isWhole };
}
