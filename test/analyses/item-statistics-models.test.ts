import { probit } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { lsat6Scores, lsat6WithGaps } from './lsat6.ts';
import { expectNear, runLsat6, runScores } from './score-table.ts';

/** From R's ltm 1.2-0: summary(m)$coefficients and m$log.Lik. */
const references = [
  {
    // m <- rasch(LSAT, constraint = cbind(ncol(LSAT) + 1, 1))
    model: 'rasch_unit',
    scores: lsat6Scores,
    b: [-2.8719711985, -1.0630294184, -0.2576108787, -1.3880588308, -2.218778455],
    se_b: [0.12874978667, 0.08211379997, 0.07659074153, 0.08649513602, 0.10482768566],
    a: [1, 1, 1, 1, 1],
    log_likelihood: -2473.053847,
  },
  {
    // m <- rasch(LSAT)
    model: '1pl',
    scores: lsat6Scores,
    b: [-3.6152664767, -1.3224208156, -0.3176306492, -1.7300903402, -2.7801716467],
    se_b: [0.32664124599, 0.14218222796, 0.09767711399, 0.16913597006, 0.25104821379],
    a: [0.7551347382, 0.7551347382, 0.7551347382, 0.7551347382, 0.7551347382],
    se_a: [0.06943326656, 0.06943326656, 0.06943326656, 0.06943326656, 0.06943326656],
    log_likelihood: -2466.9376,
  },
  {
    // m <- ltm(LSAT ~ z1, control = list(GHk = 61, iter.em = 100))
    model: '2pl',
    scores: lsat6Scores,
    b: [-3.3588128988, -1.3700569021, -0.2796664289, -1.8663801247, -3.1259013967],
    se_b: [0.8664733645, 0.3074904182, 0.0996229645, 0.4343171114, 0.8712192804],
    a: [0.825658949, 0.7227449273, 0.8908725823, 0.6883685144, 0.6568574125],
    se_a: [0.2581149252, 0.1866798651, 0.232763007, 0.1851431105, 0.2099094916],
    log_likelihood: -2466.653377,
  },
  {
    // m <- rasch(x), x with gaps as above
    model: '1pl',
    scores: lsat6WithGaps,
    b: [-3.5562086299, -1.2964270294, -0.3059380234, -1.713655945, -2.7175125686],
    se_b: [0.33977973171, 0.14736058789, 0.10095727295, 0.17610830674, 0.25913003507],
    a: [0.7719797914, 0.7719797914, 0.7719797914, 0.7719797914, 0.7719797914],
    se_a: [0.07573451551, 0.07573451551, 0.07573451551, 0.07573451551, 0.07573451551],
    log_likelihood: -2220.779151,
  },
  {
    // m <- ltm(x ~ z1, control = list(GHk = 61, iter.em = 2000, iter.qN = 5000))
    model: '2pl',
    scores: lsat6WithGaps,
    b: [-3.6118666951, -1.447090907, -0.2597450445, -1.7644452674, -2.878304202],
    se_b: [1.0982609524, 0.363274831, 0.0994296644, 0.423355387, 0.7968964012],
    a: [0.7578228911, 0.6745924012, 0.9580429398, 0.7443792027, 0.7200471271],
    se_a: [0.2717197937, 0.191605715, 0.2778208398, 0.2120272779, 0.2345944651],
    log_likelihood: -2220.431827,
  },
] as const;

describe('rasch', () => {
  it('is the 1pl model with discrimination 1 and the standard deviation of the abilities', async () => {
    const [rasch, onePl] = [await runLsat6({ model: 'rasch' }), await runLsat6({ model: '1pl' })];
    const { ability_sd: sd, log_likelihood } = rasch.test;
    expect(sd).toBeCloseTo(0.7551347, 5);
    expect(log_likelihood).toBe(onePl.test.log_likelihood);
    expect(rasch.column('a')).toEqual([1, 1, 1, 1, 1]);
    expect(rasch.column('se_a')).toEqual([null, null, null, null, null]);
    expectNear(
      rasch.column('b'),
      onePl.column('b').map((b) => Number(b) * Number(sd)),
      1e-6,
    );
    expect(onePl.test.ability_sd).toBe(1);
  });

  it("agrees with eRm's conditional estimates up to the origin", async () => {
    const { column } = await runLsat6({ model: 'rasch' });
    const b = column('b').map(Number);
    const mean = b.reduce((sum, each) => sum + each, 0) / b.length;
    // library(eRm); -RM(LSAT)$betapar
    const eRm = [-1.256127958, 0.4749071471, 1.235980612, 0.1684100707, -0.6231698717];
    expectNear(
      b.map((each) => each - mean),
      eRm,
      0.002,
    );
  });
});

describe.each(references)("ltm's figures of LSAT6, $model", (expected) => {
  it('are met to four digits', async () => {
    const { column, test, warnings } = await runLsat6({ model: expected.model }, expected.scores);
    expectNear([test.log_likelihood], [expected.log_likelihood], 1e-5);
    expectNear(column('b'), expected.b, 2e-4);
    expectNear(column('a'), expected.a, 5e-5);
    expectNear(column('se_b'), expected.se_b, 1e-3);
    if ('se_a' in expected) expectNear(column('se_a'), expected.se_a, 1e-4);
    else expect(column('se_a')).toEqual([null, null, null, null, null]);
    expect(warnings).toEqual([]);
  });
});

describe('a test of 200 questions that follow the model', () => {
  /** Abilities and difficulties are normal quantiles, responses come from a small fixed generator. */
  function simulate(respondents: number) {
    let state = 1;
    const random = () => {
      state = Math.imul(state, 1_664_525) + 1_013_904_223;
      return (state >>> 0) / 2 ** 32;
    };
    const spread = (count: number, width: number) =>
      Array.from({ length: count }, (_, at) => probit((at + 0.5) / count) * width);
    const b = spread(200, 1);
    const a = b.map((_difficulty, at) => 0.6 + (at % 5) / 4);
    const scores = Array.from({ length: respondents }, () => {
      const ability = probit(random());
      return b.map((difficulty, at) => {
        return Number(random() < 1 / (1 + Math.exp(-(a[at] ?? 1) * (ability - difficulty))));
      });
    });
    return { a, b, scores };
  }

  it('gives them back as near as the standard errors promise', async () => {
    const { a, b, scores } = simulate(400);
    const { items, warnings } = await runScores(scores, { model: '2pl' });
    // All are Basic, whatever their b.
    expect(warnings.map(({ code }) => code)).toEqual(['levels_shifted']);
    const misses = (field: 'a' | 'b', expected: readonly number[]) => {
      const ratios = items.map((item) => {
        const at = Number(item.question_id.slice(2));
        return ((item[field] ?? 0) - (expected[at] ?? 0)) / (item[`se_${field}`] ?? 0);
      });
      return Math.sqrt(ratios.reduce((sum, ratio) => sum + ratio ** 2, 0) / ratios.length);
    };
    expect(misses('a', a)).toBeGreaterThan(0.85);
    expect(misses('a', a)).toBeLessThan(1.15);
    expect(misses('b', b)).toBeGreaterThan(0.85);
    expect(misses('b', b)).toBeLessThan(1.15);
  });
});
