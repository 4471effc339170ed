import type { Assembly, Blueprint, Candidate } from './blueprint.ts';
import { partOfBank } from './part-of-bank.ts';

/** Assembles one form, with the draws of a number. */
export type AssembleOne = (
  blueprint: Blueprint,
  candidates: readonly Candidate[],
  form: number,
) => Assembly;

/**
 * Several forms whose objective is a sum, one after the other: models of one form are small. Each is first
 * assembled as if it were alone, which no forms together can surpass. If these share no more questions than
 * they may, they are the best; otherwise each leaves out what the ones before it use, and the best are not
 * known. UNKNOWN if the questions do not last for that, or the time; INFEASIBLE if there is not even one form.
 */
export function assembleInTurn(
  blueprint: Blueprint,
  candidates: readonly Candidate[],
  { areByForm, assembleOne }: { readonly areByForm: boolean; readonly assembleOne: AssembleOne },
): Assembly {
  const single = { ...blueprint, forms: 1, overlap: 0 };
  const numbers = Array.from({ length: blueprint.forms }, (_, form) => form);
  const alone: Found[] = [];
  // Alone, forms that do not differ in what questions cost them would all be the same one.
  for (const form of areByForm ? numbers : [0]) {
    const one = assembleOne(single, candidates, form);
    if (!('forms' in one)) return one;
    alone.push(one);
  }
  const bound = sumOf(alone, ({ bound }) => bound) * (areByForm ? 1 : blueprint.forms);
  if (areByForm && mostShared(alone) <= blueprint.overlap) {
    const status = alone.every((one) => one.status === 'OPTIMAL') ? 'OPTIMAL' : 'FEASIBLE';
    const forms = alone.flatMap((one) => one.forms);
    return { status, objective: sumOf(alone, ({ objective }) => objective), bound, forms };
  }
  const used = new Set<number>();
  const forms: (readonly number[])[] = [];
  let objective = 0;
  for (const form of numbers) {
    const free = [...candidates.keys()].filter((index) => !used.has(index));
    const part = partOfBank(single, candidates, free);
    const one = assembleOne(part.blueprint, part.candidates, areByForm ? form : 0);
    if (!('forms' in one)) return { status: 'UNKNOWN' };
    const chosen = part.toWhole(one.forms);
    for (const index of chosen.flat()) used.add(index);
    forms.push(...chosen);
    objective += one.objective;
  }
  return { status: objective - bound < 1 ? 'OPTIMAL' : 'FEASIBLE', objective, bound, forms };
}

type Found = Extract<Assembly, { forms: unknown }>;

function sumOf(found: readonly Found[], measure: (one: Found) => number): number {
  return found.reduce((sum, one) => sum + measure(one), 0);
}

function mostShared(found: readonly Found[]): number {
  const sets = found.map(({ forms }) => new Set(forms.flat()));
  const shared = sets.flatMap((one, at) =>
    sets.slice(at + 1).map((other) => [...one].filter((index) => other.has(index)).length),
  );
  return Math.max(0, ...shared);
}
