const dimensions = 256;

/**
 * Stands in for a provider of embeddings: a vector of the text's three-letter pieces. It knows
 * nothing of meaning, but alike texts get near vectors, which is what comparing them costs time for.
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
    const place = (hash >>> 1) % dimensions;
    vector[place] = (vector[place] ?? 0) + (hash & 1 ? 1 : -1);
  }
  return vector;
}
