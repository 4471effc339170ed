import type { Blueprint, Candidate, Pairs } from './blueprint.ts';

/** The same blueprint for some of the candidates. */
export interface PartOfBank {
  readonly blueprint: Blueprint;
  readonly candidates: readonly Candidate[];
  /** The indexes among all candidates of the questions of forms. */
  readonly toWhole: (forms: readonly (readonly number[])[]) => number[][];
}

export function partOfBank(
  blueprint: Blueprint,
  candidates: readonly Candidate[],
  kept: readonly number[],
): PartOfBank {
  const toPart = new Map(kept.map((index, at) => [index, at]));
  const within = (pairs: Pairs): Pairs =>
    pairs.flatMap(([a, b]) => {
      const [first, second] = [toPart.get(a), toPart.get(b)];
      return first === undefined || second === undefined ? [] : [[first, second] as const];
    });
  const { enemies, duplicates } = blueprint;
  return {
    blueprint: { ...blueprint, enemies: within(enemies), duplicates: within(duplicates) },
    candidates: kept.flatMap((index) => candidates[index] ?? []),
    toWhole: (forms) => forms.map((form) => form.map((index) => kept[index] ?? 0)),
  };
}
