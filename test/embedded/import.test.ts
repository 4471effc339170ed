import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleFile } from '../../src/db/sample-questions.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { checkout, createLocalServices, createServices } from '../support/service.ts';
import { lockTable } from '../support/table-lock.ts';

const { run, launch } = createLocalServices();
const processes = createServices();
const folder = await mkdtemp(join(tmpdir(), 'quaestor-import-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const samples = fileURLToPath(sampleFile);
const lines = (text: string) => text.trim().split('\n');
const parsed = (text: string) => lines(text).map((line) => JSON.parse(line));

async function write(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

async function countRows(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query('SELECT count(*)::int AS count FROM questions');
  await client.end();
  return rows[0].count;
}

const toLines = (questions: object[]) => questions.map((one) => JSON.stringify(one)).join('\n');

describe('an export that is imported again', async () => {
  const env = { DATABASE_URL: await createEmptyDatabase(), LOG_LEVEL: 'error' };
  const sound = { question_text: 'Q?', correct_answer: 'A', category: 'Science', difficulty: 0 };
  const ids = [randomUUID(), randomUUID()];
  const count = async (questions: object[]) => {
    const file = await write(`${randomUUID()}.jsonl`, toLines(questions));
    const { code, stdout, stderr } = await run(['import', file, '--json'], env);
    return code === 0 ? JSON.parse(stdout) : stderr;
  };
  const exported = async () => parsed((await run(['export'], env)).stdout);

  it('changes nothing, also without sources', async () => {
    expect(await count([{ ...sound, id: ids[0] }, { ...sound, id: ids[1] }, sound])).toEqual({
      created: 3,
      updated: 0,
      unchanged: 0,
    });
    const before = await exported();
    expect(before.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(await count(before)).toEqual({ created: 0, updated: 0, unchanged: 3 });
    expect(await exported()).toEqual(before);
  });

  it('updates what has changed and restores what was deleted', async () => {
    const before = await exported();
    const client = new pg.Client(env.DATABASE_URL);
    await client.connect();
    await client.query('DELETE FROM questions WHERE id = $1', [ids[0]]);
    const changed = before.map((one) => (one.id === ids[1] ? { ...one, difficulty: 2 } : one));
    expect(await count(changed)).toEqual({ created: 0, updated: 2, unchanged: 1 });
    expect(await exported()).toEqual(expect.arrayContaining(changed));
    const { rows } = await client.query(
      'SELECT version, change FROM question_versions WHERE question_id = $1 ORDER BY version',
      [ids[0]],
    );
    await client.end();
    expect(rows).toEqual([
      { version: 1, change: 'created' },
      { version: 2, change: 'restored' },
    ]);
  });

  it('has each id once, and ids that are ids', async () => {
    const [id] = ids;
    expect(
      await count([
        { ...sound, id },
        { ...sound, id },
      ]),
    ).toContain('same id as line 1');
    expect(await count([{ ...sound, id: '17' }])).toContain('id: Must be a UUID.');
  });
});

describe('import and export', async () => {
  const env = { DATABASE_URL: await createEmptyDatabase(), LOG_LEVEL: 'error' };

  it('store a file whose questions come out as they went in', async () => {
    const imported = await run(['import', samples, '--json'], env);
    expect(imported).toMatchObject({ code: 0 });
    const text = await readFile(samples, 'utf8');
    const count = lines(text).length;
    expect(JSON.parse(imported.stdout)).toEqual({ created: count, updated: 0, unchanged: 0 });
    const exported = await run(['export'], env);
    const withoutIds = parsed(exported.stdout).map(({ id: _, ...question }) => question);
    expect(withoutIds).toEqual(parsed(text));
    const file = await write('exported.jsonl', exported.stdout);
    const again = await run(['import', file], env);
    expect(again.stdout).toContain(`0 created, 0 updated, ${count} unchanged.`);
  });

  it.each([[['export']], [['--help']]])('end quietly when nobody reads on: %s', async (args) => {
    const { code, stderr } = await processes.run(args, env, { isUnread: true });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it.each(['export', '--help'])('fail when the disk is full: %s', (word) => {
    const command = `"$0" dist/bundle/main.js ${word} > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath], {
      cwd: checkout,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Cannot write to standard output: ENOSPC.+\.\n$/);
  });

  it('change what has the same source and external_id', async () => {
    const [first] = parsed(await readFile(samples, 'utf8'));
    const file = await write(
      'changed.jsonl',
      JSON.stringify({ ...first, correct_answer: 'Tides' }),
    );
    const { stdout } = await run(['import', file, '--json'], env);
    expect(JSON.parse(stdout)).toEqual({ created: 0, updated: 1, unchanged: 0 });
  });

  it('store nothing of a file with a fault, and tell every line of it', async () => {
    const valid = { question_text: 'Q?', correct_answer: 'A', category: 'Science', difficulty: 0 };
    const file = await write(
      'faulty.jsonl',
      [valid, { ...valid, difficulty: 3, questionText: 'x' }, [], { ...valid, colour: 'red' }]
        .map((line) => JSON.stringify(line))
        .concat('{', '')
        .join('\n'),
    );
    const { code, stdout, stderr } = await run(['import', file], env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Nothing was imported; 4 lines are invalid:');
    expect(stderr).toContain('line 3: Must be a JSON object with one question.');
    expect(stderr).toContain('line 4: colour: Unknown field "colour".');
    expect(stderr).toContain('line 5: Invalid JSON.');
    const { stdout: exported } = await run(['export', '--source', 'nobody'], env);
    expect(exported).toBe('');
  });

  it('say which part of a file was stored when the rest cannot be', async () => {
    const sound = { question_text: 'Q?', correct_answer: 'A', category: 'Science', difficulty: 0 };
    const keyed = (external_id: string) => ({ ...sound, source: 'part', external_id });
    const id = randomUUID();
    await run(['import', await write('two.jsonl', toLines([keyed('1'), { ...sound, id }]))], env);
    // The source key of one stored question under the id of another.
    const many = [...Array.from({ length: 505 }, () => sound), { ...keyed('1'), id }];
    const file = await write('part.jsonl', toLines(many));
    const { code, stdout, stderr } = await run(['import', file], env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(
      'Only lines 1 to 500 were imported (500 created, 0 updated, 0 unchanged)',
    );
    expect(stderr).toContain('Another question has this source and external id.');
    expect(stderr).toContain('import the file again');
  });

  it('say how far they got when they are interrupted', async () => {
    const DATABASE_URL = await createEmptyDatabase();
    const question = { correct_answer: 'A', category: 'Science', difficulty: 0 };
    const file = await write(
      'many.jsonl',
      toLines(Array.from({ length: 1200 }, (_, n) => ({ ...question, question_text: `Q ${n}?` }))),
    );
    // Until the lock is released, the first 500 wait to be stored.
    const lock = await lockTable(DATABASE_URL, 'questions');
    const importing = launch(['import', file], { env: { DATABASE_URL, LOG_LEVEL: 'error' } });
    await expect.poll(lock.countStatements).toBeGreaterThan(0);
    importing.signal('SIGINT');
    await lock.release();
    expect((await importing.ended).code).toBe(1);
    expect(importing.stderr()).toContain(
      'Only lines 1 to 500 were imported (500 created, 0 updated, 0 unchanged): Stopped by SIGINT.',
    );
    expect(await countRows(DATABASE_URL)).toBe(500);
  });

  it('say that a file cannot be read', async () => {
    const { code, stderr } = await run(['import', join(folder, 'nothing.jsonl')], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cannot read .+nothing\.jsonl: ENOENT/);
    expect(stderr).not.toContain('    at ');
  });
});
