import { createRandom, shuffle } from '../statistics/seeded-random.ts';

/**
 * Deals the rows of each class out over the folds by a seeded shuffle, so that each fold has its
 * share of every class. Rows of a class below 0 belong to no fold: −1.
 */
export function dealFolds(
  classOf: Int32Array,
  classes: number,
  { folds, seed }: { readonly folds: number; readonly seed: number },
): Int32Array {
  const members = Array.from({ length: classes }, (): number[] => []);
  for (let row = 0; row < classOf.length; row += 1) members[classOf[row] ?? -1]?.push(row);
  const foldOf = new Int32Array(classOf.length).fill(-1);
  const random = createRandom(seed);
  let dealt = 0;
  for (const rows of members) {
    for (const row of shuffle(rows, random)) {
      foldOf[row] = dealt % folds;
      dealt += 1;
    }
  }
  return foldOf;
}
