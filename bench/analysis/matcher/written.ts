import { readFileSync } from 'node:fs';

export interface WrittenQuestion {
  readonly part: number;
  /** The question of a real bank that it was written after, where it asks the same. */
  readonly seed?: string;
  readonly same: readonly [string, string, string];
  readonly key: string;
  readonly wrongKey: string;
  /** Two questions that look like the first, and like one of the others, with their keys. */
  readonly others: readonly [readonly [string, string], readonly [string, string]];
  /** Another question with the same key. */
  readonly sameKey: string;
}

/** Questions of one subject, no two of which ask the same. */
export interface Subject {
  readonly part: number;
  readonly facts: readonly {
    readonly key: string;
    readonly wrong: string;
    readonly asks: readonly [string, string, string];
  }[];
}

/** Kept for weighing the scores beside other evidence. */
export const weighedParts = { questions: [20, 21], subjects: [17, 25, 45] };

/** The lines of a file beside this one that are of some parts, or of all but these. */
export function readParts<Line extends { part: number }>(
  name: string,
  parts: readonly number[],
  isChosen = true,
): Line[] {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .filter(({ part }) => parts.includes(part) === isChosen);
}
