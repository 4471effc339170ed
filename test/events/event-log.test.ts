import pg from 'pg';
import { expect, it } from 'vitest';
import { cancelRun, claimRun } from '../../src/db/analysis-store.ts';
import { pruneChangeLog, readChanges } from '../../src/db/change-log.ts';
import { connectDatabase } from '../../src/db/database.ts';
import { type EventQuery, readEvents, sequenceEvents } from '../../src/db/event-log.ts';
import { insertStatement, toNewQuestions } from '../../src/db/question-changes.ts';
import { newQuestion } from '../../src/domain/question-input.ts';
import { parseBy } from '../../src/domain/rules.ts';
import { createLog } from '../../src/log.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createEmptyDatabase } from '../support/database.ts';

const url = await createEmptyDatabase();
const log = createLog({ level: 'silent', isPretty: false });
const database = connectDatabase({ url, poolSize: 4, log });
closeAfterFile(() => database.close());

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  closeAfterFile(() => client.end());
  return client;
}

const one = await connect();
const two = await connect();

const content = (text: string) =>
  parseBy(newQuestion, {
    questionText: text,
    correctAnswer: 'That',
    category: 'Science',
    difficulty: 1,
  });

/** As the service writes: the question and its history in one statement. */
async function create(client: pg.Client, ...texts: string[]): Promise<string[]> {
  const author = { by: 'account:x', at: new Date() };
  const questions = toNewQuestions(texts.map(content), author.at);
  const { text, values } = insertStatement(questions, author);
  await client.query(text, [...values]);
  return questions.map(({ id }) => id);
}

const rename = (client: pg.Client, id: string | undefined, text: string) =>
  client.query(
    `WITH changed AS (
       UPDATE questions SET question_text = $2, version = version + 1 WHERE id = $1 RETURNING *
     ) INSERT INTO question_versions
       (question_id, version, change, changed_by, changed_at, question_text, correct_answer,
        incorrect_answers, category, difficulty)
     SELECT id, version, 'updated', 'key:y', now(), question_text, correct_answer, incorrect_answers,
       category, difficulty FROM changed`,
    [id, text],
  );

async function read(query: Partial<EventQuery> = {}) {
  await sequenceEvents(database);
  return readEvents(database, { limit: 100, ...query });
}

const latest = async () => (await read({ after: 'latest' })).next;
const textsOf = ({ events }: Awaited<ReturnType<typeof read>>) =>
  events.map(({ after }) => after?.questionText);

it('an event says who changed what, before and after', async () => {
  const start = await latest();
  const [id] = await create(one, 'First?');
  await rename(one, id, 'Second?');
  const { events, next, last } = await read({ after: start });
  expect(next).toBe(last);
  expect(events).toMatchObject([
    { type: 'question.created', questionId: id, version: 1, actor: 'account:x', before: null },
    { type: 'question.updated', questionId: id, version: 2, actor: 'key:y', analysisId: null },
  ]);
  expect(events[0]?.after).toEqual({ ...content('First?'), externalId: null, source: null });
  expect(events[1]?.before).toEqual(events[0]?.after);
  expect(events[1]?.after).toMatchObject({ questionText: 'Second?' });
  expect(new Set(events.map(({ id: each }) => each)).size).toBe(2);
});

it('a change by plain SQL is an event without an author', async () => {
  const [id] = await create(one, 'Plain?');
  const start = await latest();
  await one.query('DELETE FROM questions WHERE id = $1', [id]);
  const { events } = await read({ after: start });
  expect(events).toMatchObject([
    { type: 'question.deleted', actor: null, version: 2, after: null },
  ]);
  expect(events[0]?.before).toMatchObject({ questionText: 'Plain?' });
});

it('a reader misses nothing of what commits out of order, and waits for nobody', async () => {
  const seen: (string | undefined)[] = [];
  let after = await latest();
  const follow = async () => {
    const page = await read({ after });
    after = page.next;
    seen.push(...textsOf(page));
    return textsOf(page);
  };
  await one.query('BEGIN');
  await create(one, 'long 1?');
  await create(two, 'short 1?');
  expect(await follow()).toEqual(['short 1?']);
  await create(one, 'long 2?');
  await two.query('BEGIN');
  await create(two, 'short 2?');
  await two.query('ROLLBACK');
  await create(two, 'short 3?');
  expect(await follow()).toEqual(['short 3?']);
  await one.query('COMMIT');
  expect(await follow()).toEqual(['long 1?', 'long 2?']);
  expect(await follow()).toEqual([]);
  expect(seen).toHaveLength(4);
});

it('events of a question are in the order of its versions, whichever transaction wrote first', async () => {
  const [shared, own] = await create(one, 'shared?', 'own?');
  const start = await latest();
  await two.query('BEGIN');
  await rename(two, own, 'own, first entry of all?');
  await rename(one, shared, 'shared 2?');
  await rename(two, shared, 'shared 3?');
  await two.query('COMMIT');
  const { events } = await read({ after: start });
  const versions = events.filter(({ questionId }) => questionId === shared);
  expect(versions.map(({ version }) => version)).toEqual([2, 3]);
});

