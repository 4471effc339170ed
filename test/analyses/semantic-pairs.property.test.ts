import fc from 'fast-check';
import { expect, it } from 'vitest';
import { semantic } from '../../src/analyses/types/semantic/semantic.ts';
import { runs } from '../support/property-runs.ts';
import { makeQuestion, runOn, silent } from './questions.ts';

/** Some have nearly the same direction as others, so that there are pairs to find. */
const vectorSets = fc
  .tuple(fc.integer({ min: 1, max: 11 }), fc.integer({ min: 2, max: 140 }))
  .chain(([dimensions, count]) => {
    const number = fc.integer({ min: -3, max: 3 });
    const vector = fc.array(number, { minLength: dimensions, maxLength: dimensions });
    return fc.array(vector, { minLength: count, maxLength: count });
  });

function cosineOf(one: readonly number[], other: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, each, at) => sum + each * (b[at] ?? 0), 0);
  const norm = Math.sqrt(dot(one, one) * dot(other, other));
  return norm === 0 ? 0 : dot(one, other) / norm;
}

it('finds every near pair and every nearest neighbour that comparing one by one finds', async () => {
  const property = fc.asyncProperty(
    vectorSets,
    fc.constantFrom(0.5, 0.85, 0.95),
    fc.integer({ min: 1, max: 7 }),
    async (vectors, threshold, neighbours) => {
      // Ids of one length, so that they sort like the vectors.
      const idOf = (at: number) => `q-${1000 + at}`;
      const questions = vectors.map((vector, at) =>
        makeQuestion({ id: idOf(at), questionText: `${at} ${JSON.stringify(vector)}` }),
      );
      const embed = async (texts: readonly string[]) =>
        texts.map((text) => Float32Array.from(JSON.parse(text.replace(/^\d+ /, '')) as number[]));
      const parameters = { items: 'all', threshold, neighbours };
      const result = await runOn(semantic, questions, parameters, { ...silent, embed });

      const expected = vectors.flatMap((vector, at) =>
        vectors.slice(at + 1).flatMap((other, next) => {
          const cosine = cosineOf(vector, other);
          // Cosines of small integers are not within 1e-6 of a threshold unless equal to it.
          return cosine >= threshold - 1e-6
            ? [[idOf(at), idOf(at + 1 + next), cosine] as const]
            : [];
        }),
      );
      const byNames = (one: readonly unknown[], other: readonly unknown[]) =>
        `${one}` < `${other}` ? -1 : 1;
      const found = result.pairs.map(({ a, b, cosine }) => [a, b, cosine] as const);
      expect(found.map(([a, b]) => [a, b]).sort(byNames)).toEqual(
        expected.map(([a, b]) => [a, b]).sort(byNames),
      );
      for (const { question_id, neighbours: listed } of result.items) {
        const row = Number(question_id.slice(2)) - 1000;
        const own = vectors[row] ?? [];
        const cosines = vectors
          .filter((_, at) => at !== row)
          .map((other) => cosineOf(own, other))
          .sort((one, other) => other - one)
          .slice(0, neighbours);
        expect(listed).toHaveLength(cosines.length);
        for (const [at, { cosine }] of listed.entries()) {
          expect(Math.abs(cosine - (cosines[at] ?? 9))).toBeLessThan(1e-6);
        }
      }
    },
  );
  await fc.assert(property, runs(30));
});
