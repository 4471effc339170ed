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

async function cancelledImports(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(
    "SELECT count(*)::int AS count FROM imports WHERE status = 'CANCELLED'",
  );
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
    const { stdout } = await run(['import', file, '--json'], env);
    return JSON.parse(stdout);
  };
  const exported = async () => parsed((await run(['export'], env)).stdout);

  it('changes nothing, also without sources', async () => {
    const rows = [{ ...sound, id: ids[0] }, { ...sound, id: ids[1] }, sound];
    // The third row has no id: it is the same question as the first.
    expect(await count(rows)).toMatchObject({ read: 3, added: 2, skipped: 1 });
    const before = await exported();
    expect(before.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(await count(before)).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    expect(await count(rows)).toMatchObject({ added: 0, updated: 0, unchanged: 2, skipped: 1 });
    expect(await exported()).toEqual(before);
  });

  it('updates what has changed and restores what was deleted', async () => {
    const before = await exported();
    const client = new pg.Client(env.DATABASE_URL);
    await client.connect();
    await client.query('DELETE FROM questions WHERE id = $1', [ids[0]]);
    const changed = before.map((one) => (one.id === ids[1] ? { ...one, difficulty: 2 } : one));
    expect(await count(changed)).toMatchObject({ updated: 2, unchanged: 0 });
    const withoutVersion = ({ version: _, ...question }: Record<string, unknown>) => question;
    expect((await exported()).map(withoutVersion)).toEqual(
      expect.arrayContaining(changed.map(withoutVersion)),
    );
    // The file is from before the change: what differs from the stored question is a conflict.
    const outdated = changed.map((one) => (one.id === ids[1] ? { ...one, difficulty: 1 } : one));
    expect(await count(outdated)).toMatchObject({
      status: 'FAILED',
      errors: [{ field: 'version', value: '1', code: 'conflict' }],
    });
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
    const twice = await count([
      { ...sound, id },
      { ...sound, id },
    ]);
    expect(twice).toMatchObject({ failed: 1, errors: [{ row: 2, code: 'duplicate' }] });
    expect(twice.errors[0].detail).toBe('The same question as row 1.');
    expect(await count([{ ...sound, id: '17' }])).toMatchObject({
      errors: [{ field: 'id', value: '17', suggestion: 'Did you mean external_id?' }],
    });
  });
});

