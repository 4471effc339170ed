import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseBands } from '../../../src/domain/analysis/duplicates/bands.ts';
import { joinByCosine } from '../../../src/domain/analysis/duplicates/cosine-join.ts';
import { jaccardOf, rankGrams } from '../../../src/domain/analysis/duplicates/gram-sets.ts';
import { KeyTable } from '../../../src/domain/analysis/duplicates/key-table.ts';
import { joinByMinhash } from '../../../src/domain/analysis/duplicates/minhash-join.ts';
import {
  createUnits,
  normalizeText,
  readUnits,
} from '../../../src/domain/analysis/duplicates/normalized-text.ts';
import {
  indexPrefixes,
  joinByPrefix,
} from '../../../src/domain/analysis/duplicates/prefix-join.ts';
import { createQuestionTable } from '../../../src/domain/analysis/duplicates/question-table.ts';
import { createSketcher } from '../../../src/domain/analysis/duplicates/sketch.ts';
import { weighWords } from '../../../src/domain/analysis/duplicates/word-vectors.ts';
import { makeQuestion, silent } from './questions.ts';

/** Texts of few letters and words, so that many are alike. */
const alikeTexts = fc.array(
  fc
    .array(fc.constantFrom('who', 'wrote', 'the', 'red', 'reed', 'book', 'boot', '本', '😀'), {
      minLength: 1,
      maxLength: 12,
    })
    .map((words) => words.join(' ')),
  { maxLength: 30 },
);

const everyone = { hasOthers: false, isChosen: () => true };

function readTable(texts: readonly string[], ngram: number) {
  const table = createQuestionTable(ngram);
  for (const questionText of texts) table.addChosen(makeQuestion({ questionText }));
  return table.read();
}

function gramsOf(text: string, ngram: number): Set<string> {
  const count = Math.max(1, text.length - ngram + 1);
  return new Set(
    Array.from({ length: text === '' ? 0 : count }, (_, at) => text.slice(at, at + ngram)),
  );
}

function jaccard(one: Set<string>, other: Set<string>): number {
  const shared = [...one].filter((gram) => other.has(gram)).length;
  return jaccardOf(shared, one.size, other.size);
}

function differentTexts(texts: readonly string[]): string[] {
  return [...new Set(texts.map(normalizeText))];
}

function everyPair(count: number): [number, number][] {
  return Array.from({ length: count }, (_, one) => one).flatMap((one) =>
    Array.from({ length: one }, (_, other): [number, number] => [other, one]),
  );
}

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

