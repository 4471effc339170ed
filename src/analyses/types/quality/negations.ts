/** Words that are overlooked, and turn the question around. */
const negations = new Set([
  'not',
  'never',
  'except',
  'least',
  'cannot',
  'no',
  'false',
  'incorrect',
]);

/** A negation that loses its emphasis is written in capitals, as `negative_stem` asks for. */
export function emphasize(text: string): string {
  return negations.has(text.trim()) ? text.toUpperCase() : text;
}
