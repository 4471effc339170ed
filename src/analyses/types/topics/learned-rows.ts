import { createRandom, shuffle } from '../../kit/statistics/seeded-random.ts';

/** Terms and topics are learned from at most so many questions: more hardly change them. */
export const maxLearned = 150_000;

/** The rows that are learned from, chosen by the seed if there are too many; ascending. */
export function chooseLearnedRows(rows: number, seed: number, max = maxLearned): LearnedRows {
  const all = Int32Array.from({ length: rows }, (_, row) => row);
  const chosen = rows <= max ? all : shuffle(all, createRandom(seed)).slice(0, max).sort();
  const isChosen = new Uint8Array(rows);
  for (const row of chosen) isChosen[row] = 1;
  return { rows: chosen, includes: (row) => isChosen[row] === 1, isAll: rows <= max };
}

export interface LearnedRows {
  readonly rows: Int32Array;
  readonly isAll: boolean;
  includes(row: number): boolean;
}
