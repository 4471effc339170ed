import { type AnalysisControl, stretchOf, throwIfAborted } from '../analysis-type.ts';
import { type Bands, chooseBands } from './bands.ts';
import { type GramSets, jaccardOf, overlapBound, overlapOf } from './gram-sets.ts';
import type { PairVisitor } from './prefix-join.ts';
import { fewestOf, fewestShared, mostAlike, type Scope } from './scope.ts';
import { createSketcher, mix } from './sketch.ts';

const setsBetweenPolls = 256;

/** A set is held against this many others of its buckets at most: more are one mass of likeness. */
const mostCompared = 1000;

export interface MinhashParameters {
  readonly threshold: number;
  readonly permutations: number;
  readonly seed: number;
}

/**
 * Finds pairs of sets, one of them chosen, that agree in a whole band of their sketches, and keeps
 * those whose Jaccard likeness is at least the threshold. Says whether all of these were looked at.
 */
export function joinByMinhash(
  sets: GramSets,
  parameters: MinhashParameters,
  scope: Scope,
  control: AnalysisControl,
  visit: PairVisitor,
): { isWhole: boolean } {
  const { threshold, permutations, seed } = parameters;
  const shape = chooseBands(threshold, permutations);
  const keys = sketchBands(sets, shape, seed, stretchOf(control, 0, 0.6));
  for (let band = 0; band < shape.bands; band += 1) {
    throwIfAborted(control);
    chainBuckets(keys.subarray(band * sets.count, (band + 1) * sets.count), scope);
    control.progress(0.6 + (0.2 * band) / shape.bands);
  }
  return compareBuckets(sets, keys, threshold, stretchOf(control, 0.8, 1), visit);
}

/** A hash of each band of each set, band by band. */
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
    const places = sketch(sets.grams, sets.starts[set] ?? 0, sets.starts[set + 1] ?? 0);
    for (let band = 0; band < bands; band += 1) {
      let key = 0;
      for (let at = band * rows; at < (band + 1) * rows; at += 1)
        key = mix(key ^ (places[at] ?? 0));
      keys[band * sets.count + set] = key;
    }
  }
  return keys;
}

/**
 * Puts in place of each key the chosen set before it with the same key, −1 where there is none. A
 * set that was not chosen gets the last chosen one, from which it reaches them all.
 */
function chainBuckets(keys: Int32Array, scope: Scope): void {
  let slots = 1024;
  while (slots < 2 * keys.length) slots *= 2;
  const mask = slots - 1;
  const [heads, headKeys] = [new Int32Array(slots), new Int32Array(slots)];
  const slotOf = (key: number) => {
    let slot = Math.imul(key, 0x9e3779b1) & mask;
    while (heads[slot] !== 0 && headKeys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  };
  for (let set = 0; set < keys.length; set += 1) {
    if (!scope.isChosen(set)) continue;
    const key = keys[set] ?? 0;
    const slot = slotOf(key);
    keys[set] = (heads[slot] ?? 0) - 1;
    heads[slot] = set + 1;
    headKeys[slot] = key;
  }
  for (let set = 0; set < keys.length && scope.hasOthers; set += 1) {
    if (!scope.isChosen(set)) keys[set] = (heads[slotOf(keys[set] ?? 0)] ?? 0) - 1;
  }
}

function compareBuckets(
  sets: GramSets,
  chains: Int32Array,
  threshold: number,
  control: AnalysisControl,
  visit: PairVisitor,
): { isWhole: boolean } {
  const { count, sizes } = sets;
  const met = new Int32Array(count).fill(-1);
  const needed = fewestShared(threshold, sizes[count - 1] ?? 0);
  let isWhole = true;
  for (let set = 0; set < count; set += 1) {
    if (set % setsBetweenPolls === 0) {
      throwIfAborted(control);
      control.progress(set / count);
    }
    const size = sizes[set] ?? 0;
    const smallest = fewestOf(threshold * size);
    let compared = 0;
    let alike = 0;
    for (let band = 0; band < chains.length; band += count) {
      let other = chains[band + set] ?? -1;
      // Chains run from large sets to small ones.
      for (; other >= 0; other = chains[band + other] ?? -1) {
        const otherSize = sizes[other] ?? 0;
        if (otherSize < smallest) break;
        if (met[other] === set) continue;
        met[other] = set;
        if (compared === mostCompared || alike === mostAlike) {
          isWhole = false;
          break;
        }
        compared += 1;
        const fewest = needed[size + otherSize] ?? 0;
        if (overlapBound(sets, set, other) < fewest) continue;
        const shared = overlapOf(sets, set, other, fewest);
        if (shared < fewest) continue;
        visit(set, other, jaccardOf(shared, size, otherSize));
        alike += 1;
      }
    }
  }
  control.progress(1);
  return { isWhole };
}
