export interface Word {
  readonly raw: string;
  /** Lower case, straight apostrophe. */
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

// No part of this pattern can match where its neighbour does, so it never goes back over the text.
const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

export function readWords(text: string): Word[] {
  return Array.from(text.matchAll(wordPattern), ({ 0: raw, index }) => ({
    raw,
    folded: raw.toLowerCase().replaceAll('’', "'"),
    start: index,
    end: index + raw.length,
  }));
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Words as a reader would count them; scripts without spaces have about two letters to a word. */
export function countWords(text: string): number {
  const letters = text.match(unspaced)?.length ?? 0;
  if (letters === 0) return readWords(text).length;
  return readWords(text.replace(unspaced, ' ')).length + Math.ceil(letters / 2);
}

/** The same text with every quotation turned into marks: titles and citations speak for themselves. */
export function blankQuotations(text: string): string {
  let [blanked, from] = ['', 0];
  let open: { mark: string; at: number } | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (open === undefined) {
      if (isOpening(text, at)) open = { mark, at };
    } else if (mark === closingMarks.get(open.mark) && isClosing(text, at)) {
      blanked += text.slice(from, open.at) + '"'.repeat(at + 1 - open.at);
      from = at + 1;
      open = undefined;
    }
  }
  return blanked + text.slice(from);
}

const closingMarks = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
  ['„', '“'],
  ['«', '»'],
]);

/** A single mark inside or behind a word is an apostrophe. */
function isOpening(text: string, at: number): boolean {
  const mark = text.charAt(at);
  return closingMarks.has(mark) && (mark !== "'" || !isWordCharacter(text.charAt(at - 1)));
}

function isClosing(text: string, at: number): boolean {
  const mark = text.charAt(at);
  return (mark !== "'" && mark !== '’') || !isWordCharacter(text.charAt(at + 1));
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

export interface Phrase {
  readonly start: number;
  readonly end: number;
  /** Which words it takes: from `first` up to, not including, `next`. */
  readonly first: number;
  readonly next: number;
  readonly folded: string;
}

/** Looks for any of these phrases, written in lower case with single spaces; hyphens count as spaces. */
export function phraseFinder(phrases: readonly string[]) {
  const byFirst = new Map<string, string[][]>();
  for (const phrase of phrases) {
    const parts = phrase.split(' ');
    const [first = ''] = parts;
    byFirst.set(first, [...(byFirst.get(first) ?? []), parts]);
  }
  return (words: readonly Word[], text: string): Phrase[] => {
    const found: Phrase[] = [];
    for (const [first, word] of words.entries()) {
      const parts = byFirst.get(word.folded)?.find((each) => standsAt(words, text, first, each));
      if (!parts) continue;
      const next = first + parts.length;
      const end = words[next - 1]?.end ?? word.end;
      found.push({ start: word.start, end, first, next, folded: parts.join(' ') });
    }
    return found;
  };
}

function standsAt(words: readonly Word[], text: string, first: number, parts: string[]): boolean {
  return parts.every((part, offset) => {
    const word = words[first + offset];
    if (word?.folded !== part) return false;
    const before = words[first + offset - 1];
    return offset === 0 || before === undefined || isLooseGap(text, before.end, word.start);
  });
}

function isLooseGap(text: string, start: number, end: number): boolean {
  if (end - start > 3) return false;
  const gap = text.slice(start, end).trim();
  return gap === '' || gap === '-' || gap === '‑';
}
