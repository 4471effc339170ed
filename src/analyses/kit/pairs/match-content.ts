import { isContrast, isGeneralFor } from './contrasts.ts';
import { weakWords } from './frame-words.ts';
import type { ContentWord, ReadQuestion } from './read-question.ts';
import { isSpellingVariant } from './spelling-variant.ts';

/** How the content words of two questions correspond. */
export interface ContentMatch {
  /** The weight of the words both have, and of all words of each. */
  readonly shared: number;
  readonly left: number;
  readonly right: number;
  /** Words that only one of them has. */
  readonly onlyLeft: readonly ContentWord[];
  readonly onlyRight: readonly ContentWord[];
}

export function matchContent(one: ReadQuestion, other: ReadQuestion): ContentMatch {
  const [left, right] = [distinct(one.content), distinct(other.content)];
  const rest = [...right];
  const onlyLeft: ContentWord[] = [];
  let shared = 0;
  for (const word of left) {
    const at = rest.findIndex((each) => isSameContent(word, each));
    if (at < 0) onlyLeft.push(word);
    else {
      shared += Math.max(weightOf(word), weightOf(rest[at] ?? word));
      rest.splice(at, 1);
    }
  }
  // General words match special ones only where nothing better does.
  const stillLeft = onlyLeft.filter((word) => {
    const at = rest.findIndex((each) => isGeneralFor(word.meaning, each.meaning));
    if (at < 0) return true;
    shared += weightOf(word);
    rest.splice(at, 1);
    return false;
  });
  return {
    shared,
    left: weightOfAll(left),
    right: weightOfAll(right),
    onlyLeft: stillLeft,
    onlyRight: rest,
  };
}

function distinct(content: readonly ContentWord[]): ContentWord[] {
  const seen = new Set<string>();
  return content.filter(({ meaning }) => {
    const isNew = !seen.has(meaning);
    seen.add(meaning);
    return isNew;
  });
}

function isSameContent(one: ContentWord, other: ContentWord): boolean {
  return (
    one.meaning === other.meaning ||
    (one.kind !== 'number' &&
      other.kind !== 'number' &&
      isSpellingVariant(one.form, other.form) &&
      !isContrast(one.meaning, other.meaning))
  );
}

export function weightOf({ kind, meaning, isFocus }: ContentWord): number {
  if (kind === 'name') return 2;
  if (kind === 'number') return 1.5;
  return isFocus || weakWords.has(meaning) ? 0.4 : 1;
}

function weightOfAll(words: readonly ContentWord[]): number {
  return words.reduce((sum, word) => sum + weightOf(word), 0);
}
