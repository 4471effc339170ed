import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HashIndex } from '../../src/analyses/kit/collections/hash-index.ts';
import {
  createUnits,
  normalizeText,
  readUnits,
} from '../../src/analyses/kit/text/normalized-text.ts';
import { chooseBands } from '../../src/analyses/types/duplicates/bands.ts';
import { jaccardOf } from '../../src/analyses/types/duplicates/gram-sets.ts';
import { createSketcher } from '../../src/analyses/types/duplicates/sketch.ts';
import { runs } from '../support/property-runs.ts';

describe('the choice of bands', () => {
  // Reference values of datasketch's MinHashLSH for 128 permutations.
  it.each([
    [0.5, 0.5, 25, 5],
    [0.7, 0.5, 14, 9],
    [0.8, 0.5, 9, 13],
    [0.9, 0.5, 5, 25],
    [0.7, 0.1, 20, 6],
    [0.8, 0.1, 14, 9],
  ])('at %f with a weight of %f for false pairs is %i × %i', (threshold, weight, bands, rows) => {
    const weights = { falsePositive: weight, falseNegative: 1 - weight };
    expect(chooseBands(threshold, 128, weights)).toEqual({ bands, rows });
    if (weight === 0.1) expect(chooseBands(threshold, 128)).toEqual({ bands, rows });
  });

  it('never takes more than there are permutations', () => {
    for (const permutations of [32, 100, 256]) {
      for (const threshold of [0.5, 0.73, 1]) {
        const { bands, rows } = chooseBands(threshold, permutations);
        expect(bands * rows).toBeLessThanOrEqual(permutations);
        expect(Math.min(bands, rows)).toBeGreaterThan(0);
      }
    }
  });
});

describe('the sketch', () => {
  const hashes = Int32Array.from({ length: 400 }, (_, at) => Math.imul(at + 1, 0x27d4eb2f));
  const members = (from: number, to: number) =>
    Int32Array.from({ length: to - from }, (_, at) => from + at);

  function shareOfAgreement(one: Int32Array, other: Int32Array, slots: number): number {
    let agreed = 0;
    const seeds = 200;
    for (let seed = 0; seed < seeds; seed += 1) {
      const { sketch } = createSketcher(hashes, slots, seed);
      const left = sketch(one, 0, one.length).slice();
      const right = sketch(other, 0, other.length);
      agreed += left.filter((value, at) => value === right[at]).length;
    }
    return agreed / (seeds * slots);
  }

  // 200 sketches of 120 slots: the standard error is at most √(.25 / 24,000) = .0032.
  it.each([
    ['large sets', members(0, 85), members(15, 100), 0.7],
    ['small sets', members(0, 3), members(1, 4), 0.5],
    ['sets far larger than the sketch', members(0, 300), members(100, 400), 0.5],
    ['sets of different sizes', members(0, 20), members(0, 80), 0.25],
    ['sets with nothing in common', members(0, 50), members(50, 100), 0],
  ])('agrees as often as %s are alike', (_what, one, other, likeness) => {
    expect(Math.abs(shareOfAgreement(one, other, 120) - likeness)).toBeLessThan(0.015);
  });

  it('is the same whatever order the members come in', () => {
    const { sketch } = createSketcher(hashes, 64, 5);
    const set = members(10, 60);
    const forwards = sketch(set, 0, 50).slice();
    expect(sketch(set.toReversed(), 0, 50)).toEqual(forwards);
  });
});

describe('normalising', () => {
  it('reads plain and other texts alike, and twice as once', () => {
    const into = createUnits();
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom('ß', 'ẞ', 'ﬁ', '…', 'Ⅷ', 'ς', 'Σ', 'İ', 'a', ' ', '؟', '\n'),
      }),
    );
    fc.assert(
      fc.property(text, (each) => {
        const normalized = normalizeText(each);
        readUnits(each, into);
        const units = Array.from(into.units.subarray(0, into.length));
        expect(units.map((unit) => String.fromCharCode(unit)).join('')).toBe(normalized);
        expect(normalized).not.toMatch(/^ | $| {2}|[!-#%-*,-/:;?@[-\]_{}]/);
        expect(normalizeText(normalized)).toBe(normalized);
      }),
      runs(500),
    );
  });

  it.each([
    ['What’s  the  SI-unit?', 'what s the si unit'],
    ['STRASSE straße', 'strasse strasse'],
    ['ﬁne Ｗｏｒｄｓ', 'fine words'],
    ['2 + 2 = 4', '2 + 2 = 4'],
    ['…?!', ''],
  ])('makes %j %j', (text, normalized) => {
    expect(normalizeText(text)).toBe(normalized);
  });
});

it('numbers keys by the order they come in, the same key the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer(), fc.nat({ max: 3 })), { maxLength: 3000 }),
      (keys) => {
        const [table, known] = [new HashIndex(), new Map<string, number>()];
        for (const [one, two] of keys) {
          const name = `${one} ${two}`;
          if (!known.has(name)) known.set(name, known.size);
          expect(table.numberOf(one, two)).toBe(known.get(name));
        }
        expect(table.size).toBe(known.size);
      },
    ),
    runs(20),
  );
});

it('takes two empty sets for alike', () => {
  expect([jaccardOf(0, 0, 0), jaccardOf(0, 0, 3), jaccardOf(2, 3, 4)]).toEqual([1, 0, 0.4]);
});
