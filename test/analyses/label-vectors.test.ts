import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AnalysisFailure } from '../../src/analyses/analysis-failure.ts';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { scoreByDiscriminant } from '../../src/analyses/types/labels/discriminant-evidence.ts';
import { labels } from '../../src/analyses/types/labels/labels.ts';
import { scoreNeighbors } from '../../src/analyses/types/labels/neighbor-evidence.ts';
import { toPoints } from '../../src/analyses/types/labels/points.ts';
import { createEmbed, createSentenceEmbed } from './bundled-embed.ts';
import { makeQuestion, runOn, silent } from './questions.ts';

const file = new URL('../../prisma/sample-questions.jsonl', import.meta.url);
const categories = ['Geography', 'Literature', 'Science', 'Mathematics'];
/** 60 of each: words alone tell too little of so few. */
const samples = categories.flatMap((category) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((sample) => sample.category === category)
    .slice(0, 60)
    .map((sample) =>
      makeQuestion({
        id: sample.external_id,
        questionText: sample.question_text,
        correctAnswer: sample.correct_answer,
        incorrectAnswers: sample.incorrect_answers,
        category,
        topicFocus: sample.topic_focus ?? null,
      }),
    ),
);

function flipLabels(questions: readonly AnalysisQuestion[]) {
  const random = createRandom(5);
  const isFlipped = new Set<string>();
  const noisy = questions.map((question) => {
    if (random() >= 0.1) return question;
    isFlipped.add(question.id);
    const step = 1 + Math.floor(random() * (categories.length - 1));
    const category =
      categories[(categories.indexOf(question.category) + step) % categories.length] ?? '';
    return { ...question, category };
  });
  return { noisy, isFlipped };
}

const byText = { use_topic_focus: false, items: 'all' };

/** Loaded once: each takes a second. */
const [subjects, sentences] = [createEmbed(), createSentenceEmbed()];

describe('labels by embeddings', () => {
  it.each([
    ['one model', { embed: subjects.embed }, 0.8],
    ['two models', { embed: subjects.embed, embedSecond: sentences.embed }, 0.82],
  ])(
    'finds flipped labels of a small bank that words alone do not tell, by %s',
    {
      timeout: 120_000,
    },
    async (_, models, minKappa) => {
      const control = { ...silent, ...models };
      const { noisy, isFlipped } = flipLabels(samples);
      const byWords = await runOn(labels, noisy, { ...byText, max_vectors: 0 });
      expect(byWords.warnings).toMatchObject([{ code: 'model_uninformative' }]);
      expect(byWords.warnings[0]?.detail).toContain('raise max_vectors');

      const { summary, items, warnings } = await runOn(labels, noisy, byText, control);
      expect(warnings).toEqual([]);
      expect(summary.vectors).toBe(samples.length);
      const found = items.filter(({ flagged }) => flagged);
      const right = found.filter(({ question_id }) => isFlipped.has(question_id)).length;
      expect(right / found.length).toBeGreaterThanOrEqual(0.7);
      expect(right / isFlipped.size).toBeGreaterThanOrEqual(0.8);
      const noise = isFlipped.size / samples.length;
      expect(Math.abs((summary.estimated_noise ?? 1) - noise)).toBeLessThan(0.03);

      const clean = await runOn(labels, samples, byText, control);
      expect(clean.summary.kappa).toBeGreaterThanOrEqual(minKappa);
      expect(clean.summary.flagged_share).toBeLessThanOrEqual(0.02);
    },
  );

  it('asks for none where topics are enough, or above max_vectors', async () => {
    const { embed, known } = createEmbed();
    const control = { ...silent, embed };
    const byTopics = await runOn(labels, samples, {}, control);
    expect(byTopics.summary).toMatchObject({ vectors: 0, flagged: 0 });
    await runOn(labels, samples, { ...byText, max_vectors: samples.length - 1 }, control);
    expect(known.size).toBe(0);
  });

  it('asks for none where words do not predict the labels at all', async () => {
    const { embed, known } = createEmbed();
    const random = createRandom(2);
    const byChance = samples.map((sample) => ({
      ...sample,
      category: categories[Math.floor(random() * categories.length)] ?? '',
    }));
    const { warnings } = await runOn(labels, byChance, byText, { ...silent, embed });
    expect(warnings).toMatchObject([{ code: 'model_uninformative' }]);
    expect(known.size).toBe(0);
  });

  it.each([
    ['the first', (embed: typeof fails) => ({ embed })],
    ['the second', (embedSecond: typeof fails) => ({ embedSecond })],
  ])('does without vectors if %s provider fails, and says so', async (_, providers) => {
    const result = await runOn(
      labels,
      samples,
      { ...byText, min_detectable: 0 },
      { ...silent, ...providers(fails) },
    );
    const { warnings, ...rest } = result;
    expect(warnings).toMatchObject([
      { code: 'vectors_unavailable', detail: expect.stringContaining('does not answer') },
    ]);
    const without = await runOn(labels, samples, { ...byText, min_detectable: 0, max_vectors: 0 });
    expect(rest).toEqual({ ...without, warnings: undefined });
  });

  it.each([3, 1500])(
    'scores the class of a vector of %i dimensions, none of a zero vector',
    (dimensions) => {
      const random = createRandom(2);
      const classOf = Int32Array.from({ length: 60 }, (_, at) => at % 2);
      const vectors = Array.from(classOf, (each) =>
        Float32Array.from(
          { length: dimensions },
          (_, at) => (at % 2 === each ? 1 : 0) + random() / 4,
        ),
      );
      vectors[0] = new Float32Array(dimensions);
      const points = toPoints(vectors);
      for (const scores of [
        scoreByDiscriminant(points, classOf, 2, { folds: 5, seed: 1 }, silent),
        scoreNeighbors([points], classOf, 2, silent),
        scoreNeighbors([points, toPoints(vectors.toReversed())], classOf, 2, silent),
      ]) {
        expect([...scores.subarray(0, 2)]).toEqual([0, 0]);
        for (const [at, each] of classOf.subarray(1, 59).entries()) {
          const [own = 0, other = 0] = [
            scores[2 * (at + 1) + each],
            scores[2 * (at + 1) + 1 - each],
          ];
          expect(own).toBeGreaterThan(other);
        }
      }
    },
  );

  it('counts the classes of the others by how near they are', () => {
    const points = [
      [1, 0],
      [0.8, 0.6],
      [-1, 0],
      [-0.8, -0.6],
    ].map((point) => Float32Array.from(point));
    const scores = scoreNeighbors([points], Int32Array.of(0, 1, 1, 0), 2, silent);
    // Their middle is the origin; of the first, the cosines are .8, −1 and −.8.
    const [near = 0, opposite = 0, far = 0] = [0.8, -1, -0.8].map((cosine) =>
      Math.exp(cosine / 0.06),
    );
    const total = near + opposite + far;
    const shares = [far / total, (near + opposite) / total];
    for (const [each, share] of shares.entries())
      expect(scores[each]).toBeCloseTo(Math.log((share + 1e-4) / (1 + 2e-4)), 4);
  });

  it('says the same without evidence: all points alike', () => {
    const points = [1, 2, 3, 4].map(() => Float32Array.of(0.6, 0.8));
    const scores = scoreNeighbors([points], Int32Array.of(0, 0, 1, 1), 2, silent);
    expect([...scores].every(Number.isFinite)).toBe(true);
  });
});

async function fails(): Promise<Float32Array[]> {
  throw new AnalysisFailure('embeddings_unavailable', 'The endpoint does not answer.');
}
