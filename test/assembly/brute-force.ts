import { type Blueprint, type Candidate, matchesQuota } from '../../src/assembly/blueprint.ts';
import { costsOf } from '../../src/assembly/costs.ts';

/** Everything a form breaks, by reading the blueprint literally. */
export function faultsOf(
  blueprint: Blueprint,
  candidates: readonly Candidate[],
  forms: readonly (readonly number[])[],
): string[] {
  const faults = forms.flatMap((form, number) =>
    formFaults(blueprint, candidates, form).map((fault) => `${number}: ${fault}`),
  );
  for (const [at, form] of forms.entries()) {
    for (const other of forms.slice(at + 1)) {
      const shared = form.filter((index) => other.includes(index)).length;
      if (shared > blueprint.overlap) faults.push(`${shared} shared`);
    }
  }
  if (forms.length !== blueprint.forms) faults.push('forms');
  return faults;
}

function formFaults(
  { length, quotas, maxPerTopic, enemies, duplicates }: Blueprint,
  candidates: readonly Candidate[],
  form: readonly number[],
): string[] {
  const faults: string[] = [];
  const questions = form.flatMap((index) => candidates[index] ?? []);
  if (new Set(form).size !== length || questions.length !== length) faults.push('length');
  for (const quota of quotas) {
    const count = questions.filter((question) => matchesQuota(quota, question)).length;
    if (count < (quota.min ?? 0) || count > (quota.max ?? Infinity)) faults.push('quota');
  }
  for (const { topic } of questions) {
    const count = questions.filter((question) => question.topic === topic).length;
    if (topic !== null && maxPerTopic !== null && count > maxPerTopic) faults.push('topic');
  }
  for (const [a, b] of [...enemies, ...duplicates]) {
    if (form.includes(a) && form.includes(b)) faults.push('enemies');
  }
  return faults;
}

/** What forms are worth, less is better; by the definition of the objective. */
export function worthOf(
  blueprint: Blueprint,
  candidates: readonly Candidate[],
  forms: readonly (readonly number[])[],
): number {
  const { objective } = blueprint;
  const costs = costsOf(blueprint, candidates);
  if (costs) {
    const each = forms.flatMap((form, at) => form.map((index) => costs.costOf(index, at)));
    return each.reduce((sum, cost) => sum + cost, 0);
  }
  const abilities = candidates[0]?.information?.length ?? 0;
  const figures = forms.flatMap((form) =>
    Array.from({ length: abilities }, (_, ability) =>
      form.reduce((sum, index) => sum + (candidates[index]?.information?.[ability] ?? 0), 0),
    ),
  );
  if (objective.kind !== 'target_information') return -Math.min(...figures);
  const { target } = objective;
  return Math.max(...figures.map((each, at) => Math.abs(each - (target[at % abilities] ?? 0))));
}

/** The best worth of all combinations of forms; undefined if none is allowed. */
export function bestByBruteForce(
  blueprint: Blueprint,
  candidates: readonly Candidate[],
): number | undefined {
  const allowed = [...combinations(candidates.length, blueprint.length)].filter(
    (form) => formFaults(blueprint, candidates, form).length === 0,
  );
  let best: number | undefined;
  const extend = (forms: readonly (readonly number[])[]) => {
    if (forms.length === blueprint.forms) {
      const worth = worthOf(blueprint, candidates, forms);
      if (best === undefined || worth < best) best = worth;
      return;
    }
    for (const form of allowed) {
      const fits = forms.every(
        (other) => form.filter((index) => other.includes(index)).length <= blueprint.overlap,
      );
      if (fits) extend([...forms, form]);
    }
  };
  extend([]);
  return best;
}

function* combinations(from: number, count: number, start = 0): Generator<number[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (let first = start; first <= from - count; first += 1) {
    for (const rest of combinations(from, count - 1, first + 1)) yield [first, ...rest];
  }
}
