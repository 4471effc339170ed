import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chiSquareUpperP,
  fUpperP,
  normalCdf,
  studentTwoTailedP,
} from '../../../src/analyses/kit/statistics/distributions.ts';
import {
  noncentralChiSquare,
  noncentralF,
  noncentralT,
} from '../../../src/analyses/kit/statistics/noncentral.ts';
import { quantileOf } from '../../../src/analyses/kit/statistics/quantiles.ts';
import { runs } from '../../support/property-runs.ts';

/** Relative, so that far tails count as much as the center. */
function expectClose(value: number, expected: number, tolerance = 1e-10): void {
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(tolerance * Math.abs(expected));
}

type References = [args: number[], expected: number][];

// All figures: R 4.2.2, with the calls in the titles.
describe('distributions', () => {
  it.each<References[number]>([
    [[3.84145882069412, 1], 0.05],
    [[0.001, 1], 0.97477287936996],
    [[50, 3], 7.98917924495147e-11],
    [[700, 10], 6.28014669923595e-144],
    [[1e5, 99000], 0.0125030869963028],
    [[1001000, 1e6], 0.239676804825521],
    [[0.2, 7], 0.999974843749169],
    [[12, 0.5], 0.000160645325854347],
  ])('pchisq(x, df, lower.tail = FALSE) of %j', ([x = 0, df = 0], expected) => {
    expectClose(chiSquareUpperP(x, df), expected);
  });

  it.each<References[number]>([
    [[2, 10], 0.0733880347707404],
    [[0.1, 3.7], 0.92552526747019],
    [[-5, 22.5], 4.95291298695738e-5],
    [[40, 30], 1.37260451944064e-27],
    [[12, 1e5], 3.7445058119564e-33],
    [[1.5, 1], 0.374334083621998],
    [[30, 2e5], 2.69900442218679e-197],
    [[1e-5, 9], 0.999992239301823],
    [[1e6, 2], 9.999999999985e-13],
  ])('2 * pt(-abs(t), df) of %j', ([t = 0, df = 0], expected) => {
    expectClose(studentTwoTailedP(t, df), expected);
  });

  it.each<References[number]>([
    [[3, 2, 27], 0.0665997544260565],
    [[0.5, 5, 1000], 0.776401309717367],
    [[1, 5, 99994], 0.415886289280071],
    [[80, 5, 99994], 4.39488308141014e-84],
    [[250, 2, 997], 1.00338810295712e-88],
    [[1.02, 499, 50000], 0.369563846070562],
    [[1e-4, 3, 10], 0.999998517471383],
    [[1e5, 1, 3], 6.9735691481329e-8],
    [[4, 1, 1], 0.295167235300866],
  ])('pf(f, df1, df2, lower.tail = FALSE) of %j', ([f = 0, df1 = 0, df2 = 0], expected) => {
    expectClose(fUpperP(f, df1, df2), expected);
  });

  it.each<References[number]>([
    [[0], 0.5],
    [[0.3], 0.617911422188953],
    [[1.95996398454005], 0.975],
    [[-1], 0.158655253931457],
    [[-4], 3.16712418331199e-5],
    [[3], 0.99865010196837],
    [[-8], 6.22096057427178e-16],
  ])('pnorm(z) of %j', ([z = 0], expected) => {
    expectClose(normalCdf(z), expected);
  });

  it('know each other: F of one degree of freedom is the square of t', () => {
    const df = fc.double({ min: 0.5, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 40, noNaN: true }), df, (t, df) => {
        expectClose(fUpperP(t * t, 1, df), studentTwoTailedP(t, df), 1e-9);
      }),
    );
  });

  it('stay above 0 and within 1 at the ends', () => {
    expect(chiSquareUpperP(0, 3)).toBe(1);
    expect(studentTwoTailedP(0, 3)).toBe(1);
    expect(fUpperP(0, 2, 3)).toBe(1);
    expect(studentTwoTailedP(1e200, 5)).toBe(Number.MIN_VALUE);
    expect(fUpperP(1e300, 5, 1e6)).toBe(Number.MIN_VALUE);
  });
});

describe('noncentral distributions', () => {
  it.each<References[number]>([
    [[10, 3, 5], 0.706648647777452],
    [[100, 4, 80], 0.815119653203908],
    [[500, 10, 450], 0.826600226230257],
    [[2, 1, 0], 0.842700792949716],
    [[5, 2, 30], 0.000360461820153286],
    [[1200, 6, 1000], 0.998373289945327],
  ])('pchisq(x, df, ncp) of %j', ([x = 0, df = 0, ncp = 0], expected) => {
    expectClose(noncentralChiSquare(x, df, ncp), expected);
  });

  // R's pf(f, df1, df2, ncp) has a precision of 1e-9 only, so the reference is integrated:
  // integrate(\(u) pchisq(f * df1 / df2 * u, df1, ncp) * dchisq(u, df2), …, rel.tol = 1e-13)
  it.each<References[number]>([
    [[3, 2, 27, 4], 0.570789738889702],
    [[10, 5, 100, 30], 0.867841281629277],
    [[1.2, 3, 2000, 0.5], 0.619337991688536],
    [[40, 2, 5000, 70], 0.697500345609507],
    [[2, 4, 10, 0], 0.829473074151223],
    [[100, 3, 1000, 280], 0.687428927832136],
  ])('F, df1, df2, ncp of %j', ([f = 0, df1 = 0, df2 = 0, ncp = 0], expected) => {
    expectClose(noncentralF(f, df1, df2, ncp), expected);
  });

  it.each<References[number]>([
    [[2, 10, 1], 0.807611562530311],
    [[-1, 5, 0.5], 0.0824440910569708],
    [[0, 8, 1], 0.158655253931457],
    [[3, 2, 2.5], 0.512594971121908],
    [[10, 50, 9], 0.74835287458491],
    [[30, 200, 32], 0.129387898299704],
    [[1.5, 1, 0.3], 0.740218395149849],
    [[20, 3, 15], 0.639192998560193],
    [[-4, 20, -3], 0.210940799864043],
    [[0.5, 30, -2], 0.993626164572552],
  ])('pt(t, df, ncp) of %j', ([t = 0, df = 0, ncp = 0], expected) => {
    expectClose(noncentralT(t, df, ncp), expected);
  });

  it('know each other: |t| below a bound is F below its square', () => {
    const t = fc.double({ min: 0.1, max: 60, noNaN: true });
    const df = fc.integer({ min: 2, max: 5000 });
    fc.assert(
      fc.property(t, df, fc.double({ min: -3, max: 3, noNaN: true }), (t, df, off) => {
        const ncp = t + off;
        const within = noncentralT(t, df, ncp) - noncentralT(-t, df, ncp);
        expect(within).toBeCloseTo(noncentralF(t * t, 1, df, ncp * ncp), 9);
      }),
      runs(50),
    );
  });
});

it('reads quantiles as R does', () => {
  // quantile(c(1, 2, 4, 8, 16), c(0, .1, .25, .5, .9, 1))
  const sorted = Float64Array.of(1, 2, 4, 8, 16);
  const read = [0, 0.1, 0.25, 0.5, 0.9, 1].map((share) => quantileOf(sorted, share));
  expect(read).toEqual([1, 1.4, 2, 4, 12.8, 16]);
  expect(quantileOf(Float64Array.of(7), 0.3)).toBe(7);
});
