import { describe, expect, it } from 'vitest';
import type { StoredResponse } from '../../src/analyses/analysis-type.ts';
import { groupByAbility } from '../../src/analyses/types/item-statistics/ability-groups.ts';
import { itemStatistics } from '../../src/analyses/types/item-statistics/item-statistics.ts';
import { readModelData } from '../../src/analyses/types/item-statistics/model-data.ts';
import {
  describeInformation,
  estimateAbilities,
  measureFit,
} from '../../src/analyses/types/item-statistics/model-fit.ts';
import { buildMatrix } from '../../src/analyses/types/item-statistics/response-matrix.ts';
import { readStoredCells } from '../../src/analyses/types/item-statistics/stored-responses.ts';
import { isThorough } from '../support/property-runs.ts';
import { runOn, silent } from './questions.ts';
import { codesOf, expectNear, repeat } from './score-table.ts';
import {
  idOf,
  referenceSimulation,
  type SimulatedItem,
  type Simulation,
  simulatedQuestions,
  simulateResponses,
} from './simulated-responses.ts';

const answering = (responses: readonly StoredResponse[]) => ({
  ...silent,
  async *responses() {
    for (let at = 0; at < responses.length; at += 100) yield responses.slice(at, at + 100);
  },
});

async function run(
  { items }: Pick<Simulation, 'items'>,
  responses: readonly StoredResponse[],
  parameters: object = {},
) {
  const result = await runOn(
    itemStatistics,
    simulatedQuestions(items),
    { items: 'all', responses: 'stored', ...parameters },
    answering(responses),
  );
  const byId = new Map(result.items.map((item) => [item.question_id, item]));
  const sorted = items.flatMap((_item, at) => byId.get(idOf(at)) ?? []);
  return { ...result, sorted };
}

const reference = await run(referenceSimulation, simulateResponses(referenceSimulation));

/**
 * From R 4.2.2 on the data of `referenceSimulation`, X the scores, g the group. Matching score
 * s <- rowSums(X[, union(anchor, i)]), anchors the questions of class A with all as anchors;
 * mantelhaen.test(table(g, X[, i], s)), its standard error by the formula of difR;
 * glm(X[, i] ~ s * g, binomial) against ~ s and ~ s + g; Nagelkerke's R² from the log-likelihoods.
 */
const difByR = {
  mh_chi_square: [
    0.27379983225, 0.72865726447, 20.47470051114, 0.0244189858, 1.82513947458, 2.00582912029,
    1.52098875999, 0.00402558032,
  ],
  mh_alpha: [
    0.8441596288, 1.2556261513, 2.8337013914, 0.9408750392, 1.4387170766, 0.7206755313,
    0.7246602739, 0.9466065395,
  ],
  mh_delta: [
    0.3981221211, -0.5349407777, -2.4477218577, 0.1432206183, -0.8548167241, 0.7697807319,
    0.7568229559, 0.1289486199,
  ],
  se_delta: [
    0.6101941354, 0.5508078014, 0.5359596122, 0.5315844964, 0.5808235464, 0.5095796931,
    0.5583939158, 0.6442313359,
  ],
  p: [
    0.6007941275, 0.3933187679, 6.042468488e-6, 0.8758235492, 0.176702727, 0.1566955991,
    0.2174699257, 0.9494101949,
  ],
  lr_chi_square: [
    1.377926629, 1.372397795, 24.506810031, 2.52134482, 2.948454516, 11.977858829, 1.700563314,
    3.522793591,
  ],
  p_uniform: [
    0.5590767394, 0.3136552704, 7.449796102e-7, 0.85527083, 0.1411324751, 0.1208098439,
    0.1985441314, 0.8364708493,
  ],
  p_nonuniform: [
    0.308608567908, 0.550078412618, 0.913930893059, 0.114711881172, 0.376259760237, 0.001976676974,
    0.827450660874, 0.062107660754,
  ],
  delta_r2: [
    0.003034742301, 0.002606744269, 0.047025443794, 0.004369768168, 0.004785187168, 0.02195602634,
    0.003096233358, 0.008513165712,
  ],
} as const;

