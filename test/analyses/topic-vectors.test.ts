import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AnalysisFailure } from '../../src/analyses/analysis-failure.ts';
import { topics } from '../../src/analyses/types/topics/topics.ts';
import { createEmbed } from './bundled-embed.ts';
import { makeQuestion, runOn, silent } from './questions.ts';

const file = new URL('../../prisma/sample-questions.jsonl', import.meta.url);
/** The samples with their categories as topics, one in twelve in the wrong one. */
const names = ['Geography', 'Literature', 'Science', 'Mathematics'];
const misfiled = new Map<string, string>();
const samples = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .filter(({ category }) => names.includes(category))
  .map((sample, at) => {
    const own = names.indexOf(sample.category);
    const topicFocus = names[(at % 12 === 5 ? own + 1 : own) % names.length] ?? '';
    if (topicFocus !== sample.category) misfiled.set(sample.external_id, sample.category);
    return makeQuestion({
      id: sample.external_id,
      questionText: sample.question_text,
      correctAnswer: sample.correct_answer,
      incorrectAnswers: sample.incorrect_answers,
      topicFocus,
    });
  });

const countRight = (items: readonly { question_id: string; suggested: string | null }[]) =>
  items.filter(({ question_id, suggested }) => misfiled.get(question_id) === suggested).length;

describe('topics by embeddings', () => {
  it('contradicts more topics than words alone, and more rightly', {
    timeout: 120_000,
  }, async () => {
    const { embed, known } = createEmbed();
    const { items, warnings } = await runOn(topics, samples, {}, { ...silent, embed });
    expect(items.length).toBeGreaterThanOrEqual(10);
    expect(countRight(items) / items.length).toBeGreaterThanOrEqual(0.9);
    expect(warnings.map(({ code }) => code)).not.toContain('vectors_cut');
    for (const { preference, score } of items)
      expect(score).toBeCloseTo(1 / (1 + (preference ?? 0)), 8);
    // 40 of each topic, and those in doubt.
    expect(known.size).toBeLessThan(samples.length);

    const byWords = await runOn(topics, samples, { max_vectors: 0 }, { ...silent, embed });
    expect(countRight(byWords.items)).toBeLessThan(countRight(items));
    expect(countRight(byWords.items) / byWords.items.length).toBeLessThan(
      countRight(items) / items.length,
    );
    expect(byWords.items.every(({ preference }) => preference === null)).toBe(true);
  });

  it('compares as many as max_vectors allows, and says how many it left', async () => {
    const { embed, known } = createEmbed();
    const cut = await runOn(topics, samples, { max_vectors: 130 }, { ...silent, embed });
    expect(known.size).toBeLessThanOrEqual(130);
    expect(cut.items.length).toBeGreaterThan(0);
    expect(cut.warnings).toContainEqual({
      code: 'vectors_cut',
      detail: expect.stringMatching(
        /^\d+ questions whose topic is in doubt .* \(max_vectors 130, /,
      ),
    });
  });

  it('does without a provider that fails, and says so', async () => {
    const embed = async () => {
      throw new AnalysisFailure('embeddings_unavailable', 'The endpoint does not answer.');
    };
    const { items, warnings } = await runOn(topics, samples, {}, { ...silent, embed });
    const byWords = await runOn(topics, samples, { max_vectors: 0 });
    expect(items).toEqual(byWords.items);
    expect(warnings).toContainEqual({
      code: 'vectors_unavailable',
      detail: expect.stringContaining('does not answer'),
    });
  });

  it('goes by words where vectors are zero', async () => {
    const embed = async (texts: readonly string[]) => texts.map(() => new Float32Array(8));
    const { items } = await runOn(topics, samples, {}, { ...silent, embed });
    const byWords = await runOn(topics, samples, { max_vectors: 0 });
    expect(items).toEqual(byWords.items);
  });
});