it('many callers at once give each event one position', async () => {
  const start = await latest();
  const writers = [one, two].map(async (client, writer) => {
    for (let n = 0; n < 20; n += 1)
      await create(client, `${writer} ${n}?`, `${writer} ${n} again?`);
  });
  const sequencers = [1, 2].map(async () => {
    for (let n = 0; n < 30; n += 1) await sequenceEvents(database);
  });
  await Promise.all([...writers, ...sequencers]);
  const pages = [];
  let after = start;
  for (;;) {
    const page = await read({ after, limit: 7 });
    if (page.events.length === 0) break;
    pages.push(...page.events);
    after = page.next;
  }
  expect(pages).toHaveLength(80);
  expect(new Set(pages.map(({ id }) => id)).size).toBe(80);
  const positions = pages.map(({ position }) => BigInt(position));
  expect(positions.every((each, index) => index === 0 || each > (positions[index - 1] ?? 0n))).toBe(
    true,
  );
});

it('a page of one type ends where the search ended, also without a match', async () => {
  const start = await latest();
  await one.query(
    `INSERT INTO questions (id, question_text, correct_answer, category, difficulty)
     SELECT gen_random_uuid(), 'Which?', 'That', 'Science', 0 FROM generate_series(1, 2001)`,
  );
  await create(two, 'Wanted?');
  await rename(two, (await create(two, 'Changed?'))[0], 'Changed again?');
  const types = ['question.updated'] as const;
  const first = await read({ after: start, types });
  expect(first.events).toEqual([]);
  expect(first.next).not.toBe(first.last);
  const second = await read({ after: first.next, types });
  expect(textsOf(second)).toEqual(['Changed again?']);
  expect(second.next).toBe(second.last);
});

it('a run tells its steps', async () => {
  const start = await latest();
  const id = '00000000-0000-4000-8000-000000000001';
  await one.query(
    `INSERT INTO analyses (id, analysis_type, engine_version, status, parameters, question_count, created_by, job_id, created_at)
     VALUES ($1, 'quality', 1, 'QUEUED', '{}', 0, 'account:z', $1, now())`,
    [id],
  );
  await claimRun(database, { id, jobId: id }, 60);
  await one.query('UPDATE analyses SET progress = 0.5 WHERE id = $1', [id]);
  await one.query('UPDATE analyses SET progress = 0.5, summary = $2 WHERE id = $1', [id, '{}']);
  await one.query(`UPDATE analyses SET status = 'SUCCEEDED', progress = 1 WHERE id = $1`, [id]);
  const { events } = await read({ after: start });
  const other = '00000000-0000-4000-8000-000000000002';
  await one.query('UPDATE analyses SET id = $1, status = $2', [other, 'RUNNING']);
  await cancelRun(database.prisma, other, 'key:c');
  const cancelled = (await read({ after: start, types: ['analysis.cancelled'] })).events;
  expect(cancelled).toMatchObject([{ analysisId: other, actor: 'key:c' }]);
  expect(events).toMatchObject([
    { type: 'analysis.started', analysisId: id, progress: 0, version: 1, actor: 'account:z' },
    { type: 'analysis.progressed', analysisId: id, progress: 0.5 },
    { type: 'analysis.completed', analysisId: id, progress: 1, questionId: null, after: null },
  ]);
});

it('a dump that was restored into another cluster goes on with its positions', async () => {
  const before = await latest();
  await create(one, 'Not sequenced before the dump?');
  await two.query(`UPDATE event_sequencer SET cluster = 'another', snapshot = '9000000:9000000:'`);
  await create(one, 'After the dump?');
  const page = await read({ after: before });
  expect(textsOf(page)).toEqual(['Not sequenced before the dump?', 'After the dump?']);
  expect((await read({ after: page.next })).events).toEqual([]);
});

it('events of a server that was further ahead get their positions once, whatever its numbers', async () => {
  const before = await latest();
  await create(one, 'From the other server?');
  for (const table of ['change_log', 'event_batches']) {
    await two.query(`UPDATE ${table} SET xid = xid + 50`);
  }
  await two.query(`UPDATE event_sequencer SET cluster = 'another'`);
  const sequenced = await latest();
  const { position } = await readChanges(database, undefined);
  const here = ['One?', 'Two?', 'Three?'];
  for (const text of here) {
    await create(one, text);
    // This server comes to the numbers of the other one.
    for (let count = 0; count < 20; count += 1) await two.query('SELECT pg_current_xact_id()');
    await sequenceEvents(database);
  }
  expect(textsOf(await read({ after: before }))).toEqual(['From the other server?', ...here]);
  expect(textsOf(await read({ after: sequenced }))).toEqual(here);
  const { changes } = await readChanges(database, position);
  expect(changes).toHaveLength(here.length);
});

it('a position that is no longer kept is gone, and the oldest one is told', async () => {
  const start = await latest();
  await create(one, 'Old?');
  await pruneChangeLog(database, 0, { generationMs: 0 });
  const kept = await latest();
  await create(one, 'New?');
  await pruneChangeLog(database, 3_600_000, { generationMs: 0 });
  expect(textsOf(await read({ after: start }))).toEqual(['Old?', 'New?']);
  await pruneChangeLog(database, 0, { generationMs: 0, batchSize: 100 });
  const gone = await read({ after: start });
  expect(gone).toMatchObject({ isGone: true, events: [] });
  expect(BigInt(gone.oldest)).toBeGreaterThanOrEqual(BigInt(kept));
  expect((await read()).isGone).toBe(false);
  const future = String(BigInt(gone.last) + 1n);
  expect((await read({ after: future })).isGone).toBe(true);
});
