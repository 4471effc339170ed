import { isContrast } from './contrasts.ts';
import type { ContentWord, ReadQuestion } from './read-question.ts';

/** Verbs whose two sides are not interchangeable. */
const directed = new Set(
  'defeat kill succeed precede invade attack influence teach buy sell replace follow lead own win lose marry discover elect rule orbit owe conquer betray inspire raise coach play eat'.split(
    ' ',
  ),
);

/**
 * Whether the same words stand in other roles: "a male lion and a female tiger", "from A to B",
 * "who beat Germany" and "whom did Germany beat".
 */
export function hasOtherRoles(one: ReadQuestion, other: ReadQuestion): boolean {
  return (
    hasOtherModifiers(one.content, other.content) ||
    hasOtherEnds(one.content, other.content) ||
    hasOtherSides(one, other)
  );
}

/** Opposites that both questions have belong to other words. */
function hasOtherModifiers(one: readonly ContentWord[], other: readonly ContentWord[]): boolean {
  const opposites = one.filter(({ meaning }) =>
    one.some((each) => isContrast(meaning, each.meaning)),
  );
  return opposites.some(({ meaning }) => nextTo(one, meaning) !== nextTo(other, meaning));
}

function nextTo(content: readonly ContentWord[], meaning: string): string | undefined {
  const at = content.findIndex((word) => word.meaning === meaning);
  return content[at + 1]?.meaning;
}

/** What follows "from", "to" and "than" is another word in each. */
function hasOtherEnds(one: readonly ContentWord[], other: readonly ContentWord[]): boolean {
  return ['from', 'to', 'than'].some((preposition) => {
    const left = one.find((word) => word.preposition === preposition)?.meaning;
    const right = other.find((word) => word.preposition === preposition)?.meaning;
    if (left === undefined || right === undefined || left === right) return false;
    return other.some(({ meaning }) => meaning === left);
  });
}

/** A name stands on the other side of a verb that has two sides; "by" turns the sides round. */
function hasOtherSides(one: ReadQuestion, other: ReadQuestion): boolean {
  const verb = one.content.find(
    ({ meaning }) =>
      directed.has(meaning) && other.content.some((word) => word.meaning === meaning),
  );
  if (!verb) return false;
  return sideOfNames(one, verb.meaning) !== sideOfNames(other, verb.meaning);
}

/** The names that act: before the verb, or after it in the passive. */
function sideOfNames({ content }: ReadQuestion, verb: string): string {
  const at = content.findIndex(({ meaning }) => meaning === verb);
  const isPassive = content.some(
    ({ preposition, kind }) => preposition === 'by' && kind === 'name',
  );
  return content
    .filter(({ kind }, index) => kind === 'name' && index < at !== isPassive)
    .map(({ meaning }) => meaning)
    .sort()
    .join(' ');
}
