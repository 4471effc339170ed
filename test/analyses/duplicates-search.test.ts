import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnalysisCancelled } from '../../src/analyses/analysis-type.ts';
import { duplicates } from '../../src/analyses/types/duplicates/duplicates.ts';
import { runs } from '../support/property-runs.ts';
import { ask } from './asked-questions.ts';
import { anyQuestions, makeQuestion, pagesOf, runOn, silent } from './questions.ts';

const methods = ['auto', 'exact', 'minhash', 'tfidf'] as const;

describe('against the bank', () => {
  const bank = ask(
    ['Who wrote Hamlet?', 'Shakespeare'],
    ['Who wrote Hamlet', 'shakespeare'],
    ['Who wrote Hamlet?', 'Marlowe'],
    ['Which is the smallest country in the world?', 'Vatican City'],
    ['What is the smallest country in the world?', 'Vatican City'],
  );
  const selected = bank.slice(1, 2);
  const withBank = { ...silent, bank: () => pagesOf(bank) };

  it.each(methods)(
    'finds by %s what resembles the chosen questions, and no more',
    async (method) => {
      const result = await runOn(duplicates, selected, { against: 'bank', method }, withBank);
      expect(result.pairs.map(({ a, b, kind }) => `${a}${b} ${kind}`)).toEqual([
        'ba exact',
        'bc answer_conflict',
      ]);
      expect(result.summary).toMatchObject({
        evaluated: 1,
        flagged: 1,
        compared_with: 5,
        pairs: 2,
      });
      expect(result.items.map(({ question_id }) => question_id)).toEqual(['b']);
    },
  );

  it('makes do with the set where there is no bank, and says so', async () => {
    const { warnings, summary } = await runOn(duplicates, bank, { against: 'bank' });
    expect(warnings).toMatchObject([{ code: 'bank_unavailable' }]);
    expect(summary.compared_with).toBe(5);
  });

  it('finds for all chosen what it finds in the set', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuestions, fc.constantFrom(...methods), async (set, method) => {
        const control = { ...silent, bank: () => pagesOf(set) };
        const [inSet, inBank] = [
          await runOn(duplicates, set, { method }),
          await runOn(duplicates, set, { method, against: 'bank' }, control),
        ];
        expect(inBank).toEqual(inSet);
      }),
      runs(40),
    );
  });

  it('finds for some chosen the pairs of the set they stand in', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyQuestions,
        fc.constantFrom('exact', 'tfidf'),
        fc.nat({ max: 59 }),
        async (set, method, size) => {
          const some = set.slice(0, size);
          const ids = new Set(some.map(({ id }) => id));
          const control = { ...silent, bank: () => pagesOf(set) };
          const whole = await runOn(duplicates, set, { method, threshold: 0.5 });
          const part = await runOn(
            duplicates,
            some,
            { method, threshold: 0.5, against: 'bank' },
            control,
          );
          const key = ({ a, b }: { a: string; b: string }) => [a, b].sort().join(' ');
          const expected = whole.pairs.filter(({ a, b }) => ids.has(a) || ids.has(b));
          expect(part.pairs.map(key).sort()).toEqual(expected.map(key).sort());
          expect(part.pairs.every(({ a }) => ids.has(a))).toBe(true);
        },
      ),
      runs(60),
    );
  });
});

describe('every method', () => {
  it.each(methods)('%s answers the same whatever the order, for a seed', async (method) => {
    await fc.assert(
      fc.asyncProperty(anyQuestions, fc.nat({ max: 9 }), async (set, seed) => {
        const parameters = { method, seed, threshold: 0.5, cosine: 0.5, items: 'all' };
        const result = await runOn(duplicates, set, parameters);
        expect(await runOn(duplicates, set.toReversed(), parameters)).toEqual(result);
        expect(await runOn(duplicates, set, parameters)).toEqual(result);
      }),
      runs(40),
    );
  });

  it('says that one question is too few', async () => {
    const { warnings } = await runOn(duplicates, [makeQuestion()]);
    expect(warnings.map(({ code }) => code)).toEqual(['too_few_questions']);
  });

  it.each(methods)('%s stops in the middle of the search', async (method) => {
    const set = Array.from({ length: 600 }, (_, at) =>
      makeQuestion({
        id: `q-${at}`,
        questionText: `Which planet is number ${at} of ${at * 7} from the Sun?`,
      }),
    );
    const signal = { aborted: false };
    const progress = (share: number) => {
      if (share > 0.5) signal.aborted = true;
    };
    const run = duplicates.run(pagesOf(set), duplicates.parameters.parse({ method }), {
      progress,
      signal,
    });
    await expect(run).rejects.toThrow(AnalysisCancelled);
  });
});
