import { expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { startEmbeddingsServer } from '../support/embeddings-server.ts';

it('is told that there are too many questions, not that memory is short', async () => {
  const provider = await startEmbeddingsServer();
  // Also too little memory for this many vectors.
  const { app, rest } = await createTestApp({
    env: {
      WORKERS: '1',
      ANALYSIS_MEMORY: '64mb',
      EMBEDDINGS_URL: provider.url,
      EMBEDDINGS_MODEL: 'test',
    },
  });
  await app.database.pool.query(
    `INSERT INTO questions (id, question_text, correct_answer, incorrect_answers, category,
       difficulty, created_at, updated_at)
     SELECT gen_random_uuid(), 'Question ' || n, 'Answer', '{}', 'Science', 1, now(), now()
     FROM generate_series(1, 20001) n`,
  );
  const asked = { analysis_type: 'semantic' };
  const { body } = await rest('POST', '/analysis/run', asked, { prefer: 'wait=30' });
  expect(body).toMatchObject({
    status: 'FAILED',
    error: {
      code: 'too_many_questions',
      detail:
        'The semantic analysis accepts at most 20,000 questions. Select fewer by criteria or ids.',
    },
  });
});
