import { AnalysisFailure } from '../../analysis-failure.ts';
import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { Warning } from '../../envelope.ts';
import type { DoubtfulPair } from './pair-collector.ts';

const textsPerCall = 64;

export interface VectorEvidence {
  /** The number of questions whose vectors were used. */
  readonly vectors: number;
  readonly warnings: readonly Warning[];
}

export interface VectorOptions {
  /** Most likely duplicates first. */
  readonly pairs: readonly DoubtfulPair[];
  readonly maxVectors: number;
  textOf(stem: number): string;
  stemOf(node: number): number;
  control: AnalysisControl;
  /** Called for every pair, with the cosine of its vectors if they are known. */
  settle(pair: DoubtfulPair, meaning?: number): void;
}

/**
 * Settles doubtful pairs by the vectors of their texts, as far as the limit allows: a vector takes
 * about 20 ms.
 */
export async function settleByVectors(options: VectorOptions): Promise<VectorEvidence> {
  const { pairs, maxVectors, textOf, stemOf, control, settle } = options;
  const needed = new Set<number>();
  let chosen = 0;
  for (; chosen < pairs.length; chosen += 1) {
    const { one = 0, other = 0 } = pairs[chosen] ?? {};
    const added = [stemOf(one), stemOf(other)].filter((stem) => !needed.has(stem));
    if (needed.size + added.length > maxVectors) break;
    for (const stem of added) needed.add(stem);
  }
  const warnings: Warning[] = [];
  if (chosen < pairs.length && maxVectors > 0 && control.embed) {
    const detail = `Only ${chosen.toLocaleString('en')} of ${pairs.length.toLocaleString('en')} doubtful pairs were compared by meaning (max_vectors ${maxVectors}); the rest by their words alone.`;
    warnings.push({ code: 'vectors_cut', detail });
  }
  const stems = control.embed ? [...needed] : [];
  const vectors = new Map<number, Float32Array>();
  try {
    for (let from = 0; from < stems.length; from += textsPerCall) {
      throwIfAborted(control);
      const slice = stems.slice(from, from + textsPerCall);
      const read = (await control.embed?.(slice.map(textOf))) ?? [];
      for (const [at, vector] of read.entries()) vectors.set(slice[at] ?? 0, vector);
      control.progress(from / stems.length);
    }
  } catch (error) {
    if (!(error instanceof AnalysisFailure)) throw error;
    const detail = `Doubtful pairs were judged by their words alone. ${error.message}`;
    warnings.push({ code: 'vectors_unavailable', detail });
  }
  for (const [at, pair] of pairs.entries()) {
    if (at % 1000 === 0) throwIfAborted(control);
    const left = vectors.get(stemOf(pair.one));
    const right = vectors.get(stemOf(pair.other));
    settle(pair, left && right && cosineOf(left, right));
  }
  control.progress(1);
  return { vectors: vectors.size, warnings };
}

/** Undefined for a zero vector, which is similar to none. */
function cosineOf(one: Float32Array, other: Float32Array): number | undefined {
  let [product, left, right] = [0, 0, 0];
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    product += a * b;
    left += a * a;
    right += b * b;
  }
  if (left === 0 || right === 0) return undefined;
  return Math.max(0, Math.min(1, product / Math.sqrt(left * right)));
}
