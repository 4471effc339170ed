import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalOfR } from '../../../src/analyses/kit/statistics/effect-intervals.ts';
import {
  testAnova,
  testCorrelation,
  testKruskalWallis,
  testWelch,
  testWelchAnova,
} from '../../../src/analyses/kit/statistics/group-tests.ts';
import { expectOutcome, sample } from './outcome.ts';

// The data sets are those of R's package datasets; all figures are from R 4.2.2.
const sleep = {
  one: sample(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2),
  two: sample(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4),
};
const plantGrowth = [
  sample(4.17, 5.58, 5.18, 6.11, 4.5, 4.61, 5.17, 4.53, 5.33, 5.14),
  sample(4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69),
  sample(6.31, 5.12, 5.54, 5.5, 5.37, 5.29, 4.92, 6.15, 5.8, 5.26),
];
const insectSprays = [
  sample(10, 7, 20, 14, 14, 12, 10, 23, 17, 20, 14, 13),
  sample(11, 17, 21, 11, 16, 14, 17, 17, 19, 21, 7, 13),
  sample(0, 1, 7, 2, 3, 1, 2, 1, 3, 0, 1, 4),
  sample(3, 5, 12, 6, 4, 3, 5, 5, 5, 5, 2, 4),
  sample(3, 5, 3, 5, 3, 6, 1, 1, 3, 2, 6, 4),
  sample(11, 9, 15, 22, 15, 16, 13, 10, 26, 26, 24, 13),
];

describe('the t test', () => {
  it('is t.test(extra ~ group, sleep)', () => {
    expectOutcome(testWelch(sleep.one, sleep.two), {
      statistic: -1.86081346749,
      df: 17.7764735162,
      p: 0.0793941401874,
      // (mean(x) - mean(y)) / sqrt((var(x) + var(y)) / 2)
      effectSize: -0.83218108135,
      // k <- sqrt(2 / 10); k * uniroot(\(l) pt(d / k, 18, ncp = l) - q, c(-14, 10), tol = 1e-13)$root
      // with q of .975 and .025
      interval: [-1.7388168991, 0.0954503982114],
    });
  });

  it('changes its sign with the order of the groups, and nothing else', () => {
    const [there, back] = [testWelch(sleep.one, sleep.two), testWelch(sleep.two, sleep.one)];
    expect(back?.statistic).toBe(-(there?.statistic ?? 0));
    expect(back?.p).toBe(there?.p);
    expect(back?.interval?.[0]).toBeCloseTo(-(there?.interval?.[1] ?? 0), 10);
  });
});

describe("Welch's analysis of variance", () => {
  it('is oneway.test(count ~ spray, InsectSprays)', () => {
    expectOutcome(testWelchAnova(insectSprays), {
      statistic: 36.0654438935773,
      df: 5,
      residualDf: 30.0425605087674,
      p: 7.99937945567335e-12,
    });
  });

  it("is the square of Welch's t for two groups", () => {
    const { one, two } = sleep;
    const [f, t] = [testWelchAnova([one, two]), testWelch(one, two)];
    expect(f?.statistic).toBeCloseTo((t?.statistic ?? 0) ** 2, 12);
    expect(f?.residualDf).toBeCloseTo(t?.df ?? 0, 12);
    expect(f?.p).toBeCloseTo(t?.p ?? 0, 12);
  });

  it('is not possible with a group of one value', () => {
    expect(testWelchAnova([sleep.one, sample(1, 1, 1)])).toBeNull();
  });
});

describe('analysis of variance', () => {
  it('is anova(lm(weight ~ group, PlantGrowth))', () => {
    expectOutcome(testAnova(plantGrowth), {
      statistic: 4.84608786238,
      df: 2,
      residualDf: 27,
      p: 0.0159099583256,
      // with(anova(…), `Sum Sq`[1] / sum(`Sum Sq`))
      effectSize: 0.264148296832,
      // l / (l + 30) with pf(4.84608786238, 2, 27, ncp = l) of .975 and .025, by uniroot; pf by
      // integrate(\(u) pchisq(f * 2 / 27 * u, 2, ncp = l) * dchisq(u, 27), …), since R's stops at 1e-9
      interval: [0.00990396856206, 0.463896467306],
    });
  });

  it('is anova(lm(count ~ spray, InsectSprays))', () => {
    expectOutcome(testAnova(insectSprays), {
      statistic: 34.7022820555,
      df: 5,
      residualDf: 66,
      p: 3.18258372615e-17,
      effectSize: 0.724439015563,
      interval: [0.580626271654, 0.780443909075],
    });
  });
});

describe("Kruskal and Wallis' test", () => {
  it('is kruskal.test(count ~ spray, InsectSprays), ties and all', () => {
    expectOutcome(testKruskalWallis(insectSprays), {
      statistic: 54.6913446224,
      df: 5,
      p: 1.51084443942e-10,
      // H / (n - 1), the eta squared of lm(rank(count) ~ spray), with that one's interval
      effectSize: 0.770300628484,
      interval: [0.646996502099, 0.817219591273],
    });
  });

  it('sees only the order of the values', () => {
    const values = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(values, values, (one, other) => {
        const plain = testKruskalWallis([sample(...one), sample(...other)]);
        const grown = testKruskalWallis([
          sample(...one.map(Math.exp)),
          sample(...other.map(Math.exp)),
        ]);
        expect(grown).toEqual(plain);
      }),
    );
  });
});

