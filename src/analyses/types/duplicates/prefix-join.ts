import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { type GramSets, jaccardOf, overlapBound, overlapOf } from './gram-sets.ts';
import { ceilWithTolerance, minOverlaps, type Scope } from './scope.ts';
import type { SearchLimits } from './search-limits.ts';
import { createWorkPoll } from './work-poll.ts';

const setsBetweenPolls = 64;

/** Called once for each pair of similar sets (indexes into GramSets). */
export type PairVisitor = (one: number, other: number, jaccard: number) => void;

export interface PrefixIndex {
  /**
   * Inverted index of the prefixes of the selected sets, smallest set first. An entry holds the set
   * and the number of its n-grams from this one on, interleaved because they are read together.
   */
  readonly entries: Int32Array;
  readonly starts: Int32Array;
}

/**
 * Two sets with a similarity of t share an n-gram in their prefixes, the rarest |x| − ⌈t·|x|⌉ + 1
 * of each (Chaudhuri, Ganti and Kaushik 2006; Bayardo, Ma and Srikant 2007). If a set is only
 * probed by sets at least as large, the shorter prefix of Xiao et al. (2008) suffices.
 */
export function indexPrefixes(
  sets: GramSets,
  threshold: number,
  scope: Scope,
  control: AnalysisControl,
): PrefixIndex {
  const prefixThreshold = scope.hasOthers ? threshold : (2 * threshold) / (1 + threshold);
  const starts = new Int32Array(sets.hashes.length + 1);
  for (let set = 0; set < sets.count; set += 1) {
    if (set % setsBetweenPolls === 0) throwIfAborted(control);
    if (!scope.isSelected(set)) continue;
    const from = sets.starts[set] ?? 0;
    const end = from + prefixLength(sets.sizes[set] ?? 0, prefixThreshold);
    for (let at = from; at < end; at += 1) {
      const next = (sets.grams[at] ?? 0) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
  }
  for (let gram = 0; gram < sets.hashes.length; gram += 1) {
    starts[gram + 1] = (starts[gram + 1] ?? 0) + (starts[gram] ?? 0);
  }
  return { entries: fillIndex(sets, prefixThreshold, scope, starts, control), starts };
}

/** The number of index entries a join would visit. */
export function countSteps(
  sets: GramSets,
  index: PrefixIndex,
  threshold: number,
  scope: Scope,
  control: AnalysisControl,
): number {
  let [fromSelected, fromOthers] = [0, 0];
  for (let set = 0; set < sets.count; set += 1) {
    if (set % setsBetweenPolls === 0) throwIfAborted(control);
    const from = sets.starts[set] ?? 0;
    const end = from + prefixLength(sets.sizes[set] ?? 0, threshold);
    let postings = 0;
    for (let at = from; at < end; at += 1) {
      const gram = sets.grams[at] ?? 0;
      postings += (index.starts[gram + 1] ?? 0) - (index.starts[gram] ?? 0);
    }
    if (scope.isSelected(set)) fromSelected += postings;
    else fromOthers += postings;
  }
  // Of two selected sets only one probes for the other.
  return fromSelected / 2 + fromOthers;
}

function fillIndex(
  sets: GramSets,
  prefixThreshold: number,
  scope: Scope,
  starts: Int32Array,
  control: AnalysisControl,
): PrefixIndex['entries'] {
  const next = starts.slice();
  const entries = new Int32Array(2 * (starts[sets.hashes.length] ?? 0));
  for (let set = 0; set < sets.count; set += 1) {
    if (set % setsBetweenPolls === 0) throwIfAborted(control);
    if (!scope.isSelected(set)) continue;
    const size = sets.sizes[set] ?? 0;
    const from = sets.starts[set] ?? 0;
    const end = from + prefixLength(size, prefixThreshold);
    for (let at = from; at < end; at += 1) {
      const gram = sets.grams[at] ?? 0;
      const slot = next[gram] ?? 0;
      entries[2 * slot] = set;
      entries[2 * slot + 1] = size - (at - from);
      next[gram] = slot + 1;
    }
  }
  return entries;
}

function prefixLength(size: number, threshold: number): number {
  return Math.min(size, size - ceilWithTolerance(threshold * size) + 1);
}

/**
 * Finds every pair of sets, at least one of them selected, with a Jaccard similarity of at least
 * `threshold`. Candidates are rejected by position (Xiao et al. 2008), then by their parity
 * sketches. After `pairsBeforeCut` pairs a set has at most `maxSimilarPairs`; `isComplete` is false
 * if pairs were skipped.
 */
export function joinByPrefix(
  sets: GramSets,
  index: PrefixIndex,
  threshold: number,
  scope: Scope,
  { maxSimilarPairs, pairsBeforeCut }: SearchLimits,
  control: AnalysisControl,
  visit: PairVisitor,
): { isComplete: boolean } {
  const { grams, starts, sizes } = sets;
  const { entries } = index;
  const firsts = index.starts.slice();
  const visitedBy = new Int32Array(sets.count).fill(-1);
  const minOverlapBySize = minOverlaps(threshold, sizes[sets.count - 1] ?? 0);
  const poll = createWorkPoll(control);
  let pairs = 0;
  let isComplete = true;
  for (let set = 0; set < sets.count; set += 1) {
    if (set % setsBetweenPolls === 0) {
      throwIfAborted(control);
      control.progress(set / sets.count);
    }
    const size = sizes[set] ?? 0;
    const minSize = ceilWithTolerance(threshold * size);
    // Of two selected sets the larger probes for the smaller; others probe for selected ones of any
    // size.
    const end = scope.isSelected(set) ? set : sets.count;
    const prefix = prefixLength(size, threshold);
    let similar = 0;
    let isCut = false;
    for (let at = 0; at < prefix && !isCut; at += 1) {
      const gram = grams[(starts[set] ?? 0) + at] ?? 0;
      const last = index.starts[gram + 1] ?? 0;
      const first = firsts[gram] ?? 0;
      let slot = first;
      // Sets ascend in size: one that is too small for this set is too small for all later ones.
      while (slot < last && (sizes[entries[2 * slot] ?? 0] ?? 0) < minSize) slot += 1;
      firsts[gram] = slot;
      for (; slot < last; slot += 1) {
        const other = entries[2 * slot] ?? 0;
        if (other >= end) break;
        const otherSize = sizes[other] ?? 0;
        const minOverlap = minOverlapBySize[size + otherSize] ?? 0;
        if (size - at < minOverlap) break;
        const rest = entries[2 * slot + 1] ?? 0;
        if (rest < minOverlap || visitedBy[other] === set) continue;
        visitedBy[other] = set;
        if (overlapBound(sets, set, other) < minOverlap) continue;
        // This is the rarest n-gram they share, so earlier ones are skipped.
        poll(size + otherSize);
        const shared = overlapOf(sets, set, other, minOverlap, at, otherSize - rest);
        if (shared < minOverlap) continue;
        visit(set, other, jaccardOf(shared, size, otherSize));
        similar += 1;
        pairs += 1;
        isCut = similar >= maxSimilarPairs && pairs >= pairsBeforeCut;
        if (isCut) break;
      }
      poll(slot - first);
    }
    if (isCut) isComplete = false;
  }
  control.progress(1);
  return { isComplete };
}