describe('differences between groups', () => {
  it.each(Object.entries(difByR))('have the %s that R computes', (field, expected) => {
    const found = reference.sorted.map(({ dif }) => dif[0]?.[field as keyof typeof difByR]);
    expectNear(found, expected, 1e-6);
  });

  it('are classified as ETS does', () => {
    expect(reference.groups).toEqual([
      { group: 'a', responses: 2000 },
      { group: 'b', responses: 2000 },
    ]);
    const classes = reference.sorted.map(({ dif }) => dif[0]?.ets_class).join('');
    expect(classes).toBe('AACAAAAA');
    expect(reference.sorted[2]?.flags).toContain('dif');
  });

  it('are compared with the group that is named, and are not told of too few', async () => {
    const responses = simulateResponses({ ...referenceSimulation, respondents: 120 });
    const { sorted, warnings } = await run(referenceSimulation, responses, {
      reference_group: 'b',
    });
    expect(sorted[0]?.dif[0]).toMatchObject({
      group: 'a',
      reference: 'b',
      n_focal: 60,
      ets_class: null,
      mh_delta: null,
      p_lr: null,
    });
    expect(codesOf({ warnings })).not.toContain('unknown_group');
    const few = await run(referenceSimulation, responses, {
      min_group_size: 20,
      reference_group: 'c',
    });
    expect(few.sorted[0]?.dif[0]?.ets_class).toBe('A');
    expect(codesOf(few)).toContain('unknown_group');
  });
});

it('tells drift between periods as R does: mantelhaen.test with the period as group', () => {
  const drifts = reference.sorted.map(({ drift }) => drift);
  expectNear(
    drifts.map((drift) => drift?.mh_delta),
    [
      0.1852532113, 0.1595298299, -0.1294661559, -0.3438955286, 0.2135747935, 0.430795528,
      1.8037483122, -0.6870165795,
    ],
    1e-6,
  );
  expectNear(
    drifts.map((drift) => drift?.lr_chi_square),
    [
      1.5281227635, 0.8580240453, 3.8033098691, 2.477982148, 3.1883501029, 0.6133218349,
      11.7522636534, 2.4835730321,
    ],
    1e-6,
  );
  expect(drifts[6]).toMatchObject({ n_reference: 250, n_focal: 250, ets_class: 'B' });
  expect(reference.period_boundary).toBe('2026-01-01T04:10:00.000Z');
});

it('tells who chooses which option, as R does', () => {
  // r <- (rowSums(X) - X[, 4]) / 7; aggregate(r, list(chosen), mean); cor(chosen == o, r)
  const { options = [] } = reference.sorted[3] ?? {};
  expect(options.map(({ option, is_key, n }) => [option, is_key, n])).toEqual([
    ['key', true, 231],
    ['w1', false, 170],
    ['w2', false, 99],
    ['w3', false, 0],
  ]);
  expectNear(
    options.slice(0, 3).map(({ mean_ability }) => mean_ability),
    [0.560296846, 0.3840336134, 0.3795093795],
    1e-9,
  );
  expectNear(
    options.slice(0, 3).map(({ r }) => r),
    [0.3499480565, -0.228041454, -0.1667353626],
    1e-8,
  );
  expect(options.map(({ finding }) => finding)).toEqual([null, null, null, 'unused']);
  expect(reference.sorted[0]?.exposure).toBe(1);
});

