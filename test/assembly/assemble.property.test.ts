import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { assemble } from '../../src/assembly/assemble.ts';
import type { Assembly, Blueprint, Candidate } from '../../src/assembly/blueprint.ts';
import { type Constraint, listConstraints } from '../../src/assembly/constraints.ts';
import { Layout } from '../../src/assembly/layout.ts';
import { loadSolver, type Solve } from '../../src/assembly/solver.ts';
import { isThorough } from '../support/property-runs.ts';
import { bestByBruteForce, faultsOf, worthOf } from './brute-force.ts';
import { randomInstance } from './random-blueprint.ts';

const solve = await loadSolver();
const options = { solve, remaining: () => 60 };
const instances = Array.from({ length: isThorough ? 500 : 20 }, (_, at) => {
  const instance = randomInstance(at);
  return { ...instance, assembly: assemble(instance.blueprint, instance.candidates, options) };
});

it('finds forms as good as the best of all combinations, and none where there are none', () => {
  let feasible = 0;
  for (const [at, { blueprint, candidates, assembly }] of instances.entries()) {
    const best = bestByBruteForce(blueprint, candidates);
    expect(assembly.status, `instance ${at}`).toBe(best === undefined ? 'INFEASIBLE' : 'OPTIMAL');
    if (!('forms' in assembly) || best === undefined) continue;
    feasible += 1;
    expect(faultsOf(blueprint, candidates, assembly.forms), `instance ${at}`).toEqual([]);
    const isSum = ['random', 'least_exposure'].includes(blueprint.objective.kind);
    const tolerance = isSum ? 1e-6 : 0.01 + 1e-6;
    const worth = worthOf(blueprint, candidates, assembly.forms);
    expect(worth, `instance ${at}`).toBeLessThanOrEqual(best + tolerance);
    const sign = blueprint.objective.kind === 'max_information' ? -1 : 1;
    expect(sign * assembly.objective, `instance ${at}`).toBeCloseTo(worth, 4);
  }
  expect(feasible).toBeGreaterThan(instances.length / 5);
  expect(feasible).toBeLessThan(instances.length);
});

it('assembles forms one after the other where there are too many questions, or too little time, for all', () => {
  // As HiGHS answers when its time is up before it has found a solution.
  const outOfTime: Solve = (model, limits) =>
    limits.timeLimit < 60 ? { status: 'unknown' } : solve(model, limits);
  const ways = { ...options, maxColumns: -1 };
  const tried = { OPTIMAL: 0, FEASIBLE: 0, INFEASIBLE: 0, UNKNOWN: 0 };
  for (const [at, { blueprint, candidates, assembly }] of instances.entries()) {
    const isSum = ['random', 'least_exposure'].includes(blueprint.objective.kind);
    if (!isSum || blueprint.forms === 1) continue;
    const best = 'forms' in assembly ? assembly.objective : undefined;
    for (const way of [ways, { solve: outOfTime, remaining: () => 60 }]) {
      const found = assemble(blueprint, candidates, way);
      tried[found.status] += 1;
      // One form may be possible where several are not.
      if (found.status === 'UNKNOWN') continue;
      expect('forms' in found, `instance ${at}`).toBe(best !== undefined);
      if (!('forms' in found) || best === undefined) continue;
      expect(faultsOf(blueprint, candidates, found.forms), `instance ${at}`).toEqual([]);
      expect(worthOf(blueprint, candidates, found.forms)).toBeCloseTo(found.objective, 4);
      expect(found.bound, `instance ${at}`).toBeLessThanOrEqual(best + 1e-6);
      expect(found.objective, `instance ${at}`).toBeGreaterThanOrEqual(best - 1e-6);
      if (found.status === 'OPTIMAL') expect(found.objective).toBeCloseTo(best, 4);
    }
  }
  expect(tried.OPTIMAL).toBeGreaterThan(0);
  expect(tried.FEASIBLE).toBeGreaterThan(0);
});

it('names constraints that contradict each other, of which each is needed', () => {
  let explained = 0;
  for (const [at, { blueprint, candidates, assembly }] of instances.entries()) {
    if (assembly.status !== 'INFEASIBLE') continue;
    explained += 1;
    const all = listConstraints(blueprint, candidates);
    const named = all.filter(({ text }) => assembly.conflicts.includes(text));
    expect(assembly.isIrreducible).toBe(true);
    expect(named.length, `instance ${at}`).toBeGreaterThanOrEqual(assembly.conflicts.length);
    expect(isFeasible(blueprint, candidates, named), `instance ${at}`).toBe(false);
    for (const one of named) {
      const others = named.filter((each) => each !== one);
      expect(isFeasible(blueprint, candidates, others), `instance ${at}: ${one.text}`).toBe(true);
    }
  }
  expect(explained).toBeGreaterThan(0);
});