describe('import and export', async () => {
  const env = { DATABASE_URL: await createEmptyDatabase(), LOG_LEVEL: 'error' };

  it('store a file whose questions come out as they went in', async () => {
    const imported = await run(['import', samples, '--json'], env);
    expect(imported).toMatchObject({ code: 0 });
    const text = await readFile(samples, 'utf8');
    const count = lines(text).length;
    expect(JSON.parse(imported.stdout)).toMatchObject({ added: count, updated: 0, unchanged: 0 });
    const exported = await run(['export'], env);
    const withoutIds = parsed(exported.stdout).map(
      ({ id: _, version: __, ...question }) => question,
    );
    const expected = parsed(text).map((question) => ({ accepted_answers: [], ...question }));
    expect(withoutIds).toEqual(expected);
    const file = await write('exported.jsonl', exported.stdout);
    const again = await run(['import', file], env);
    expect(again.stdout).toContain(`0 added, 0 updated, ${count} unchanged, 0 skipped`);
  });

  it.each([[['export']], [['--help']]])('end quietly when nobody reads on: %s', async (args) => {
    const { code, stderr } = await processes.run(args, env, { isUnread: true });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it.each(['export', '--help'])('fail when the disk is full: %s', (word) => {
    const command = `"$0" dist/bundle/quaestor.cjs ${word} > /dev/full`;
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
    expect(JSON.parse(stdout)).toMatchObject({ added: 0, updated: 1, unchanged: 0 });
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
    expect(stderr).toContain('Nothing was stored; 4 of 5 rows failed.');
    expect(stderr).toContain('row 3, line 3: Must be a JSON object with one question.');
    expect(stderr).toContain('line 4: colour: Unknown field "colour".');
    expect(stderr).toContain('line 5: Invalid JSON.');
    const skipping = await run(['import', file, '--json', '--on-error', 'skip', '--dry-run'], env);
    expect(JSON.parse(skipping.stdout)).toMatchObject({ status: 'SUCCEEDED', added: 1, failed: 4 });
    const { stdout: csv } = await run(['import', file, '--csv'], env);
    expect(csv).toContain('\n4,4,colour,red,unknown_field,');
    const { stdout: exported } = await run(['export', '--source', 'nobody'], env);
    expect(exported).toBe('');
  });

  it('record responses from a table, and forget a respondent', async () => {
    const { stdout } = await run(['export', '--format', 'jsonl'], env);
    const { id } = JSON.parse(stdout.split('\n')[0] ?? '');
    const file = await write('responses.csv', `respondent,${id}\ncli-1,1\ncli-2,0.5\ncli-3,2\n`);
    const { code, stderr } = await run(['responses', 'import', file], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('line 4, score, 2: Must be')]);
    const skipping = await run(['responses', 'import', file, '--on-error', 'skip', '--json'], env);
    expect(JSON.parse(skipping.stdout)).toMatchObject({ read: 3, recorded: 2, failed: 1 });
    const forgotten = await run(['responses', 'delete', 'cli-1'], env);
    expect(forgotten.stdout).toBe('Deleted 1 responses.\n');
  });

  it('assemble forms by a blueprint, print them, and say what contradicts itself', async () => {
    const exam = { name: 'Exam', forms: 2, length: 2, seed: 'cli' };
    const file = await write('exam.json', JSON.stringify(exam));
    const { code, stdout } = await run(['form', 'assemble', file, '--json'], env);
    const assembled = JSON.parse(stdout);
    expect([code, assembled.status, assembled.forms.length]).toEqual([0, 'OPTIMAL', 2]);
    const shown = await run(['form', 'show', assembled.id, '--number', '2', '--key'], env);
    expect(shown.stdout).toMatch(/^# Exam\n\n## Form 2\n[\s\S]*## Answer key/);
    const impossible = await write('impossible.json', '{"length": 1000, "quotas": []}');
    const contradiction = await run(['form', 'assemble', impossible], env);
    expect([contradiction.code, contradiction.stdout]).toEqual([
      1,
      expect.stringMatching(/^INFEASIBLE: .*\nA form needs 1,?000 questions; \d+ match/),
    ]);
    const wrong = await run(['form', 'assemble', await write('wrong.json', '{"size": 2}')], env);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('/length: ')]);
    expect(wrong.stderr).toContain('/size: ');
    const unknown = await run(['form', 'show', randomUUID()], env);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no forms')]);
  });

  it('store nothing of a file whose last row cannot be stored', async () => {
    const sound = { question_text: 'Q?', correct_answer: 'A', category: 'Science', difficulty: 0 };
    const keyed = (external_id: string) => ({ ...sound, source: 'part', external_id });
    const id = randomUUID();
    await run(['import', await write('two.jsonl', toLines([keyed('1'), { ...sound, id }]))], env);
    // The source key of one stored question under the id of another.
    const many = Array.from({ length: 505 }, (_, n) => ({ ...sound, question_text: `Part ${n}` }));
    const file = await write('part.jsonl', toLines([...many, { ...keyed('1'), id }]));
    const before = await countRows(env.DATABASE_URL);
    const { code, stdout, stderr } = await run(['import', file], env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('row 506, line 506: external_id: Another question has this source');
    expect(await countRows(env.DATABASE_URL)).toBe(before);
  });

  it('store nothing when they are interrupted', async () => {
    const DATABASE_URL = await createEmptyDatabase();
    const question = { correct_answer: 'A', category: 'Science', difficulty: 0 };
    const file = await write(
      'many.jsonl',
      toLines(Array.from({ length: 1200 }, (_, n) => ({ ...question, question_text: `Q ${n}?` }))),
    );
    // Until the lock is released, the questions wait to be stored.
    const lock = await lockTable(DATABASE_URL, 'questions');
    const importing = launch(['import', file], { env: { DATABASE_URL, LOG_LEVEL: 'error' } });
    await expect.poll(lock.countStatements).toBeGreaterThan(0);
    importing.signal('SIGINT');
    await expect.poll(() => cancelledImports(DATABASE_URL)).toBe(1);
    await lock.release();
    expect((await importing.ended).code).toBe(1);
    expect(importing.stderr()).toContain('Stopped by SIGINT. Nothing was stored.');
    expect(await countRows(DATABASE_URL)).toBe(0);
  });

  it('pass a bank through another format, and say what that cannot hold', async () => {
    const csv = await run(['export', '--format', 'csv', '--category', 'Astronomy'], env);
    const file = await write('bank.csv', csv.stdout);
    const { stdout } = await run(['import', file, '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject({ format: 'csv', failed: 0, updated: 0, added: 0 });
    const aiken = await run(['export', '--format', 'aiken', '--category', 'Astronomy'], env);
    expect(aiken.stderr).toMatch(/^Aiken cannot hold: category of \d+, difficulty of \d+/);
    expect((await run(['export', '--format', 'xlsx'], env)).code).toBe(2);
  });

  it('say that a file cannot be read', async () => {
    const { code, stderr } = await run(['import', join(folder, 'nothing.jsonl')], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cannot read .+nothing\.jsonl: ENOENT/);
    expect(stderr).not.toContain('    at ');
  });
});
