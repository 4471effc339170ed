import type { Vectors } from './fetch-vectors.ts';

/** The cosine of two embeddings; undefined without one, or for a zero vector, which is similar to none. */
export function compareTexts(vectors: Vectors, one: string, other: string): number | undefined {
  const [left, right] = [vectors.get(one), vectors.get(other)];
  return left && right && cosineOf(left, right);
}

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
