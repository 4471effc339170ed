import type { Word } from '../../kit/text/words.ts';

export interface Phrase {
  readonly start: number;
  readonly end: number;
  /** The word range [first, next). */
  readonly first: number;
  readonly next: number;
  readonly folded: string;
}

const none: readonly Phrase[] = [];

/** Finds phrases, given in lower case with single spaces; hyphens count as spaces. */
export function phraseFinder(phrases: readonly string[]) {
  const byFirst = new Map<string, string[][]>();
  for (const phrase of phrases) {
    const parts = phrase.split(' ');
    const [first = ''] = parts;
    byFirst.set(first, [...(byFirst.get(first) ?? []), parts]);
  }
  return (words: readonly Word[], text: string): readonly Phrase[] => {
    let found: Phrase[] | undefined;
    for (let first = 0; first < words.length; first += 1) {
      const word = words[first];
      const candidates = word && byFirst.get(word.folded);
      const parts = candidates?.find((each) => matchesAt(words, text, first, each));
      if (!word || !parts) continue;
      const next = first + parts.length;
      const end = words[next - 1]?.end ?? word.end;
      found ??= [];
      found.push({ start: word.start, end, first, next, folded: parts.join(' ') });
    }
    return found ?? none;
  };
}

function matchesAt(words: readonly Word[], text: string, first: number, parts: string[]): boolean {
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
