import { isQuoting } from './asked.ts';
import { noFindings, type QualityRule, stemRule } from './rule.ts';

/** Underscores around a name are code: "__init__". */
const blankPattern =
  /(?<!_)_{2,}(?!_|\p{L}+__)(?<!__\p{L}+__)|\.{5,}|(?<=_ )_(?= _)|\[(?:blank|_+)\]|\((?:blank)\)/giu;

interface Blank {
  readonly start: number;
  readonly end: number;
}

/** Underscores that only spaces separate are one blank, with a place for each letter. */
function listBlanks(text: string): Blank[] {
  const blanks: Blank[] = [];
  if (!/_|\.{5}|blank/i.test(text)) return blanks;
  for (const match of text.matchAll(blankPattern)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const last = blanks.at(-1);
    if (last && text.slice(last.end, start).trim() === '') {
      blanks[blanks.length - 1] = { start: last.start, end };
    } else blanks.push({ start, end });
  }
  return blanks;
}

/** "… is the capital of Peru." */
export function startsWithDots(text: string): boolean {
  return leadingDots.test(text);
}

const leadingDots = /^\s*["“]?(?:…|\.{2,4})(?=\s?\p{Ll})/u;
/** Not "...baby one more time": a sentence without its subject. */
const isPredicate =
  /^\s?(?:is|are|was|were|has|have|had|can|does|did|will|became|wrote|won|\p{Ll}{3,}ed)\s/u;

const severalBlanks = stemRule(
  {
    id: 'several_blanks',
    severity: 'warning',
    description: 'More than one blank to fill in.',
    why: 'With several blanks, too little of the sentence is left to show what is asked.',
  },
  ({ plainText, answer }) => {
    const [first, second] = listBlanks(plainText);
    // In a song or a dialogue it is the same word that is missing; in an equation, coefficients are.
    const isOne = isQuoting(plainText) && !/[,;/&]| and | - /.test(answer.text);
    const isSpeaker = ({ end }: Blank) => /^\s*:/.test(plainText.slice(end));
    const areSpeakers =
      first !== undefined && second !== undefined && [first, second].every(isSpeaker);
    return second && !isOne && !areSpeakers && !isEquation(plainText)
      ? [{ ...second, message: 'This is a second blank: leave out one thing only.' }]
      : noFindings;
  },
);

function isEquation(text: string): boolean {
  return /_{2,}[^_]{1,20}(?:\+|→|=|-+>)[^_]{0,5}_{2,}/.test(text);
}

const leadingBlank = stemRule(
  {
    id: 'leading_blank',
    severity: 'warning',
    description: 'The blank is at the beginning of the question.',
    why: 'Readers have to read a sentence twice if it begins with the blank.',
  },
  ({ plainText }) => {
    const [first = findLeadingDots(plainText), ...others] = listBlanks(plainText);
    if (!first || others.length > 0) return noFindings;
    const before = plainText.slice(0, first.start);
    if (!/^["“”'(]*(?:an?|the)? ?["“']*$/i.test(before)) return noFindings;
    return [{ ...first, message: 'Move the blank to the end, or ask a question.' }];
  },
);

function findLeadingDots(text: string): Blank | undefined {
  const [dots] = leadingDots.exec(text) ?? [];
  if (dots === undefined || text.includes('?') || !isPredicate.test(text.slice(dots.length)))
    return undefined;
  return { start: dots.length - dots.replace(/^[\s"“]+/, '').length, end: dots.length };
}

export const blankRules: readonly QualityRule[] = [severalBlanks, leadingBlank];
