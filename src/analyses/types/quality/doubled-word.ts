import { stemRule } from './rule.ts';

/** Words that are never meant twice; "had had" and "that that" are. */
const doubled =
  /(?<![\p{L}\p{N}'’-])(the|a|an|of|and|for|with|from|at|by|was|are|were|which|what|into|its?|his|their|only|or|be|has|most|between|during|who|where|when|why|how|your|our) \1(?![\p{L}\p{N}'’-])/giu;

export const doubledWord = stemRule(
  {
    id: 'doubled_word',
    severity: 'warning',
    description: 'The same short word twice in a row: "in the the year". Quotations are ignored.',
    why: 'A word that was typed twice makes readers stumble, and doubt the rest.',
  },
  ({ plainText }) =>
    Array.from(plainText.matchAll(doubled))
      // "The The Bodyguard soundtrack" has a title that begins so.
      .filter(({ 0: found, 1: word = '' }) => found.endsWith(word.toLowerCase()))
      .map(({ index, 0: found, 1: word = '' }) => ({
        start: index,
        end: index + found.length,
        message: `"${word}" is there twice.`,
        fix: word,
      })),
);
