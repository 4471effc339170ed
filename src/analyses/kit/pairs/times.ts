import type { ReadStem } from './read-question.ts';

type Timed = Pick<ReadStem, 'text'>;

/** Whether they ask about other times: "until 1991" and "since 1991", who holds an office and who did in 1940. */
export function asksOfOtherTime(one: Timed, other: Timed): boolean {
  return haveOtherSides(one, other) || isNowAndThen(one, other) || isNowAndThen(other, one);
}

const bounded = /\b(until|till|before|up to|since|after|from) (?:the year )?(\d{4})\b/;
const isEnd = (word = '') => ['until', 'till', 'before', 'up to'].includes(word);

function haveOtherSides({ text: one }: Timed, { text: other }: Timed): boolean {
  const [, word, year] = bounded.exec(one) ?? [];
  const [, otherWord, otherYear] = bounded.exec(other) ?? [];
  if (year === undefined || year !== otherYear) return false;
  return isEnd(word) !== isEnd(otherWord);
}

/** What changes hands: elsewhere a year that only one of them has is another clue. */
const office =
  /\b(?:president|minister|chancellor|king|queen|monarch|emperor|pope|governor|mayor|champion|coach|captain|manager|leader|ceo|host|capital|population|plays? for)\b/;
const present = /\b(?:is|are|does|do)\b/;
const past = /\b(?:was|were|did|had|first|last|former)\b/;
const dated = /\b(?:in|during|as of|for) \d{4}$|\b\d{4}$|^in \d{4}\b/;

function isNowAndThen({ text: now }: Timed, { text: then }: Timed): boolean {
  if (!office.test(now) || !office.test(then) || /\b\d{4}\b/.test(now)) return false;
  return present.test(now) && !past.test(now) && dated.test(then);
}
