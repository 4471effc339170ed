import { normalizeText } from '../../kit/text/normalized-text.ts';

/** The Jaccard similarity of the character n-grams of two texts. */
export function jaccardOfTexts(one: string, other: string, ngram: number): number {
  const [left, right] = [gramsOf(one, ngram), gramsOf(other, ngram)];
  let shared = 0;
  for (const gram of left) if (right.has(gram)) shared += 1;
  const all = left.size + right.size - shared;
  return all === 0 ? 1 : shared / all;
}

/** A text shorter than n is one n-gram, and an empty one has none. */
function gramsOf(text: string, ngram: number): Set<string> {
  const normalized = normalizeText(text);
  const grams = new Set<string>();
  if (normalized !== '' && normalized.length < ngram) grams.add(normalized);
  for (let at = 0; at + ngram <= normalized.length; at += 1) {
    grams.add(normalized.slice(at, at + ngram));
  }
  return grams;
}