describe('the curves of options', () => {
  it('say how often each is chosen by those of similar ability', () => {
    // g <- cut(r, quantile(r, 0:5 / 5), include.lowest = TRUE); tapply(chosen == o, g, mean)
    const { options = [] } = reference.sorted[3] ?? {};
    const curves = options.map(({ curve }) => curve);
    const groups = curves[0] ?? [];
    expect(groups.reduce((sum, { n }) => sum + n, 0)).toBe(500);
    groups.forEach(({ ability, n }, at) => {
      const points = curves.map((curve) => curve[at]);
      expect(points.every((point) => point?.ability === ability && point.n === n)).toBe(true);
      expect(points.reduce((sum, point) => sum + (point?.share ?? 0), 0)).toBeCloseTo(1, 9);
      expect(ability).toBeGreaterThan(groups[at - 1]?.ability ?? -1);
    });
    const [key, , , unused] = curves.map((curve) => curve.map(({ share }) => share));
    expect(key?.at(-1)).toBeGreaterThan((key?.[0] ?? 1) + 0.3);
    expect(unused?.every((share) => share === 0)).toBe(true);
    const chosen = groups.reduce((sum, { n, share }) => sum + n * share, 0);
    expect(chosen).toBeCloseTo(options[0]?.n ?? 0, 6);
  });

  it('keep respondents of the same ability together, and need twenty', () => {
    expect(groupByAbility(repeat(19, (at) => at))).toEqual([]);
    expect(groupByAbility(repeat(60, () => 0.5))).toEqual([]);
    const tied = [...repeat(30, () => 0.2), ...repeat(10, () => 0.4), ...repeat(10, () => 0.9)];
    expect(groupByAbility(tied).map(({ from, to, n }) => [from, to, n])).toEqual([
      [0.2, 0.2, 30],
      [0.4, 0.4, 10],
      [0.9, 0.9, 10],
    ]);
  });
});

describe('fit and information', () => {
  /** From R's eRm 1.0-2: m <- RM(X); -m$betapar. */
  const intercepts = Float64Array.from([
    1.6109158804828, 1.0246162009561, -0.3160886981327, 0.0004559384549, -0.3577214428992,
    0.1715814192587, -0.5485072125775, -1.5852520855431,
  ]);
  const parameters = { intercepts, slopes: intercepts.map(() => 1) };

  it("are those of R's eRm, given its difficulties", async () => {
    const responses = simulateResponses(referenceSimulation);
    const cells = await readStoredCells({}, () => true, answering(responses));
    const data = readModelData(buildMatrix(cells, silent), silent);
    const abilities = estimateAbilities(data, parameters, silent);
    // p <- person.parameter(m); coef(p)
    const finite = new Set([...abilities].map((ability) => ability.toFixed(4)));
    expect([...finite]).toEqual(expect.arrayContaining(['-0.5947', '0.6113', '0.0108', '-1.2861']));
    // f <- itemfit(p); f$i.infitMSQ; f$i.outfitMSQ
    const fits = measureFit(data, parameters, abilities, silent);
    expectNear(
      fits.map(({ infit }) => infit),
      [
        0.9460143081, 0.9837388184, 1.034771994, 0.9705371115, 0.8672470617, 0.996717918,
        0.9691646705, 0.8895181203,
      ],
      1e-4,
    );
    expectNear(
      fits.map(({ outfit }) => outfit),
      [
        0.9934979097, 0.9093767418, 1.0142207656, 0.9973211682, 0.8270999645, 0.9797595525,
        0.9430991407, 0.7575468906,
      ],
      1e-4,
    );
  });

  it('say how exactly an ability is measured', async () => {
    // p <- plogis(t - b); sum(p * (1 - p)), t = -3, 0, 1.5
    const points = [0, 6, 9].map((at) => describeInformation(parameters)[at]);
    expect(points.map((point) => point?.ability)).toEqual([-3, 0, 1.5]);
    expectNear(
      points.map((point) => point?.information),
      [0.4680798214, 1.690549159, 1.205113786],
      1e-9,
    );
    expectNear(
      points.map((point) => point?.standardError),
      [1.461638723, 0.7691058205, 0.9109320294],
      1e-9,
    );
    const { information, sorted } = await run(
      referenceSimulation,
      simulateResponses(referenceSimulation),
      { model: 'rasch' },
    );
    expect(information).toHaveLength(13);
    expect(sorted.every(({ infit, outfit }) => infit !== null && outfit !== null)).toBe(true);
  });
});

