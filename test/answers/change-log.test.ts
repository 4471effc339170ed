import pg from 'pg';
import { expect, it } from 'vitest';
import {
  changesQuery,
  type LogPosition,
  pruneChangeLog,
  readChanges,
} from '../../src/db/change-log.ts';
import { connectDatabase } from '../../src/db/database.ts';
import { sequenceEvents } from '../../src/db/event-log.ts';
import type { Statement } from '../../src/db/prepared-query.ts';
import { Cancellation } from '../../src/domain/cancellation.ts';
import { foldTopic } from '../../src/http/answers/change-keys.ts';
import { createLog } from '../../src/log.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createEmptyDatabase } from '../support/database.ts';

const url = await createEmptyDatabase();
const log = createLog({ level: 'silent', isPretty: false });
const database = connectDatabase({ url, poolSize: 2, log });
closeAfterFile(() => database.close());

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  closeAfterFile(() => client.end());
  return client;
}

const sql = await connect();
const other = await connect();

const read = (since?: LogPosition) => readChanges(database, since, new Cancellation());

const insert = (id: string, category = 'Science') =>
  `INSERT INTO questions (id, question_text, correct_answer, category, difficulty, topic_focus, source)
   VALUES ('${id}', 'Which?', 'That', '${category}', 1, 'Atoms', 'book')`;
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const state = (changes: object = {}) => ({
  version: 1,
  category: 'Science',
  difficulty: 1,
  topicFocus: 'Atoms',
  source: 'book',
  ...changes,
});

it('every statement of plain SQL is logged with the criteria before and after', async () => {
  const { position } = await read();
  await sql.query(insert(idOf(1)));
  await sql.query(
    `UPDATE questions SET category = 'Geography', topic_focus = NULL, version = 2 WHERE id = '${idOf(1)}'`,
  );
  await sql.query(`UPDATE questions SET difficulty = 0 WHERE id = '${idOf(99)}'`);
  await sql.query(`${insert(idOf(1))} ON CONFLICT (id) DO UPDATE SET source = 'web'`);
  await sql.query(`UPDATE questions SET id = '${idOf(2)}'`);
  await sql.query('DELETE FROM questions');
  const { changes } = await read(position);
  const geography = { category: 'Geography', topicFocus: null, version: 2 };
  const moved = state({ ...geography, source: 'web' });
  expect(changes?.slice(0, 3)).toEqual([
    { id: idOf(1), before: null, after: state() },
    { id: idOf(1), before: state(), after: state(geography) },
    { id: idOf(1), before: state(geography), after: moved },
  ]);
  const renamed = [
    { id: idOf(1), before: moved, after: null },
    { id: idOf(2), before: null, after: moved },
  ];
  expect(changes?.slice(3, 5)).toEqual(expect.arrayContaining(renamed));
  expect(changes?.slice(5)).toEqual([{ id: idOf(2), before: moved, after: null }]);
});

it('emptying the table tells that everything may have changed', async () => {
  const { position } = await read();
  await sql.query('TRUNCATE questions');
  expect((await read(position)).changes).toBeUndefined();
});

it('what commits late is told late, and delays nothing else', async () => {
  let { position } = await read();
  const ids = async () => {
    const reading = await read(position);
    position = reading.position;
    return reading.changes?.map(({ id }) => id);
  };
  await sql.query('BEGIN');
  await sql.query(insert(idOf(10)));
  await other.query(insert(idOf(11)));
  expect(await ids()).toEqual([idOf(11)]);
  await other.query('BEGIN');
  await other.query('SAVEPOINT inner_one');
  await other.query(insert(idOf(12)));
  await other.query('RELEASE inner_one');
  expect(await ids()).toEqual([]);
  await sql.query('COMMIT');
  expect(await ids()).toEqual([idOf(10)]);
  await sql.query(`BEGIN; ${insert(idOf(13))}; ROLLBACK`);
  await other.query('COMMIT');
  expect(await ids()).toEqual([idOf(12)]);
  expect(await ids()).toEqual([]);
});

