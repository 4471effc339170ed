import { describe, expect, it } from 'vitest';
import { figure, roundShare, shareOf } from '../../src/analyses/kit/figures.ts';
import { listOddNumbers } from './expect-finite-figures.ts';

describe('figures', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('are not %d', (odd) => {
    expect(() => figure(odd)).toThrow(RangeError);
    expect(() => roundShare(odd)).toThrow(RangeError);
    expect(() => shareOf(odd, 2)).toThrow(RangeError);
  });

  it('are rounded, and never less than nothing by rounding', () => {
    expect(figure(1 / 3)).toBe(0.3333333333);
    expect(roundShare(200 / 3)).toBe(66.6666666667);
    expect(roundShare(-1e-12)).toBe(0);
    expect(shareOf(0, 0)).toBeNull();
  });

  it('are found in a result wherever they are odd', () => {
    const result = {
      summary: { share: Number.NaN, score: null, flagged: 3 },
      items: [{ z: 1 }, { z: Number.POSITIVE_INFINITY }],
    };
    expect(listOddNumbers(result, '')).toEqual(['/summary/share: NaN', '/items/1/z: Infinity']);
  });
});
