import { describe, expect, it } from 'vitest';
import { AnalysisCancelled } from '../../src/analyses/analysis-type.ts';
import { semantic } from '../../src/analyses/types/semantic/semantic.ts';
import { makeQuestion, pagesOf, runOn, silent } from './questions.ts';

describe('a semantic run', () => {
  it('refuses more questions than it can compare, before it asks for embeddings', async () => {
    const page = Array.from({ length: 2001 }, (_, at) => makeQuestion({ id: `q-${at}` }));
    const pages = Array.from({ length: 10 }, () => page);
    const embed = () => Promise.reject(new Error('It asked.'));
    const run = semantic.run(pages, semantic.parameters.parse({}), { ...silent, embed });
    await expect(run).rejects.toMatchObject({
      name: 'AnalysisFailure',
      code: 'too_many_questions',
      message: expect.stringContaining('20,000'),
    });
    expect(semantic.maxQuestions).toBe(20_000);
  });

  it('says what is wrong when nobody gives it embeddings', async () => {
    const { progress, signal } = silent;
    await expect(runOn(semantic, [], {}, { progress, signal })).rejects.toThrow('needs embeddings');
  });

  it('asks for no embeddings of a single question', async () => {
    const embed = () => Promise.reject(new Error('It asked.'));
    const { items, warnings } = await runOn(
      semantic,
      [makeQuestion()],
      { items: 'all' },
      { ...silent, embed },
    );
    expect(items).toEqual([
      { question_id: 'q-1', flagged: false, score: 1, reasons: [], neighbours: [] },
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['too_few_questions']);
  });

  it.each([0.3, 0.7])('stops at %d of its way when it is told to', async (share) => {
    const signal = { aborted: false };
    const shares: number[] = [];
    const progress = (done: number) => {
      shares.push(done);
      signal.aborted = done >= share;
    };
    const questions = Array.from({ length: 600 }, (_, at) => makeQuestion({ id: `q-${at}` }));
    const control = { ...silent, progress, signal, total: 600 };
    const run = semantic.run(pagesOf(questions, 100), semantic.parameters.parse({}), control);
    await expect(run).rejects.toThrow(AnalysisCancelled);
    expect(shares.filter((done) => done >= share)).toHaveLength(1);
  });
});
