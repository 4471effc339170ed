import { isAgent, isFiller, isFreeFocus, units } from './filler-words.ts';
import { isClassNoun, isIdleWord } from './idle-words.ts';
import type { ContentMatch } from './match-content.ts';
import type { ContentWord, ReadStem } from './read-question.ts';
import { isAction } from './verbs.ts';

/** Whether a word that only one of them has makes it another question, however alike they are. */
export function asksForAnother(
  one: ReadStem,
  other: ReadStem,
  match: ContentMatch,
  isSameContent: boolean,
): boolean {
  if (asksForWork(one, other) || asksForWork(other, one)) return true;
  if (isSameContent) return false;
  const { onlyLeft, onlyRight } = match;
  return (
    asksForOther(one, other) ||
    asksForOther(other, one) ||
    hasOtherHead(one, other, onlyLeft, onlyRight) ||
    hasOtherHead(other, one, onlyRight, onlyLeft) ||
    hasOtherWork(one, other, match) ||
    countsOther(one, other, match) ||
    // "The opera", "the story on which the opera is based".
    basis.test(one.text) !== basis.test(other.text)
  );
}

const basis = /\bbased on\b|\bon which\b.*\bbased\b/;

/** Nobody is asked for by "which film". */
function asksForWork(one: ReadStem, other: ReadStem): boolean {
  const isWork = ({ isFocus, meaning }: ContentWord) => isFocus && works.has(meaning);
  return one.form.asked === 'who' && other.content.some(isWork);
}

const works = new Set('film book song album play series opera musical poem game'.split(' '));

/** "In which film did he appear?" and "Who appeared with him in that film?" */
function asksForOther(one: ReadStem, other: ReadStem): boolean {
  if (one.form.asked !== 'who') return false;
  const focus = other.content.filter(({ isFocus }) => isFocus);
  return focus.length > 0 && !focus.some(isAgent);
}

/** "How many goalkeepers must a team have?" and "How many teams are there?" */
function countsOther(one: ReadStem, other: ReadStem, { onlyLeft, onlyRight }: ContentMatch) {
  const [left, right] = [countedIn(one), countedIn(other)];
  if (!left || !right) return false;
  const isOther = (word: ContentWord, rest: readonly ContentWord[]) =>
    rest.includes(word) && word.form !== 'times' && !units.has(word.form);
  return isOther(left, onlyLeft) || isOther(right, onlyRight);
}

function countedIn({ content, text }: ReadStem): ContentWord | undefined {
  const many = content.findIndex(({ form }) => form === 'many');
  return /\bhow many\b/.test(text) ? content[many + 1] : undefined;
}

/** A film and the book of the same name are of different years. */
function hasOtherWork(one: ReadStem, other: ReadStem, match: ContentMatch): boolean {
  if (one.form.asked !== 'when' || other.form.asked !== 'when') return false;
  return [...match.onlyLeft, ...match.onlyRight].some(({ meaning }) => adapted.has(meaning));
}

const adapted = new Set(['film', 'series', 'musical']);

function hasOtherHead(
  stem: ReadStem,
  other: ReadStem,
  rest: readonly ContentWord[],
  others: readonly ContentWord[],
): boolean {
  return rest.some(
    (word) =>
      !isIdleWord(word, stem, others) &&
      !isFiller(word, stem, other) &&
      !isFreeFocus(word, stem, other) &&
      isHead(word, stem, rest),
  );
}

/** "The wreck of the Titanic", "the babysitter's boyfriend": something else than what both name. */
export function isHead(
  word: ContentWord,
  { content, text }: ReadStem,
  rest: readonly ContentWord[],
): boolean {
  if (word.kind !== 'word' || isClassNoun(word) || kinds.has(word.meaning)) return false;
  if (isAction(word) && !word.form.endsWith('ing')) return false;
  if (word.isOwned || isNamed(word, text)) return true;
  const next = content[content.indexOf(word) + 1];
  const hasOwner = next?.preposition === 'of' && !rest.includes(next);
  return hasOwner && ` ${text} `.includes(` ${word.form} of `);
}

/** "What is the name of the planet …": the planet is asked for; people are, too, by "who". */
function isNamed(word: ContentWord, text: string): boolean {
  const isAfter = (phrase: string) => `${text} `.includes(`${phrase} ${word.form} `);
  return !isAgent(word) && (isAfter('name of') || isAfter('name of the'));
}

/** "The state of Colorado", "the outbreak of the war": no other thing than what follows. */
const kinds = new Set(
  'state city country town island kingdom republic province county month year outbreak event name title word term letter'.split(
    ' ',
  ),
);
