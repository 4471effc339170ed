import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { connectDatabase } from '../../src/db/database.ts';
import type { QuestionFilter } from '../../src/domain/question-criteria.ts';
import { createAnswers } from '../../src/http/answers/answers.ts';
import { createLog } from '../../src/log.ts';
import { recordReads } from '../../src/schema/reads.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createCutOff } from '../support/cut-off.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { makeAnswer } from '../support/remembered-lists.ts';

const databaseUrl = await createEmptyDatabase();
const sql = new pg.Pool({ connectionString: databaseUrl, max: 2 });
closeAfterFile(() => sql.end());
const path = await createCutOff(databaseUrl);
closeAfterFile(() => path.cut());

/** A node whose clock a test can move; real time passes as well. */
function createNode() {
  const log = createLog({ level: 'silent', isPretty: false });
  const database = connectDatabase({ url: path.url, poolSize: 2, log });
  let skipped = 0;
  const now = () => performance.now() + skipped;
  const answers = createAnswers({ database, maxBytes: 1_000_000, log, now });
  closeAfterFile(async () => {
    answers.stop();
    await database.close();
  });
  const remembered = (category: string) => {
    const found = answers.find(category);
    return found && Number(Buffer.from(found.body).toString());
  };
  return {
    answers,
    remembered,
    skip(milliseconds: number) {
      skipped += milliseconds;
    },
    /** Counts the questions of a category, and remembers the count. */
    async count(category: string): Promise<void> {
      const mark = answers.begin(category);
      const { rows } = await sql.query(
        'SELECT count(*)::int AS n FROM questions WHERE category = $1',
        [category],
      );
      const reads = recordReads();
      reads.list({ category: [category] } as QuestionFilter);
      const body = Buffer.from(String(rows[0]?.n));
      answers.store(category, mark, reads, { ...makeAnswer(0), body });
    },
    /** Asks until the node answers from memory. */
    async remember(category: string): Promise<number | undefined> {
      const isRemembered = async () => {
        if (remembered(category) !== undefined) return true;
        await this.count(category);
        return false;
      };
      await vi.waitUntil(isRemembered, { timeout: 20_000, interval: 5 });
      return remembered(category);
    },
  };
}

const add = (category: string) =>
  sql.query(
    `INSERT INTO questions (id, question_text, correct_answer, category, difficulty)
     VALUES (gen_random_uuid(), 'Which?', 'That', $1, 0)`,
    [category],
  );

it('a node forgets what it wrote before its next answer, and keeps the rest', async () => {
  const node = createNode();
  const [science, geography] = [
    await node.remember('Science'),
    await node.remember('Geography'),
  ] as const;
  await add('Science');
  node.answers.wrote();
  // Not known yet what was written: no answer from memory.
  expect(node.remembered('Science')).toBeUndefined();
  expect(node.remembered('Geography')).toBeUndefined();
  await expect.poll(() => node.remembered('Geography')).toBe(geography);
  expect(node.remembered('Science')).toBeUndefined();
  expect(await node.remember('Science')).toBe(Number(science) + 1);
});

it('a node that has not read the log for a second answers nothing from memory', async () => {
  const node = createNode();
  await node.remember('Science');
  node.skip(1000);
  expect(node.remembered('Science')).toBeUndefined();
  await expect.poll(() => node.remembered('Science')).toBeDefined();
});

it('a node whose path to the database is cut answers nothing from memory, then only what is current', async () => {
  const node = createNode();
  await node.remember('Science');
  const geography = await node.remember('Geography');
  await path.cut();
  await add('Science');
  node.skip(1000);
  expect(node.remembered('Science')).toBeUndefined();
  expect(node.remembered('Geography')).toBeUndefined();
  await path.restore();
  await expect.poll(() => node.remembered('Geography')).toBe(geography);
  expect(node.remembered('Science')).toBeUndefined();
});

it('what is asked only once is not remembered', async () => {
  const node = createNode();
  await node.remember('Geography');
  expect(node.answers.begin('Literature')).toBeUndefined();
  expect(node.answers.begin('Literature')).toBeDefined();
});

it('an answer whose read began before a change is not kept after it', async () => {
  const node = createNode();
  await node.remember('Geography');
  const client = await sql.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  const mark = node.answers.begin('Geography');
  await client.query('SELECT count(*) FROM questions');
  await add('Literature');
  node.answers.wrote();
  const reads = recordReads();
  reads.list({ category: ['Literature'] });
  const old = { ...makeAnswer(0), body: Buffer.from('0') };
  // Stored before the change is known, and after.
  node.answers.store('before', mark, reads, old);
  await expect.poll(() => node.remembered('Geography')).toBeDefined();
  node.answers.store('after', mark, reads, old);
  await client.query('ROLLBACK');
  client.release();
  expect(node.answers.find('before')).toBeUndefined();
  expect(node.answers.find('after')).toBeUndefined();
});
