import type { Candidate, Objective } from './blueprint.ts';
import type { Costs } from './costs.ts';
import type { Layout } from './layout.ts';

/** Sums are whole numbers. Item parameters are estimates: a hundredth of information means nothing. */
export const tolerances = { sum: 0.999, information: 0.01 };

/** Minimizes the sum of costs. Of a unit the cheapest members are paid for, in order. */
export function addCosts(layout: Layout, costs: Costs): void {
  const { model, units, forms } = layout;
  for (const [unit, { members }] of units.entries()) {
    const columns = Array.from({ length: forms }, (_, form) => layout.column(unit, form));
    const [only] = members;
    if (members.length === 1 && only !== undefined) {
      for (const [form, at] of columns.entries()) model.costs[at] = costs.costOf(only, form);
      continue;
    }
    const paid = members.map((member) => model.addContinuous(0, 1, costs.costOf(member, 0)));
    model.addRow(0, 0, [...columns, ...paid], (at) => (at < forms ? 1 : -1));
  }
}

/** Minimizes the largest deviation from the target, or maximizes the least information. */
export function addInformation(
  layout: Layout,
  objective: Objective,
  candidates: readonly Candidate[],
): void {
  const { model, units, forms } = layout;
  const informationOf = (unit: number) => candidates[units[unit]?.members[0] ?? 0]?.information;
  const abilities = informationOf(0)?.length ?? 0;
  const isTarget = objective.kind === 'target_information';
  const extreme = model.addContinuous(0, isTarget ? Infinity : 1e6, isTarget ? 1 : -1);
  for (let form = 0; form < forms; form += 1) {
    const columns = [...units.map((_, unit) => layout.column(unit, form)), extreme];
    for (let ability = 0; ability < abilities; ability += 1) {
      const withExtreme = (sign: number) => (at: number) =>
        at === units.length ? sign : (informationOf(at)?.[ability] ?? 0);
      const wanted = isTarget ? (objective.target[ability] ?? 0) : 0;
      if (isTarget) {
        model.addRow(wanted, Infinity, columns, withExtreme(1));
        model.addRow(-Infinity, wanted, columns, withExtreme(-1));
      } else model.addRow(0, Infinity, columns, withExtreme(-1));
    }
  }
}
