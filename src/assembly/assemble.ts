import { shuffleBy } from '../domain/draw.ts';
import { type AssembleOne, assembleInTurn } from './assemble-in-turn.ts';
import { type Assembly, type Blueprint, type Candidate, matchesQuota } from './blueprint.ts';
import { type Constraint, listConstraints } from './constraints.ts';
import { type Costs, costsOf } from './costs.ts';
import { explainConflict } from './explain-conflict.ts';
import { boundOf, chooseInformative, worthOf } from './informative-part.ts';
import { Layout } from './layout.ts';
import { addCosts, addInformation, tolerances } from './objectives.ts';
import { partOfBank } from './part-of-bank.ts';
import type { Solution, Solve } from './solver.ts';
import { formUnits, type Reduction } from './units.ts';

export interface AssembleOptions {
  readonly solve: Solve;
  /** Seconds until the time limit. */
  readonly remaining: () => number;
  /** A model of several forms that has more is solved one form after the other. */
  readonly maxColumns?: number;
}

/** With more, HiGHS takes minutes to find the first forms. */
const defaultMaxColumns = 30_000;
/** Of the time that remains, kept for assembling one form after the other if none are found together. */
const reservedShare = 0.25;

/** Assembles forms; the same blueprint, candidates (in the same order) and seed give the same forms. */
export function assemble(
  blueprint: Blueprint,
  candidates: readonly Candidate[],
  options: AssembleOptions,
): Assembly {
  const areApart = blueprint.forms > 1 && blueprint.overlap >= blueprint.length;
  const isLarge = blueprint.forms * candidates.length > maxInformationColumns;
  if (isLarge && !costsOf(blueprint, [])) return assembleFromSome(blueprint, candidates, options);
  return (areApart ? assembleApart : assembleTogether)(blueprint, candidates, options);
}

function assembleTogether(
  blueprint: Blueprint,
  candidates: readonly Candidate[],
  options: AssembleOptions,
  firstForm = 0,
): Assembly {
  const costs = costsOf(blueprint, candidates, firstForm);
  const constraints = listConstraints(blueprint, candidates);
  const reduction = costs ? reduceBy(costs, blueprint, candidates) : everything;
  const units = formUnits(blueprint, candidates, reduction);
  const inTurn = () => {
    const areByForm = costs?.areByForm ?? false;
    // At most twice as many as there are forms: each may take its share of the time that is left.
    let left = 2 * blueprint.forms;
    const assembleOne: AssembleOne = (one, some, form) => {
      const remaining = () => options.remaining() / left;
      const found = assembleTogether(one, some, { ...options, remaining }, firstForm + form);
      left -= 1;
      return found;
    };
    return assembleInTurn(blueprint, candidates, { areByForm, assembleOne });
  };
  const canBeInTurn = costs !== undefined && blueprint.forms > 1;
  if (canBeInTurn && columnsOf(blueprint, units) > (options.maxColumns ?? defaultMaxColumns)) {
    const found = inTurn();
    if (found.status !== 'UNKNOWN') return found;
  }
  const layout = new Layout(blueprint.forms, candidates, units);
  for (const constraint of constraints) constraint.add(layout);
  if (costs) addCosts(layout, costs);
  else addInformation(layout, blueprint.objective, candidates);
  const tolerance = costs ? tolerances.sum : tolerances.information;
  const timeLimit = options.remaining() * (canBeInTurn ? 1 - reservedShare : 1);
  const solution = options.solve(layout.model, { timeLimit, tolerance });
  if (solution.status === 'unknown') return canBeInTurn ? inTurn() : { status: 'UNKNOWN' };
  if (solution.status === 'infeasible') return explain(blueprint, candidates, constraints, options);
  return toAssembly(blueprint, candidates, layout, solution, firstForm);
}

/** Forms that may share some questions have a column for each question and pair of them. */
function columnsOf({ forms, overlap }: Blueprint, units: readonly unknown[]): number {
  const pairs = overlap > 0 ? (forms * (forms - 1)) / 2 : 0;
  return units.length * (forms + pairs);
}

/** With more, HiGHS finds no forms by information in time. */
const maxInformationColumns = 4000;

/**
 * Forms by information from a part of a large bank: questions of one form that any form may use, chosen by
 * chance or by their information. They are OPTIMAL only if they reach what no forms can surpass.
 */
function assembleFromSome(
  blueprint: Blueprint,
  candidates: readonly Candidate[],
  options: AssembleOptions,
): Assembly {
  // Ones that certainly meet all constraints, or the reason why there are none.
  const feasible = assemble({ ...blueprint, objective: { kind: 'random' } }, candidates, options);
  if (!('forms' in feasible)) return feasible;
  const limit = Math.floor(maxInformationColumns / blueprint.forms);
  const kept = chooseInformative(blueprint, candidates, feasible.forms.flat(), limit);
  const part = partOfBank(blueprint, candidates, kept);
  const found = assemble(part.blueprint, part.candidates, options);
  const forms = 'forms' in found ? part.toWhole(found.forms) : feasible.forms;
  const objective =
    'forms' in found ? found.objective : worthOf(blueprint.objective, candidates, forms);
  const bound = boundOf(blueprint, candidates);
  const isReached = Math.abs(objective - bound) <= tolerances.information;
  return { status: isReached ? 'OPTIMAL' : 'FEASIBLE', objective, bound, forms };
}

