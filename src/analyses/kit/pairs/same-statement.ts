import { weakWords } from './frame-words.ts';
import type { ReadStem } from './read-question.ts';

/**
 * Whether two statements that are true or false say the same: nearly every word counts, and their order
 * says who does what. A part may have moved to the front: "Despite its name, …".
 */
export function isSameStatement(one: ReadStem, other: ReadStem): boolean {
  if (one.text === other.text) return true;
  if (relationsIn(one) !== relationsIn(other) || adverbsIn(one) !== adverbsIn(other)) return false;
  return isRotation(meaningsIn(one), meaningsIn(other));
}

function meaningsIn({ content }: ReadStem): string[] {
  return content
    .filter(({ meaning, form }) => !weakWords.has(meaning) && !adverb.test(form))
    .map(({ meaning }) => meaning);
}

/** Adverbs stand anywhere: "Technically, a tomato is a fruit." */
function adverbsIn({ content }: ReadStem): string {
  return content
    .filter(({ form }) => adverb.test(form))
    .map(({ meaning }) => meaning)
    .sort()
    .join(' ');
}

const adverb = /^\w{4,}ly$/;

const relations =
  /\b(?:by|from|to|than|only|all|any|some|every|can|could|must|may|might|should|no|not|never|without|if|when)\b/g;

/** Words of the frame that change what a statement says. */
function relationsIn({ text }: ReadStem): string {
  return (text.match(relations) ?? []).sort().join(' ');
}

const minWords = 2;

function isRotation(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length || one.length < minWords) return false;
  return one.some((_, from) => one.every((word, at) => word === other[(from + at) % one.length]));
}
