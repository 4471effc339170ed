import { interrogatives } from '../../kit/text/function-words.ts';
import type { Word } from '../../kit/text/words.ts';

export interface AskedPart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly words: readonly Word[];
  /** A story or passage comes before it: what is "current" there is explained there. */
  readonly isAfterStory: boolean;
}

const maxSentences = 2;
const maxWords = 60;

/** The last sentence with a question mark, or the last one that has a question word, or the last. */
export function findAsked(text: string, words: readonly Word[]): AskedPart {
  const starts = listSentences(text);
  const isAfterStory = starts.length > maxSentences || words.length > maxWords;
  if (starts.length === 1) return { start: 0, end: text.length, text, words, isAfterStory };
  const bounds = starts.map((start, at) => [start, starts[at + 1] ?? text.length] as const);
  const asking =
    bounds.findLast(([start, end]) => text.slice(start, end).trimEnd().endsWith('?')) ??
    findWithQuestionWord(bounds, words) ??
    bounds.at(-1);
  const [start, end] = asking ?? [0, text.length];
  return {
    start,
    end,
    text: text.slice(start, end),
    words: words.filter((word) => word.start >= start && word.start < end),
    isAfterStory,
  };
}

type Bounds = readonly (readonly [start: number, end: number])[];

function findWithQuestionWord(bounds: Bounds, words: readonly Word[]) {
  const asking = words.findLast(({ folded }) => interrogatives.has(folded));
  return asking && bounds.findLast(([start]) => start <= asking.start);
}

const boundary = /[.?!]["”')\]]{0,3}\s+(?=["“'(¿]?\p{Lu})|\n+/gu;
/** A period after these ends no sentence. */
const abbreviation =
  /(?:^|[\s(.])(?:\p{L}|st|mr|mrs|ms|dr|no|vs|jr|sr|prof|lt|col|gen|mt|ft|op)\.$/iu;

function listSentences(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(boundary)) {
    const next = match.index + match[0].length;
    if (match[0].startsWith('.') && isAbbreviated(text, match.index)) continue;
    if (next < text.length) starts.push(next);
  }
  return starts;
}

function isAbbreviated(text: string, at: number): boolean {
  return abbreviation.test(text.slice(Math.max(0, at - 5), at + 1));
}

/** Announces words that banks often leave without quotation marks. */
export function isQuoting(text: string): boolean {
  return /\b(?:quotes?|quotations?|lyrics?|lines?|says?|said|dialogue|conversation|sentence|exclaim\w*|slogan|motto|remark\w*|proverb)\b/i.test(
    text,
  );
}

/** "Ann saved $20 last week and $5 this week; how much …": the text has all that counts. */
export function isWordProblem(text: string, answer: string): boolean {
  if (!/^[$€£]?[\d.,]+%?$/.test(answer)) return false;
  const isLong =
    text.length > 150 &&
    /\bhow (?:many|much|old|long|far)\b|\btotal\b|\bwhat (?:is|will|was)\b/i.test(text);
  return isLong || (text.match(/\d+/g)?.length ?? 0) >= 2;
}

/** Nothing is capitalized after the first letter, so that titles and names cannot be recognized. */
export function isLowerCase(text: string): boolean {
  return !/\p{Lu}/u.test(text.slice(1));
}