const soundItems = repeat(20, (at): SimulatedItem => ({ a: 0.8 + (at % 5) / 5, b: at / 5 - 2 }));
const evidenceFlags = ['dif', 'drift', 'misfit', 'possible_miskey'];

it('flags a wrong key and drift, and leaves sound questions alone', async () => {
  const items = soundItems.map((item, at) => ({
    ...item,
    ...(at === 7 && { isMiskeyed: true }),
    ...(at === 12 && { later: { b: item.b - 1.5 } }),
  }));
  const flaws = { seed: 3, respondents: 600, items, meanOfB: -0.5 };
  const flawed = await run({ items }, simulateResponses(flaws));
  const flagsOf = (at: number) => flawed.sorted[at]?.flags;
  expect(flagsOf(7)).toContain('possible_miskey');
  expect(flawed.sorted[7]?.options).toContainEqual(
    expect.objectContaining({ option: 'key', is_key: false, finding: 'preferred_by_strong' }),
  );
  expect(flagsOf(12)).toContain('drift');
  const others = flawed.sorted.filter((_item, at) => at !== 7 && at !== 12);
  expect(
    others.flatMap(({ flags }) => flags.filter((flag) => evidenceFlags.includes(flag))),
  ).toEqual([]);
  for (let seed = 1; seed <= (isThorough ? 20 : 2); seed += 1) {
    const answered = seed % 2 === 0 ? 0.5 : 1;
    const sound = { seed, respondents: 500, items: soundItems, meanOfB: -0.5, answered };
    const { sorted } = await run(sound, simulateResponses(sound), { model: 'rasch' });
    const wrong = sorted.flatMap(({ flags }) =>
      flags.filter((flag) => evidenceFlags.includes(flag)),
    );
    expect([seed, wrong]).toEqual([seed, []]);
  }
});

it('flags a question whose answers do not fit the model, and no other', async () => {
  // Chance alone decides it, in a test that measures well.
  const items = repeat(12, (at): SimulatedItem => ({ a: at === 4 ? 0 : 2, b: at / 4 - 1.5 }));
  const misfit = { seed: 5, respondents: 400, items };
  const { sorted } = await run(misfit, simulateResponses(misfit), { model: 'rasch' });
  const flagged = sorted.flatMap(({ flags }, at) => (flags.includes('misfit') ? [at] : []));
  expect(flagged).toEqual([4]);
  expect(sorted[4]?.infit).toBeGreaterThan(1.3);
  expect(sorted[4]?.outfit).toBeGreaterThan(sorted[4]?.infit ?? 0);
  const others = sorted.filter((_item, at) => at !== 4).map(({ infit }) => infit ?? 0);
  expect(Math.max(...others)).toBeLessThan(1.3);
});

it('recalibrates a season of 200 players and 40 questions within its standard errors', async () => {
  const items = repeat(40, (at): SimulatedItem => ({ a: 1, b: (at - 19.5) / 8 }));
  let [within, all] = [0, 0];
  for (let seed = 11; seed <= (isThorough ? 25 : 11); seed += 1) {
    const season = { seed, respondents: 200, items };
    const { sorted } = await run(season, simulateResponses(season), { model: 'rasch_unit' });
    for (const [at, { b, se_b }] of sorted.entries()) {
      const distance = Math.abs((b ?? Number.NaN) - (items[at]?.b ?? 0)) / (se_b ?? 0);
      all += 1;
      if (distance < 1.96) within += 1;
    }
  }
  // 95 % are expected. The errors of one season are correlated, since all difficulties move with the
  // mean of its players: 15 seasons together vary by about ± 0.02.
  expect(within / all).toBeGreaterThanOrEqual(isThorough ? 0.905 : 0.93);
}, 300_000);