describe('the exact join', () => {
  it('finds the pairs that comparing all finds, with their likeness', () => {
    fc.assert(
      fc.property(
        alikeTexts,
        fc.integer({ min: 3, max: 7 }),
        fc.constantFrom(0.5, 0.6, 0.7, 0.8, 0.95, 1),
        (texts, ngram, threshold) => {
          const table = readTable(texts, ngram);
          const sets = rankGrams(table.grams, table.stemKeys, silent);
          const found: [number, number, number][] = [];
          const index = indexPrefixes(sets, threshold, everyone);
          joinByPrefix(sets, index, threshold, everyone, silent, (one, other, likeness) => {
            const pair = [sets.stems[one] ?? 0, sets.stems[other] ?? 0].sort((a, b) => a - b);
            found.push([pair[0] ?? 0, pair[1] ?? 0, likeness]);
          });
          const grams = differentTexts(texts).map((text) => gramsOf(text, ngram));
          const expected = everyPair(grams.length)
            .map(([one, other]): [number, number, number] => [
              one,
              other,
              jaccard(grams[one] ?? new Set(), grams[other] ?? new Set()),
            ])
            .filter(([, , likeness]) => likeness >= threshold);
          const inOrder = (a: number[], b: number[]) =>
            (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0);
          expect(found.sort(inOrder)).toEqual(expected.sort(inOrder));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the join by words', () => {
  it('finds the pairs that comparing all finds', () => {
    fc.assert(
      fc.property(alikeTexts, fc.constantFrom(0.5, 0.7, 0.8, 0.95), (texts, threshold) => {
        const table = readTable(texts, 4);
        const vectors = weighWords(table.words, table.wordKeys, silent);
        const found: string[] = [];
        joinByCosine(vectors, threshold, everyone, 1000, silent, (one, other) => {
          found.push([one, other].sort((a, b) => a - b).join(' '));
        });
        const expected = everyPair(table.words.count)
          .filter(([one, other]) => plainCosine(differentTexts(texts), one, other) >= threshold)
          .map((pair) => pair.join(' '));
        expect(found.sort()).toEqual(expected.sort());
      }),
      { numRuns: 200 },
    );
  });

  it('passes over words that too many begin with, and says so', () => {
    const table = readTable(['red book', 'red boot', 'red reed'], 4);
    const vectors = weighWords(table.words, table.wordKeys, silent);
    expect(joinByCosine(vectors, 0.5, everyone, 3, silent, () => {})).toEqual({ isWhole: true });
    expect(joinByCosine(vectors, 0.1, everyone, 2, silent, () => {})).toEqual({ isWhole: false });
  });
});

function plainCosine(texts: readonly string[], one: number, other: number): number {
  const words = texts.map((text) => text.split(' '));
  const vectorOf = (at: number) => {
    const weights = new Map<string, number>();
    for (const word of words[at] ?? []) {
      const holders = words.filter((each) => each.includes(word)).length;
      const idf = Math.log((1 + texts.length) / (1 + holders)) + 1;
      weights.set(word, (weights.get(word) ?? 0) + idf);
    }
    return weights;
  };
  const [left, right] = [vectorOf(one), vectorOf(other)];
  const dot = [...left].reduce((sum, [word, weight]) => sum + weight * (right.get(word) ?? 0), 0);
  const length = (vector: Map<string, number>) => Math.hypot(...vector.values());
  return dot / (length(left) * length(right)) + 1e-12;
}

describe('the sketch', () => {
  const hashes = Int32Array.from({ length: 400 }, (_, at) => Math.imul(at + 1, 0x27d4eb2f));
  const members = (from: number, to: number) =>
    Int32Array.from({ length: to - from }, (_, at) => from + at);

  function shareOfAgreement(one: Int32Array, other: Int32Array, places: number): number {
    let agreed = 0;
    const seeds = 200;
    for (let seed = 0; seed < seeds; seed += 1) {
      const { sketch } = createSketcher(hashes, places, seed);
      const left = sketch(one, 0, one.length).slice();
      const right = sketch(other, 0, other.length);
      agreed += left.filter((value, at) => value === right[at]).length;
    }
    return agreed / (seeds * places);
  }

  // 200 sketches of 120 places: the standard error is at most √(.25 / 24,000) = .0032.
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

describe('the join by sketches', () => {
  it('finds nothing that is not alike, and most that is', () => {
    const words = Array.from({ length: 60 }, (_, at) => `${'qzxjk'.charAt(at % 5)}${at * 7919}`);
    const texts = words.slice(10).flatMap((_, at) => {
      const own = words.slice(at, at + 10).join(' ');
      return [own, `${own} more`];
    });
    const table = readTable(texts, 4);
    const sets = rankGrams(table.grams, table.stemKeys, silent);
    const exact = new Set<string>();
    const index = indexPrefixes(sets, 0.7, everyone);
    joinByPrefix(sets, index, 0.7, everyone, silent, (one, other) => exact.add(`${one} ${other}`));
    const found = new Set<string>();
    const parameters = { threshold: 0.7, permutations: 128, seed: 1 };
    joinByMinhash(sets, parameters, everyone, silent, (one, other) => found.add(`${one} ${other}`));
    expect(exact.size).toBeGreaterThan(20);
    expect([...found].every((pair) => exact.has(pair))).toBe(true);
    expect(found.size / exact.size).toBeGreaterThan(0.9);
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
      { numRuns: 500 },
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
        const [table, known] = [new KeyTable(), new Map<string, number>()];
        for (const [one, two] of keys) {
          const name = `${one} ${two}`;
          if (!known.has(name)) known.set(name, known.size);
          expect(table.numberOf(one, two)).toBe(known.get(name));
        }
        expect(table.size).toBe(known.size);
      },
    ),
    { numRuns: 20 },
  );
});

it('takes two empty sets for alike', () => {
  expect([jaccardOf(0, 0, 0), jaccardOf(0, 0, 3), jaccardOf(2, 3, 4)]).toEqual([1, 0, 0.4]);
});
