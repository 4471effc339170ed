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

/** The number of index entries a join would visit. */
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
  // Of two selected sets only one probes for the other.
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
    // Of two selected sets the larger probes for the smaller; others probe for selected ones of any
    // size.
    const end = scope.isChosen(set) ? set : sets.count;
    const prefix = prefixLength(size, threshold);
    let alike = 0;
    let isCut = false;
    for (let at = 0; at < prefix && !isCut; at += 1) {
      const gram = grams[(starts[set] ?? 0) + at] ?? 0;
      const last = index.starts[gram + 1] ?? 0;
      const first = firsts[gram] ?? 0;
      let place = first;
      // Sets ascend in size: one that is too small for this set is too small for all later ones.
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
        // This is the rarest n-gram they share, so earlier ones are skipped.
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
