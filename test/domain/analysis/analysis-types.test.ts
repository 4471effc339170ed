import Ajv from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnalysisCancelled } from '../../../src/domain/analysis/analysis-type.ts';
import {
  analysisTypes,
  describeAnalysisType,
  findAnalysisType,
} from '../../../src/domain/analysis/registry.ts';
import { anyQuestions, makeQuestion, pagesOf, runOn, silent } from './questions.ts';

const named = analysisTypes.map((type) => [type.name, type] as const);
const many = Array.from({ length: 1000 }, (_, at) => makeQuestion({ id: `q-${at}` }));

it('finds a type by its name', () => {
  expect(analysisTypes.map(({ name }) => name)).toEqual([
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
  ]);
  expect(findAnalysisType('quality')?.title).toBe('Quality');
  expect(findAnalysisType('constructor')).toBeUndefined();
});

describe.each(named)('%s', (_name, type) => {
  it('describes itself by JSON Schemas, every parameter with a default and a description', async () => {
    const { parameters, result } = describeAnalysisType(type);
    const ajv = new Ajv.default({ strict: false });
    expect(ajv.validate(parameters, {})).toBe(true);
    expect(ajv.validate(parameters, { unheard_of: 1 })).toBe(false);
    expect(ajv.validate(result, await runOn(type, many))).toBe(true);
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
          expect(JSON.stringify(result)).not.toMatch(/NaN|Infinity/);
          expect(JSON.parse(JSON.stringify(result))).toEqual(result);
          expect(await runOn(type, set.toReversed(), { items })).toEqual(result);
          expect(result.summary.evaluated).toBe(set.length);
          const listed = { all: set.length, flagged: result.summary.flagged, none: 0 }[items];
          expect(result.items.length).toBe(listed);
        },
      ),
      { numRuns: 60 },
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
      yield* pagesOf(many, 300);
    }
    const result = await type.run(later(), type.parameters.parse({}), silent);
    expect(result).toEqual(await runOn(type, many));
  });
});
