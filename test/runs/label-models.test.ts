import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { createEmbeddingsCache } from '../../src/db/embeddings-cache.ts';
import { createTestApp } from '../support/app.ts';

const file = new URL('../../prisma/sample-questions.jsonl', import.meta.url);
const categories = ['Geography', 'Literature', 'Science'];
/** 25 of each: words alone tell too little of so few. */
const questions = categories.flatMap((category) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((sample) => sample.category === category)
    .slice(0, 25)
    .map(({ external_id: _, ...sample }) => sample),
);

const random = createRandom(3);
const noise = () => Float32Array.from({ length: 8 }, () => random() - 0.5);
const telling = ({ category }: { category: string }) =>
  noise().map((each, at) => (at === categories.indexOf(category) ? 1 : each / 4));

const sentences = 'bundled:all-minilm-l6-v2';

/** What labels finds by cached vectors, of which only those of the model of sentences tell the category. */
async function judge(firstModel: string, env: Record<string, string>) {
  const { app, rest } = await createTestApp({ env: { WORKERS: '1', ...env } });
  await rest('POST', '/questions', questions);
  const texts = questions.map(({ question_text }) => question_text);
  const { pool } = app.database;
  await createEmbeddingsCache(pool, firstModel).save(texts, questions.map(noise));
  await createEmbeddingsCache(pool, sentences).save(texts, questions.map(telling));
  const body = { analysis_type: 'labels', parameters: { use_topic_focus: false } };
  const { body: run } = await rest('POST', '/analysis/run', body, { prefer: 'wait=30' });
  expect([run.status, run.error]).toEqual(['SUCCEEDED', null]);
  return run.result.summary;
}

describe('labels', () => {
  it('judges by both bundled models where no endpoint is set', async () => {
    const { vectors, kappa } = await judge('bundled:universal-sentence-encoder-lite-1', {});
    expect(vectors).toBe(questions.length);
    expect(kappa).toBeGreaterThan(0.9);
  });

  it('judges by the endpoint alone where one is set', async () => {
    const env = { EMBEDDINGS_URL: 'http://127.0.0.1:9/unused', EMBEDDINGS_MODEL: 'test' };
    const { vectors, kappa } = await judge('test', env);
    expect(vectors).toBe(questions.length);
    expect(kappa).toBeLessThan(0.7);
  });
});
