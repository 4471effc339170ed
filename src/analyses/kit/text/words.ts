import { endOfRun, kinds } from './characters.ts';

export interface Word {
  readonly raw: string;
  /** Lower case, straight apostrophe. */
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

/** Letters and numbers, with apostrophes between letters. */
export function readWords(text: string): Word[] {
  const words: Word[] = [];
  for (let start = 0; start < text.length; ) {
    let end = endOfRun(text, start, kinds.letter | kinds.number);
    if (end === start) {
      start += 1;
      continue;
    }
    let hasApostrophe = false;
    while (isApostrophe(text.charCodeAt(end))) {
      const next = endOfRun(text, end + 1, kinds.letter);
      if (next === end + 1) break;
      [end, hasApostrophe] = [next, true];
    }
    const raw = text.slice(start, end);
    const lower = raw.toLowerCase();
    const folded = hasApostrophe ? lower.replaceAll('’', "'") : lower;
    words.push({ raw, folded, start, end });
    start = end;
  }
  return words;
}

function isApostrophe(unit: number): boolean {
  return unit === 0x27 || unit === 0x2019;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** An estimate of the word count; scripts without spaces have about two letters per word. */
export function countWords(text: string, words: readonly Word[] = readWords(text)): number {
  const letters = text.match(unspaced)?.length ?? 0;
  if (letters === 0) return words.length;
  return readWords(text.replace(unspaced, ' ')).length + Math.ceil(letters / 2);
}