it('correlates as cor.test(~ cyl + mpg, mtcars)', () => {
  const mpg = [
    sample(22.8, 24.4, 22.8, 32.4, 30.4, 33.9, 21.5, 27.3, 26, 30.4, 21.4),
    sample(21, 21, 21.4, 18.1, 19.2, 17.8, 19.7),
    sample(18.7, 14.3, 16.4, 17.3, 15.2, 10.4, 10.4, 14.7, 15.5, 15.2, 13.3, 19.2, 15.8, 15),
  ];
  expectOutcome(testCorrelation(mpg, [4, 6, 8]), {
    statistic: -8.91969884746,
    df: 30,
    p: 6.11268714258e-10,
    effectSize: -0.852161959427,
    interval: [-0.925769361912, -0.716317141482],
  });
});

describe('a correlation that rounding leads past 1', () => {
  // Without a bound r is 1.0000000000000002, for which no interval can be computed.
  const rising = [0.1, 0.5, 0.9].map((middle) => sample(middle - 1e-9, middle, middle + 1e-9));

  it.each([
    ['1', [0, 1, 2], 1],
    ['−1', [2, 1, 0], -1],
  ])('is %s, and so is its interval', (_what, levels, r) => {
    const outcome = testCorrelation(rising, levels);
    expect(outcome).toMatchObject({ effectSize: r, interval: [r, r] });
    expect(Number.isFinite(outcome?.statistic)).toBe(true);
    expect(outcome?.p).toBeLessThan(1e-12);
  });

  it('has a finite interval, of however many pairs', () => {
    expect(intervalOfR(1, 3)).toBeNull();
    for (const n of [4, 10, 1e6]) {
      expect(intervalOfR(1, n)).toEqual([1, 1]);
      expect(intervalOfR(-1, n)).toEqual([-1, -1]);
    }
  });
});

describe('where there is nothing to test', () => {
  const constant = sample(3, 3, 3);

  it.each([
    ['t of constants', testWelch(constant, sample(4, 4))],
    ['t of one value', testWelch(sample(1), sample(2, 3))],
    ['variance of constants', testAnova([constant, sample(4, 4)])],
    ['t of what rounding makes vary', testWelch(sample(0, -3.2e-162), sample(0, 0))],
    ['variance of what rounding makes vary', testAnova([sample(0, 1e-160), sample(1e6, 1e6)])],
    ['variance of one group', testAnova([sample(1, 2)])],
    ['variance of single values', testAnova([sample(1), sample(2)])],
    ['ranks of equal values', testKruskalWallis([constant, sample(3, 3)])],
    ['correlation with one level', testCorrelation([sample(1, 2, 3)], [0])],
    ['correlation of constants', testCorrelation([constant, sample(4, 4)], [0, 1])],
  ])('the %s is null', (_what, outcome) => {
    expect(outcome).toBeNull();
  });

  it('never gives what is not a number', () => {
    const value = fc.oneof(
      fc.integer({ min: -2, max: 2 }),
      fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
    );
    const group = fc.array(value, { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(group, { minLength: 2, maxLength: 4 }), (groups) => {
        const samples = groups.map((each) => sample(...each));
        const levels = groups.map((_, at) => at);
        const [one, other] = samples;
        for (const outcome of [
          one && other ? testWelch(one, other) : null,
          testAnova(samples),
          testKruskalWallis(samples),
          testCorrelation(samples, levels),
        ]) {
          if (outcome === null) continue;
          const { residualDf: _, interval, ...rest } = outcome;
          for (const figure of [...Object.values(rest), ...(interval ?? [])]) {
            expect(Number.isFinite(figure)).toBe(true);
          }
          expect(interval?.[0] ?? 0).toBeLessThanOrEqual(interval?.[1] ?? 0);
        }
      }),
    );
  });
});

describe('thirty thousand values', () => {
  // i <- 0:29999; x <- (i * 7919) %% 1009 + 40 * (i %% 3); g <- factor(i %% 3)
  const groups = [0, 1, 2].map((level) =>
    sample(
      ...Array.from({ length: 10_000 }, (_, at) => (((3 * at + level) * 7919) % 1009) + 40 * level),
    ),
  );

  it('are weighed as by anova(lm(x ~ g))', () => {
    expectOutcome(testAnova(groups), {
      statistic: 186.334817879,
      df: 2,
      residualDf: 29997,
      p: 3.75297070313e-81,
      effectSize: 0.0122711126011,
      interval: [0.00989033338482, 0.0148231763747],
    });
  });

  it('are ranked as by kruskal.test(x, g)', () => {
    expectOutcome(testKruskalWallis(groups), {
      statistic: 348.638164661,
      p: 1.96872226753e-76,
      effectSize: 0.011621659544,
    });
  });

  it('are correlated as by cor.test(i %% 3, x)', () => {
    expectOutcome(testCorrelation(groups, [0, 1, 2]), {
      statistic: 19.3049749889,
      p: 1.54698051292e-82,
      effectSize: 0.110775054056,
      interval: [0.0995839447737, 0.121938141818],
    });
  });
});