/** By the definition: any sets of questions, of any size, that meet these constraints. */
function isFeasible(
  { forms }: Blueprint,
  candidates: readonly Candidate[],
  constraints: readonly Constraint[],
): boolean {
  const layout = new Layout(
    forms,
    candidates,
    candidates.map((_, at) => ({ members: [at] })),
  );
  for (const constraint of constraints) constraint.add(layout);
  return solve(layout.model, { timeLimit: 60, tolerance: 0 }).status !== 'infeasible';
}

it.runIf(isThorough)('meets every constraint with a part of a large bank', () => {
  const { blueprint } = randomInstance(1);
  const candidates = Array.from({ length: 5000 }, (_, at) => ({
    id: `question-${at}`,
    category: at % 2 === 0 ? 'Science' : 'Geography',
    difficulty: at % 3,
    topic: `topic ${at % 50}`,
    source: null,
    exposure: 0,
    information: [(at % 97) / 97],
  }));
  const large: Blueprint = {
    ...blueprint,
    forms: 2,
    length: 10,
    quotas: [{ category: 'Science', min: 4, max: 4 }],
    maxPerTopic: 1,
    enemies: [[0, 2]],
    duplicates: [],
    overlap: 0,
    objective: { kind: 'target_information', target: [5] },
  };
  const assembly = assemble(large, candidates, options);
  if (!('forms' in assembly)) throw new Error(assembly.status);
  expect(faultsOf(large, candidates, assembly.forms)).toEqual([]);
  expect(assembly.objective).toBeCloseTo(worthOf(large, candidates, assembly.forms), 4);
});

it.runIf(isThorough)('says how much better others might be where nothing is proven', () => {
  const candidates = Array.from({ length: 4100 }, (_, at) => ({
    id: `question-${at}`,
    category: at % 2 === 0 ? 'Science' : 'Geography',
    difficulty: 0,
    topic: null,
    source: null,
    exposure: 0,
    information: [at % 2 === 0 ? 0.1 : 1],
  }));
  const { blueprint } = randomInstance(1);
  const unproven: Blueprint = {
    ...blueprint,
    forms: 1,
    length: 10,
    quotas: [{ category: 'Science', min: 4 }],
    maxPerTopic: null,
    enemies: [[0, 2]],
    duplicates: [],
    overlap: 0,
    objective: { kind: 'max_information' },
  };
  const assembly = assemble(unproven, candidates, options);
  if (!('forms' in assembly)) throw new Error(assembly.status);
  expect(faultsOf(unproven, candidates, assembly.forms)).toEqual([]);
  expect(assembly.status).toBe('FEASIBLE');
  // Six that give 1 and four that give 0.1; the bound does not know the quota.
  expect([assembly.objective, assembly.bound]).toEqual([expect.closeTo(6.4, 6), 10]);
});

it.runIf(isThorough)(
  'gives the best that was found when the time is up, with what is proven',
  () => {
    const pick = (text: string, limit: number) =>
      createHash('md5').update(text).digest().readUInt32BE(0) % limit;
    const candidates = Array.from({ length: 300 }, (_, at) => ({
      id: `question-${at}`,
      category: 'Science',
      difficulty: 0,
      topic: null,
      source: null,
      exposure: 0,
    }));
    // To prove the best of so many enemies takes HiGHS minutes; to find some, half a second.
    const enemies = Array.from({ length: 2000 }, (_, at): [number, number] => {
      const one = pick(`one ${at}`, 300);
      return [one, (one + 1 + pick(`other ${at}`, 299)) % 300];
    });
    const { blueprint } = randomInstance(1);
    const hard: Blueprint = {
      ...blueprint,
      forms: 1,
      length: 70,
      quotas: [],
      maxPerTopic: null,
      enemies,
      duplicates: [],
      overlap: 0,
      objective: { kind: 'random' },
    };
    let found: Assembly = { status: 'UNKNOWN' };
    // A machine that has other work finds none in the first.
    for (let seconds = 0.5; found.status === 'UNKNOWN' && seconds < 60; seconds *= 2) {
      const end = performance.now() + seconds * 1000;
      found = assemble(hard, candidates, {
        solve,
        remaining: () => (end - performance.now()) / 1000,
      });
    }
    if (!('forms' in found)) throw new Error(found.status);
    expect(found.status).toBe('FEASIBLE');
    expect(faultsOf(hard, candidates, found.forms)).toEqual([]);
    expect(found.bound).toBeLessThan(found.objective);
    expect(found.objective).toBeCloseTo(worthOf(hard, candidates, found.forms), 4);
  },
);
