import Ajv from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnalysisCancelled } from '../../src/analyses/analysis-type.ts';
import {
  analysisTypes,
  describeAnalysisType,
  findAnalysisType,
} from '../../src/analyses/registry.ts';
import { isThorough, runs } from '../support/property-runs.ts';
import { expectFiniteFigures } from './expect-finite-figures.ts';
import { anyQuestions, makeQuestion, pagesOf, runOn, silent } from './questions.ts';
import { restlessScores } from './score-table.ts';
import { makeVaried } from './varied-questions.ts';

const named = analysisTypes.map((type) => [type.name, type] as const);
const many = Array.from({ length: 1000 }, (_, at) => makeQuestion({ id: `q-${at}` }));
const some = many.slice(0, 300);

it('finds a type by its name', () => {
  const names = analysisTypes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining([
      'coverage',
      'duplicates',
      'quality',
      'readability',
      'labels',
      'topics',
      'answers',
      'comparison',
      'item_statistics',
      'semantic',
    ]),
  );
  expect(findAnalysisType('quality')?.title).toBe('Quality');
  expect(findAnalysisType('constructor')).toBeUndefined();
});

describe.each(named)('%s', (_name, type) => {
  it('describes itself by JSON Schemas, every parameter with a default and a description', async () => {
    const { parameters, result } = describeAnalysisType(type);
    const ajv = new Ajv.default({ strict: false, code: { optimize: false } });
    expect(ajv.validate(parameters, {})).toBe(true);
    expect(ajv.validate(parameters, { unheard_of: 1 })).toBe(false);
    expect(ajv.validate(result, await runOn(type, some))).toBe(true);
    for (const each of Object.values(parameters.properties ?? {})) {
      expect(each).toMatchObject({ description: expect.any(String), default: expect.anything() });
    }
  });

  it('answers the same whatever order the questions come in, within its schema', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyQuestions,
        fc.constantFrom('all', 'flagged', 'none'),
        async (set, items) => {
          const result = await runOn(type, set, { items });
          const ids = new Set(set.map(({ id }) => id));
          expect(result.items.every(({ question_id }) => ids.has(question_id))).toBe(true);
          expectFiniteFigures(result);
          expect(JSON.parse(JSON.stringify(result))).toEqual(result);
          expect(await runOn(type, set.toReversed(), { items })).toEqual(result);
          expect(result.summary.evaluated).toBe(set.length);
          const listed = { all: set.length, flagged: result.summary.flagged, none: 0 }[items];
          expect(result.items.length).toBe(listed);
        },
      ),
      runs(60),
    );
  });

  it('makes up no figures about an empty set', async () => {
    const { summary, items, warnings } = await runOn(type, []);
    expect(summary).toMatchObject({ evaluated: 0, flagged: 0, flagged_share: null, score: null });
    expect(items).toEqual([]);
    expect(warnings.map(({ code }) => code)).toEqual(['too_few_questions']);
  });

  it.each([
    ['one question', [makeQuestion()]],
    ['all the same', Array.from({ length: 40 }, (_, at) => makeQuestion({ id: `q-${at}` }))],
    ['Arabic', [makeQuestion({ questionText: 'ما هي عاصمة مصر؟', correctAnswer: 'القاهرة' })]],
    ['emoji', [makeQuestion({ questionText: '👩‍👩‍👧‍👦🇪🇺?', correctAnswer: '👍🏽' })]],
    ['combining marks', [makeQuestion({ questionText: `a${'\u0301'.repeat(1999)}` })]],
  ])('takes %s', async (_what, set) => {
    const { summary } = await runOn(type, set, { items: 'all' });
    expect(summary.evaluated).toBe(set.length);
  });

  it('lists flagged items first', async () => {
    const set = [...many.slice(0, 20), makeQuestion({ id: 'bad', questionText: '&amp;' })];
    const { items } = await runOn(type, set, { items: 'all' });
    const flags = items.map(({ flagged }) => Number(flagged));
    expect(flags).toEqual(flags.toSorted().reverse());
  });

  it('tells its progress, never falling', async () => {
    const shares: number[] = [];
    const control = {
      ...silent,
      total: many.length,
      progress: (share: number) => shares.push(share),
    };
    await runOn(type, many, {}, { ...control, progress: (share) => void control.progress(share) });
    expect(shares.length).toBeGreaterThan(4);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares[0]).toBeGreaterThan(0);
    expect(shares.at(-1)).toBe(1);
  });

  it('stops within a few hundred questions when it is told to', async () => {
    const signal = { aborted: false };
    let seen = 0;
    const watched = many.map((question) => ({
      ...question,
      get id() {
        seen += 1;
        signal.aborted = true;
        return question.id;
      },
    }));
    const control = { ...silent, signal };
    const run = type.run([watched], type.parameters.parse({}), control);
    await expect(run).rejects.toThrow(AnalysisCancelled);
    expect(seen).toBeLessThan(1000);
  });

  it('takes pages that come in their own time', async () => {
    async function* later() {
      yield* pagesOf(some, 90);
    }
    const result = await type.run(later(), type.parameters.parse({}), silent);
    expect(result).toEqual(await runOn(type, some));
  });
});

const responses = {
  question_ids: ['q-00000', 'q-00001', 'q-00002', 'q-00003'],
  scores: restlessScores,
};
/**
 * The progress at which types continue after reading; coverage, quality and answers are done by
 * then. A model of item_statistics reports nothing beyond .9 until it is done.
 */
const lateWork: [name: string, parameters: object, shares: number[]][] = [
  ['duplicates', {}, [0.5, 0.8, 0.95]],
  ['readability', {}, [0.5, 0.8, 0.95]],
  ['labels', {}, [0.5, 0.8, 0.95]],
  ['labels', { filter: 'both' }, [0.95]],
  ['topics', {}, [0.5, 0.8, 0.95]],
  ['comparison', { group_by: 'topic_focus' }, [0.5, 0.8, 0.95]],
  ['item_statistics', { model: '2pl', responses }, [0.5, 0.8]],
  ['semantic', {}, [0.5, 0.8, 0.95]],
];
const varied = makeVaried(isThorough ? 400 : 300);

it.each(
  lateWork.flatMap(([name, parameters, shares]) =>
    shares.map((share) => ({ name, parameters, share })),
  ),
)('$name stops when it is told to at $share of its way', async ({ name, parameters, share }) => {
  const type = findAnalysisType(name);
  const signal = { aborted: false };
  const toldLate = new Set<number>();
  const progress = (done: number) => {
    signal.aborted ||= done >= share;
    if (signal.aborted) toldLate.add(done);
  };
  const control = { ...silent, total: varied.length, progress, signal };
  const run = type?.run(pagesOf(varied), type.parameters.parse(parameters), control);
  await expect(run).rejects.toThrow(AnalysisCancelled);
  expect(toldLate.size).toBe(1);
  expect(toldLate.has(1)).toBe(false);
});
