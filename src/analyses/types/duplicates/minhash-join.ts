import { type AnalysisControl, subProgress, throwIfAborted } from '../../analysis-type.ts';
import { mixBits } from '../../kit/collections/mix-bits.ts';
import { type Bands, chooseBands } from './bands.ts';
import { type GramSets, jaccardOf, overlapBound, overlapOf, sortSet } from './gram-sets.ts';
import type { PairVisitor } from './prefix-join.ts';
import { ceilWithTolerance, minOverlaps, type Scope } from './scope.ts';
import type { SearchLimits } from './search-limits.ts';
import { createSketcher } from './sketch.ts';
import { createWorkPoll } from './work-poll.ts';

const setsBetweenPolls = 256;
/** Cost of following a chain, in poll steps: usually a cache miss. */
const chainSteps = 10;

export interface MinhashParameters {
  readonly threshold: number;
  readonly permutations: number;
  readonly seed: number;
}

/**
 * Finds pairs of sets, at least one of them selected, that collide in a band of their sketches, and
 * keeps those whose Jaccard similarity is at least the threshold. `isComplete` is false if
 * candidates were skipped.
 */
export function joinByMinhash(
  sets: GramSets,
  parameters: MinhashParameters,
  scope: Scope,
  limits: SearchLimits,
  control: AnalysisControl,
  visit: PairVisitor,
): { isComplete: boolean } {
  const { threshold, permutations, seed } = parameters;
  const shape = chooseBands(threshold, permutations);
  const keys = sketchBands(sets, shape, seed, subProgress(control, 0, 0.6));
  for (let band = 0; band < shape.bands; band += 1) {
    throwIfAborted(control);
    chainBuckets(keys.subarray(band * sets.count, (band + 1) * sets.count), scope);
    control.progress(0.6 + (0.2 * band) / shape.bands);
  }
  return compareBuckets(sets, keys, threshold, limits, subProgress(control, 0.8, 1), visit);
}

/** A hash of each band of each set, grouped by band. */
function sketchBands(
  sets: GramSets,
  { bands, rows }: Bands,
  seed: number,
  control: AnalysisControl,
): Int32Array {
  const { sketch } = createSketcher(sets.hashes, bands * rows, seed);
  const keys = new Int32Array(bands * sets.count);
  for (let set = 0; set < sets.count; set += 1) {
    if (set % setsBetweenPolls === 0) {
      throwIfAborted(control);
      control.progress(set / sets.count);
    }
    const slots = sketch(sets.grams, sets.starts[set] ?? 0, sets.starts[set + 1] ?? 0);
    for (let band = 0; band < bands; band += 1) {
      let key = 0;
      for (let at = band * rows; at < (band + 1) * rows; at += 1)
        key = mixBits(key ^ (slots[at] ?? 0));
      keys[band * sets.count + set] = key;
    }
  }
  return keys;
}

/**
 * Replaces each key by the previous selected set with the same key, −1 if there is none. A set that
 * is not selected links to the last selected one, from which the chain reaches all.
 */
function chainBuckets(keys: Int32Array, scope: Scope): void {
  const counts = countKeys(keys);
  const mask = counts.length - 1;
  const heads = new Map<number, number>();
  // Most keys are unique; only the others need the more expensive lookup.
  const isUnique = (key: number) => counts[hashOf(key) & mask] === 1;
  for (let set = 0; set < keys.length; set += 1) {
    if (!scope.isSelected(set)) continue;
    const key = keys[set] ?? 0;
    if (isUnique(key)) keys[set] = -1;
    else {
      keys[set] = heads.get(key) ?? -1;
      heads.set(key, set);
    }
  }
  for (let set = 0; set < keys.length && scope.hasOthers; set += 1) {
    if (!scope.isSelected(set)) keys[set] = heads.get(keys[set] ?? 0) ?? -1;
  }
}

/** A saturating count (0, 1, 2+) of the keys per hash slot. */
function countKeys(keys: Int32Array): Uint8Array {
  let slots = 1024;
  while (slots < 8 * keys.length) slots *= 2;
  const counts = new Uint8Array(slots);
  for (let set = 0; set < keys.length; set += 1) {
    const slot = hashOf(keys[set] ?? 0) & (slots - 1);
    counts[slot] = counts[slot] === 0 ? 1 : 2;
  }
  return counts;
}

function hashOf(key: number): number {
  return key ^ (key >>> 15);
}

function compareBuckets(
  sets: GramSets,
  chains: Int32Array,
  threshold: number,
  { maxCompared, maxSimilarPairs }: SearchLimits,
  control: AnalysisControl,
  visit: PairVisitor,
): { isComplete: boolean } {
  const { count, sizes } = sets;
  const visitedBy = new Int32Array(count).fill(-1);
  const minOverlapBySize = minOverlaps(threshold, sizes[count - 1] ?? 0);
  const poll = createWorkPoll(control);
  let isComplete = true;
  for (let set = 0; set < count; set += 1) {
    if (set % setsBetweenPolls === 0) {
      throwIfAborted(control);
      control.progress(set / count);
    }
    const size = sizes[set] ?? 0;
    const minSize = ceilWithTolerance(threshold * size);
    let compared = 0;
    let similar = 0;
    for (let band = 0; band < chains.length; band += count) {
      let other = chains[band + set] ?? -1;
      // Chains run from large sets to small ones.
      for (; other >= 0; other = chains[band + other] ?? -1) {
        const otherSize = sizes[other] ?? 0;
        if (otherSize < minSize) break;
        poll(chainSteps);
        if (visitedBy[other] === set) continue;
        visitedBy[other] = set;
        if (compared === maxCompared || similar === maxSimilarPairs) {
          isComplete = false;
          break;
        }
        compared += 1;
        const minOverlap = minOverlapBySize[size + otherSize] ?? 0;
        if (overlapBound(sets, set, other) < minOverlap) continue;
        sortSet(sets, set);
        sortSet(sets, other);
        poll(size + otherSize);
        const shared = overlapOf(sets, set, other, minOverlap);
        if (shared < minOverlap) continue;
        visit(set, other, jaccardOf(shared, size, otherSize));
        similar += 1;
      }
    }
  }
  control.progress(1);
  return { isComplete };
}
