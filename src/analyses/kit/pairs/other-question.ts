import {
  asksForOtherRole,
  asksForPartOfName,
  asksForPlace,
  asksForPlayer,
  asksOfAnother,
  countsPart,
  isAboutAnotherWork,
} from './asked-thing.ts';
import { asksForCount } from './asked-type.ts';
import type { ContentMatch } from './match-content.ts';
import { isNarrowed } from './narrowed.ts';
import { areOtherEvents } from './other-event.ts';
import type { ContentWord, ReadStem } from './read-question.ts';
import { isRelative, nameOtherRelatives, openWithOthers, type Rest } from './rest-words.ts';

/** Longer ones are word problems, where the same words may give another figure. */
const maxContent = 16;

/** Whether their words say enough of what they ask for. */
export function areReadable(one: ReadStem, other: ReadStem): boolean {
  if (!one.form.hasCapitals || !other.form.hasCapitals) return false;
  if (one.form.isCloze && other.form.isCloze) return false;
  // "Name the composer.", of a piece of music that is played.
  if (isBare(one) && isBare(other)) return false;
  return Math.max(one.content.length, other.content.length) <= maxContent;
}

function isBare({ content }: ReadStem): boolean {
  return content.length === 1 && content[0]?.kind === 'word';
}

/** Whether what only one of them says shows that they ask for other things about the same one. */
export function isOtherQuestion(
  one: ReadStem,
  other: ReadStem,
  match: ContentMatch,
  { left, right }: Rest,
): boolean {
  const rest = [...left, ...right];
  const bothSided = left.length > 0 && right.length > 0;
  const either = (test: (asked: ReadStem, rival: ReadStem) => boolean) =>
    test(one, other) || test(other, one);
  return (
    // "The nanny's friend" for "the nanny"; not "New Zealand's government" for "the capital".
    (!bothSided && rest.some(isRelative)) ||
    either(countsPart) ||
    either(asksForPlace) ||
    either(asksForPlayer) ||
    either(asksForCount) ||
    either(asksForPartOfName) ||
    isAboutAnotherWork(one, other, match) ||
    asksOfAnother(one, other, match) ||
    areOtherEvents(one, other) ||
    asksForOtherRole(one, other) ||
    openWithOthers(one, left, other, right) ||
    nameOtherRelatives(left, right) ||
    isNarrowed(one, left, other, right, match) ||
    (!bothSided && isFirstTo(rest, match)) ||
    // "In an L shape" and "only diagonally": a letter has no synonym.
    (bothSided && rest.some(({ form }) => /^[a-z]$/.test(form)))
  );
}

/** "The first president to resign": another one than the first president. */
function isFirstTo(rest: readonly ContentWord[], { pairs }: ContentMatch): boolean {
  if (!pairs.some(([{ meaning }]) => meaning === '1th')) return false;
  return rest.some(({ preposition, meaning }) => preposition === 'to' && !moving.has(meaning));
}

/** "The first woman to travel into space" is the first woman in space. */
const moving = new Set('go travel fly reach enter visit become serve hold set be'.split(' '));
