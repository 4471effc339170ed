import type { ReadQuestion } from './read-question.ts';
import { isAction } from './roles.ts';
import { meaningOf } from './synonyms.ts';
import { isVerb } from './verbs.ts';

const objectQuestion = /^(?:to )?(?:who|whom|(?:which|what)(?: \w+){1,2}?) (?:did|does|do) /;
const passiveQuestion = /^(?:who|(?:which|what) \w+) (?:is|are|was|were) (\w+) by\b/;
const relatedQuestion = /\bthe (\w+) of (?:which|what|whom)\b/;

/**
 * "Who succeeded Lincoln?" and "Whom did Lincoln succeed?", "Who killed him?" and "Who was killed by him?", "the father of
 * Zeus" and "the father of which god", whatever else they say.
 */
export function areTurned(one: ReadQuestion, other: ReadQuestion): boolean {
  return isTurned(one, other) || isTurned(other, one);
}

/** "Who succeeded Lincoln?" and "Whom did Lincoln succeed?", "evolves from" and "evolves into". */
export function haveTurnedVerbs(one: ReadQuestion, other: ReadQuestion): boolean {
  return [[one, other] as const, [other, one] as const].some(
    ([left, right]) =>
      hasTurnedVerb(left, right) || (comesFrom.test(left.text) && goesTo.test(right.text)),
  );
}

const comesFrom = /\bfrom$|\bfrom (?:which|what|whom)\b/;
const goesTo = /\b(?:in)?to$|\b(?:in)?to (?:which|what|whom)\b/;

/** "Zeus is the father of which god" and "the father of Zeus". */
function asksOfNamed(text: string, other: string): boolean {
  const [, noun] = relatedQuestion.exec(text) ?? [];
  if (noun === undefined) return false;
  const named = new RegExp(
    `\\bthe ${noun} of (?:the )?(?!(?:which|what|whom|an?|his|her|its)\\b)(\\w+)`,
  );
  const [, name] = named.exec(other) ?? [];
  return name !== undefined && ` ${text} `.includes(` ${name} `);
}

function isTurned(one: ReadQuestion, other: ReadQuestion): boolean {
  return asksOfNamed(one.text, other.text) || hasTurnedVerb(one, other);
}

function hasTurnedVerb({ text }: ReadQuestion, other: ReadQuestion): boolean {
  const verb = objectQuestion.test(text) ? undefined : verbOf(text);
  if (verb === undefined) return false;
  const [, suffered = ''] = passiveQuestion.exec(other.text) ?? [];
  if (suffered !== '' && meaningOf(suffered) === meaningOf(verb)) return true;
  if (!objectQuestion.test(other.text)) return false;
  return other.content.some(({ meaning }) => meaning === meaningOf(verb));
}

/** What the one that is asked for does: "who taught", "which philosopher taught", "which Greek philosopher taught". */
function verbOf(text: string): string | undefined {
  const words = text.split(' ');
  const [first, second = '', third = ''] = words;
  if (first === 'who') return isVerb(second) ? second : undefined;
  if (first !== 'which' && first !== 'what') return undefined;
  return isVerb(third) ? third : words.slice(0, 5).find((_, at) => at > 2 && isAction(words, at));
}
