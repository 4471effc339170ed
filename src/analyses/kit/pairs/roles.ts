import { isContrast } from './contrasts.ts';
import type { ContentWord, ReadQuestion } from './read-question.ts';
import { meaningOf } from './synonyms.ts';
import { isVerb } from './verbs.ts';

/** Verbs whose two sides are not interchangeable. */
const directed = new Set(
  'defeat kill succeed precede invade attack influence teach buy sell replace follow lead own win lose marry discover elect rule orbit owe conquer betray inspire raise coach play eat'
    .split(' ')
    .map(meaningOf),
);

/**
 * Whether the same words stand in other roles: "a male lion and a female tiger", "from A to B",
 * "who beat Germany" and "whom did Germany beat".
 */
export function hasOtherRoles(one: ReadQuestion, other: ReadQuestion): boolean {
  return (
    hasOtherModifiers(one.content, other.content) ||
    hasOtherEnds(one.content, other.content) ||
    hasOtherSides(one, other) ||
    isTurned(one, other) ||
    isTurned(other, one) ||
    endOf(one.text) !== endOf(other.text)
  );
}

const objectQuestion = /^(?:to )?(?:who|whom|(?:which|what)(?: \w+){1,2}?) (?:did|does|do) /;
const subjectQuestion = /^(?:who|(?:which|what) \w+) (\w+)/;

/** "Who succeeded Lincoln?" and "Whom did Lincoln succeed?" */
function isTurned({ text }: ReadQuestion, other: ReadQuestion): boolean {
  const [, verb = ''] = subjectQuestion.exec(text) ?? [];
  if (objectQuestion.test(text) || !isVerb(verb) || !objectQuestion.test(other.text)) return false;
  return other.content.some(({ meaning }) => meaning === meaningOf(verb));
}

const stranded = new Set(['for', 'with', 'to', 'about', 'against', 'after']);

/** "What was he killed with?" and "Who killed him?" */
function endOf(text: string): string {
  const last = text.slice(text.lastIndexOf(' ') + 1);
  const first = text.slice(0, text.indexOf(' '));
  return [last, first].find((word) => stranded.has(word)) ?? '';
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
    const has = (words: readonly ContentWord[], wanted: string) =>
      words.some(({ meaning }) => meaning === wanted);
    return has(other, left) && has(one, right);
  });
}

/** A name stands on the other side of a verb that has two sides; "by" turns the sides round. */
function hasOtherSides(one: ReadQuestion, other: ReadQuestion): boolean {
  const verb = one.content.find(
    ({ meaning }) =>
      directed.has(meaning) && other.content.some((word) => word.meaning === meaning),
  );
  if (!verb) return false;
  const [object, otherObject] = [objectOf(one, verb.meaning), objectOf(other, verb.meaning)];
  if (object !== undefined && otherObject !== undefined && object !== otherObject) return true;
  // A play is also what Shakespeare wrote.
  return (
    verb.meaning !== played && sideOfNames(one, verb.meaning) !== sideOfNames(other, verb.meaning)
  );
}

const played = meaningOf('play');

/** The name right after the verb: "who played James Bond in Goldfinger", "who played Goldfinger". */
function objectOf({ content }: ReadQuestion, verb: string): string | undefined {
  const next = content[content.findIndex(({ meaning }) => meaning === verb) + 1];
  return next?.kind === 'name' && next.preposition === '' ? next.meaning : undefined;
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
