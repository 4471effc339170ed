import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeText } from '../../src/analyses/kit/text/normalized-text.ts';
import { joinByCosine } from '../../src/analyses/types/duplicates/cosine-join.ts';
import { buildGramSets, jaccardOf } from '../../src/analyses/types/duplicates/gram-sets.ts';
import { joinByMinhash } from '../../src/analyses/types/duplicates/minhash-join.ts';
import { indexPrefixes, joinByPrefix } from '../../src/analyses/types/duplicates/prefix-join.ts';
import { defaultLimits } from '../../src/analyses/types/duplicates/search-limits.ts';
import { buildWordVectors } from '../../src/analyses/types/duplicates/word-vectors.ts';
import { runs } from '../support/property-runs.ts';
import { everyone, readTable } from './duplicates/tables.ts';
import { silent } from './questions.ts';

/** Texts of few letters and words, so that many are similar. */
const alikeTexts = fc.array(
  fc
    .array(fc.constantFrom('who', 'wrote', 'the', 'red', 'reed', 'book', 'boot', '本', '😀'), {
      minLength: 1,
      maxLength: 12,
    })
    .map((words) => words.join(' ')),
  { maxLength: 30 },
);

const asTheyCome = (count: number) => Int32Array.from({ length: count }, (_, at) => at);

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

describe('the exact join', () => {
  it('finds the pairs that comparing all finds, with their likeness', () => {
    fc.assert(
      fc.property(
        alikeTexts,
        fc.integer({ min: 3, max: 7 }),
        fc.constantFrom(0.5, 0.6, 0.7, 0.8, 0.95, 1),
        (texts, ngram, threshold) => {
          const table = readTable(texts, ngram);
          const sets = buildGramSets(table.grams, table.stemKeys, true, silent);
          const found: [number, number, number][] = [];
          const index = indexPrefixes(sets, threshold, everyone, silent);
          joinByPrefix(
            sets,
            index,
            threshold,
            everyone,
            defaultLimits,
            silent,
            (one, other, likeness) => {
              const pair = [sets.stems[one] ?? 0, sets.stems[other] ?? 0].sort((a, b) => a - b);
              found.push([pair[0] ?? 0, pair[1] ?? 0, likeness]);
            },
          );
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
      runs(200),
    );
  });
});

describe('the join by words', () => {
  it('finds the pairs that comparing all finds', () => {
    fc.assert(
      fc.property(alikeTexts, fc.constantFrom(0.5, 0.7, 0.8, 0.95), (texts, threshold) => {
        const table = readTable(texts, 4);
        const vectors = buildWordVectors(
          table.words,
          table.wordKeys,
          asTheyCome(table.words.count),
          silent,
        );
        const found: string[] = [];
        joinByCosine(vectors, threshold, everyone, defaultLimits, silent, (one, other) => {
          found.push([one, other].sort((a, b) => a - b).join(' '));
        });
        const expected = everyPair(table.words.count)
          .filter(([one, other]) => plainCosine(differentTexts(texts), one, other) >= threshold)
          .map((pair) => pair.join(' '));
        expect(found.sort()).toEqual(expected.sort());
      }),
      runs(200),
    );
  });

  it('passes over words that too many begin with, and says so', () => {
    const table = readTable(['red book', 'red boot', 'red reed'], 4);
    const vectors = buildWordVectors(
      table.words,
      table.wordKeys,
      asTheyCome(table.words.count),
      silent,
    );
    const join = (threshold: number, maxPostings: number) =>
      joinByCosine(
        vectors,
        threshold,
        everyone,
        { ...defaultLimits, maxPostings },
        silent,
        () => {},
      );
    expect(join(0.5, 3)).toEqual({ isComplete: true });
    expect(join(0.1, 2)).toEqual({ isComplete: false });
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

describe('the join by sketches', () => {
  it('finds nothing that is not alike, and most that is', () => {
    const words = Array.from({ length: 60 }, (_, at) => `${'qzxjk'.charAt(at % 5)}${at * 7919}`);
    const texts = words.slice(10).flatMap((_, at) => {
      const own = words.slice(at, at + 10).join(' ');
      return [own, `${own} more`];
    });
    const table = readTable(texts, 4);
    const sets = buildGramSets(table.grams, table.stemKeys, true, silent);
    const exact = new Set<string>();
    const index = indexPrefixes(sets, 0.7, everyone, silent);
    joinByPrefix(sets, index, 0.7, everyone, defaultLimits, silent, (one, other) =>
      exact.add(`${one} ${other}`),
    );
    const found = new Set<string>();
    const unsorted = buildGramSets(table.grams, table.stemKeys, false, silent);
    const parameters = { threshold: 0.7, permutations: 128, seed: 1 };
    joinByMinhash(unsorted, parameters, everyone, defaultLimits, silent, (one, other) =>
      found.add(`${one} ${other}`),
    );
    expect(exact.size).toBeGreaterThan(20);
    expect([...found].every((pair) => exact.has(pair))).toBe(true);
    expect(found.size / exact.size).toBeGreaterThan(0.9);
  });
});