it('a large transaction in progress costs readers and the sequencer nothing', async () => {
  const { position } = await read();
  await sequenceEvents(database);
  await sql.query('BEGIN');
  await sql.query(insert(idOf(30)));
  const open = (await read(position)).position;
  const known = [() => changesQuery(position), () => changesQuery(open), sequencing];
  const before = [];
  for (const statement of known) before.push(await countBlocks(statement()));
  await sql.query("INSERT INTO change_log (kind) SELECT 'created' FROM generate_series(1, 5000)");
  await other.query(insert(idOf(31)));
  expect((await read(position)).changes?.map(({ id }) => id)).toEqual([idOf(31)]);
  await sequenceEvents(database);
  const during = [];
  for (const statement of known) during.push(await countBlocks(statement()));
  await sql.query('ROLLBACK');
  for (const [place, blocks] of during.entries())
    expect(blocks - (before[place] ?? 0)).toBeLessThan(10);
});

const sequencing = () => ({ text: 'SELECT sequence_events()', values: [] });

/** Blocks of 8 KB that a statement reads; the second time, when the catalog is known. */
async function countBlocks({ text, values }: Statement): Promise<number> {
  const explained = {
    text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    values: [...values],
  };
  await other.query(explained);
  const { rows } = await other.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    explained,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

it('a reader too far behind is told so', async () => {
  const { position } = await read();
  const many = `INSERT INTO questions (id, question_text, correct_answer, category, difficulty)
    SELECT gen_random_uuid(), 'Which?', 'That', 'Science', 0 FROM generate_series(1, $1)`;
  await sql.query(many, [2000]);
  const near = await read(position);
  expect(near.changes).toHaveLength(2000);
  await sql.query(many, [1]);
  expect((await read(position)).changes).toBeUndefined();
  expect((await read(near.position)).changes).toHaveLength(1);
});

it('a reader that missed what was pruned is told so; one that did not is not', async () => {
  const countRows = async () =>
    (await sql.query<{ n: number }>('SELECT count(*)::int AS n FROM change_log')).rows[0]?.n;
  await sql.query('BEGIN');
  await sql.query(insert(idOf(20)));
  const old = await read();
  await pruneChangeLog(database, 3_600_000);
  expect(await countRows()).toBeGreaterThan(2000);
  await pruneChangeLog(database, 0, { generationMs: 0, batchSize: 500 });
  const recent = await read();
  // The other transaction began before, and is not pruned when it ends after.
  await sql.query('COMMIT');
  await pruneChangeLog(database, 0, { generationMs: 0 });
  expect(await countRows()).toBe(1);
  expect((await read(recent.position)).changes).toEqual([
    { id: idOf(20), before: null, after: state() },
  ]);
  expect((await read(old.position)).changes).toBeUndefined();
});

it('topics that PostgreSQL considers equal are equal when folded', async () => {
  const { rows } = await sql.query<{ letter: string; lower: string }>(
    `SELECT chr(n) AS letter, lower(chr(n)) AS lower FROM generate_series(1, 131071) AS n
     WHERE n NOT BETWEEN 55296 AND 57343 AND lower(chr(n)) <> chr(n)`,
  );
  const wrong = rows.filter(({ letter, lower }) => foldTopic(letter) !== foldTopic(lower));
  expect(wrong).toEqual([]);
  const turkish = ['I', 'ı', 'i', 'İ'].map((letter) => foldTopic(`${letter}stanbul é`));
  expect(new Set(turkish).size).toBe(1);
  const letters = Array.from({ length: 0x1ffff }, (_, n) => String.fromCodePoint(n));
  const same = (letter: string) => foldTopic(letter) === foldTopic(letter.toLowerCase());
  expect(letters.filter((letter) => !same(letter))).toEqual([]);
});
