import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { BenchQuestion } from './question-data.ts';

const batchSize = 5000;

/** Fills the questions table by SQL, without history, which no benchmark reads. */
export async function loadQuestions(
  url: string,
  questions: AsyncIterable<BenchQuestion> | Iterable<BenchQuestion>,
  count: number,
): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  let batch: BenchQuestion[] = [];
  let stored = 0;
  for await (const question of questions) {
    batch.push(question);
    if (batch.length < batchSize) continue;
    await insert(client, batch, stored);
    stored += batch.length;
    batch = [];
    progress(stored, count);
  }
  if (batch.length > 0) await insert(client, batch, stored);
  await client.query('VACUUM ANALYZE questions, question_slots');
  await client.end();
  progress(count, count);
}

async function insert(client: pg.Client, batch: BenchQuestion[], stored: number): Promise<void> {
  const start = Date.UTC(2026, 0, 1);
  await client.query(
    `INSERT INTO questions (id, question_text, correct_answer, incorrect_answers, category, difficulty, topic_focus, created_at, updated_at)
     SELECT id, text, answer, ARRAY(SELECT json_array_elements_text(choices)), category, difficulty, topic, at, at
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::json[], $5::text[], $6::smallint[], $7::text[], $8::timestamptz[])
       AS row(id, text, answer, choices, category, difficulty, topic, at)`,
    [
      batch.map(() => uuidv7()),
      batch.map(({ questionText }) => questionText),
      batch.map(({ correctAnswer }) => correctAnswer),
      batch.map(({ incorrectAnswers = [] }) => JSON.stringify(incorrectAnswers)),
      batch.map(({ category }) => category),
      batch.map(({ difficulty }) => difficulty),
      batch.map(({ topicFocus }) => topicFocus),
      batch.map((_, index) => new Date(start + (stored + index) * 1000).toISOString()),
    ],
  );
}

function progress(done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  const share = Math.floor((done / total) * 30);
  process.stderr.write(`\rloading [${'#'.repeat(share)}${' '.repeat(30 - share)}] ${done}`);
  if (done === total) process.stderr.write('\n');
}
