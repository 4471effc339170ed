const dimensions = 256;

/**
 * Replaces an embeddings provider: a feature-hashed vector of letter trigrams. It ignores meaning,
 * but similar texts get similar vectors, which is what the cost of the comparison depends on.
 */
export function embedByLetters(text: string): Float32Array {
  const vector = new Float32Array(dimensions);
  const folded = ` ${text.toLowerCase()} `;
  for (let at = 0; at + 3 <= folded.length; at += 1) {
    let hash = 0;
    for (let next = at; next < at + 3; next += 1) {
      hash = Math.imul(hash ^ folded.charCodeAt(next), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const index = (hash >>> 1) % dimensions;
    vector[index] = (vector[index] ?? 0) + (hash & 1 ? 1 : -1);
  }
  return vector;
}