/** Forms that may be equal do not depend on each other. */
function assembleApart(
  blueprint: Blueprint,
  candidates: readonly Candidate[],
  options: AssembleOptions,
): Assembly {
  const isSum = costsOf(blueprint, []) !== undefined;
  const forms: (readonly number[])[] = [];
  let [objective, bound, isOptimal] = [0, 0, true];
  for (let form = 0; form < blueprint.forms; form += 1) {
    const one = assembleTogether({ ...blueprint, forms: 1 }, candidates, options, form);
    if (!('forms' in one)) return one;
    forms.push(...one.forms);
    objective = isSum ? objective + one.objective : one.objective;
    bound = isSum ? bound + one.bound : one.bound;
    isOptimal &&= one.status === 'OPTIMAL';
  }
  return { status: isOptimal ? 'OPTIMAL' : 'FEASIBLE', objective, bound, forms };
}

function reduceBy(
  costs: Costs,
  { forms, length, quotas, overlap }: Blueprint,
  candidates: readonly Candidate[],
): Reduction {
  const orders = Array.from({ length: costs.areByForm ? forms : 1 }, (_, form) =>
    costs.orderIn(form),
  );
  const maxOfKind = (index: number) => {
    const candidate = candidates[index];
    const limits = quotas.flatMap((quota) =>
      candidate && quota.max !== undefined && matchesQuota(quota, candidate) ? quota.max : [],
    );
    return Math.min(length, ...limits);
  };
  return { orders, maxLength: length, maxOfKind, isSplit: forms > 1 && overlap > 0 };
}

const inOrder = (a: number, b: number) => a - b;

/** Any question may be the one that brings the information closest to the target. */
const everything: Reduction = {
  orders: [inOrder],
  maxLength: Infinity,
  maxOfKind: () => Infinity,
  isSplit: true,
};

function explain(
  blueprint: Blueprint,
  candidates: readonly Candidate[],
  constraints: readonly Constraint[],
  { solve, remaining }: AssembleOptions,
): Assembly {
  const { forms, length, quotas, overlap } = blueprint;
  // Without the constraint of length, a form needs no more than the quotas ask for.
  const maxLength = Math.max(
    length,
    quotas.reduce((sum, { min = 0 }) => sum + min, 0),
  );
  const reduction = {
    orders: [inOrder],
    maxLength,
    maxOfKind: () => maxLength,
    isSplit: forms > 1 && overlap > 0,
  };
  const withTopics = formUnits(blueprint, candidates, reduction);
  const withoutTopics = formUnits({ ...blueprint, maxPerTopic: null }, candidates, reduction);
  const isFeasible = (some: readonly Constraint[]) => {
    // Constraints that concern each form alone are met by many as by one.
    const count = some.some(({ isBetweenForms }) => isBetweenForms) ? forms : 1;
    const units = some.some(({ isOfTopics }) => isOfTopics) ? withTopics : withoutTopics;
    const layout = new Layout(count, candidates, units);
    for (const constraint of some) constraint.add(layout);
    const { status } = solve(layout.model, { timeLimit: remaining(), tolerance: 0 });
    return status === 'unknown' ? undefined : status !== 'infeasible';
  };
  const ofOneForm = constraints.filter(({ isBetweenForms }) => !isBetweenForms);
  const all = isFeasible(ofOneForm) === false ? ofOneForm : constraints;
  const conflict = explainConflict(all, isFeasible);
  return {
    status: 'INFEASIBLE',
    conflicts: conflict.constraints.map(({ text }) => text),
    pointers: conflict.constraints.map(({ pointer }) => pointer),
    isIrreducible: conflict.isIrreducible,
  };
}

function toAssembly(
  { objective: { kind }, seed, forms: count }: Blueprint,
  candidates: readonly Candidate[],
  layout: Layout,
  solution: Extract<Solution, { values: Float64Array }>,
  firstForm: number,
): Assembly {
  // The first members of a unit are used, by one form after the other.
  const used = layout.units.map(() => 0);
  const forms = Array.from({ length: count }, (_, form) => {
    const chosen = layout.countsOf(solution.values, form).flatMap((counted, unit) => {
      const members = layout.units[unit]?.members ?? [];
      const from = members.length === 1 ? 0 : (used[unit] ?? 0);
      used[unit] = from + counted;
      return members.slice(from, from + counted);
    });
    return shuffleBy(
      chosen,
      (index) => candidates[index]?.id ?? '',
      seed,
      'order',
      firstForm + form,
    );
  });
  const sign = kind === 'max_information' ? -1 : 1;
  return {
    status: solution.status === 'optimal' ? 'OPTIMAL' : 'FEASIBLE',
    objective: sign * solution.objective,
    bound: sign * solution.bound,
    forms,
  };
}
