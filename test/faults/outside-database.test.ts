import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { copyProgram } from '../support/copy-of-program.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/database.ts';
import { createDatabasePath } from '../support/database-path.ts';
import { findFreePort } from '../support/free-port.ts';
import { startOldPostgres } from '../support/old-postgres.ts';
import { makeQuestion } from '../support/questions.ts';
import { createLocalServices, createServices } from '../support/service.ts';

const { run } = createLocalServices();
const processes = createServices();

describe('with DATABASE_URL', () => {
  it('nothing embedded is touched and no samples are loaded', async () => {
    const DATA_DIR = await processes.makeDataDir({ state: 'empty' });
    const DATABASE_URL = await createEmptyDatabase();
    const folder = await copyProgram(dirname(DATA_DIR), { withPostgres: false });
    const env = { DATABASE_URL, DATA_DIR, SAMPLE_QUESTIONS: 'on' };
    const service = await processes.start(env, { folder });
    expect(await service.count()).toBe(0);
    expect((await service.rest('POST', '/questions', makeQuestion())).status).toBe(201);
    expect(await service.end()).toEqual({ code: 0, signal: null });
    await expect(stat(DATA_DIR)).rejects.toThrow('ENOENT');

    const without = await processes.run(['serve'], { PORT: '0', DATA_DIR }, { folder });
    expect(without.code).toBe(1);
    expect(without.stderr).toMatch(
      /^The embedded PostgreSQL for .+ is not installed\. Set DATABASE_URL .+\n$/,
    );
  });
});

it('a database that is slow to take connections is waited for at the start', async () => {
  const path = await createDatabasePath(await createTestDatabase());
  // A connection takes three round trips.
  path.delay(1000);
  const { code, stdout, stderr } = await run(['migrate', '--json'], { DATABASE_URL: path.url });
  expect([code, stdout], stderr).toEqual([0, '{"applied":[]}\n']);
});

describe('a database that cannot be used is told in a sentence, with exit code 1:', async () => {
  const url = new URL(await createEmptyDatabase());
  const changed = (change: Partial<URL>) => Object.assign(new URL(url), change).href;

  async function expectSentence(DATABASE_URL: string, sentence: RegExp): Promise<void> {
    const { code, stdout, stderr } = await run(['migrate'], { DATABASE_URL });
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr + stdout).not.toContain(new URL(DATABASE_URL).password);
    expect(code).toBe(1);
  }

  it('one that cannot be reached', async () => {
    const port = String(await findFreePort());
    await expectSentence(
      changed({ port }),
      /^The database at 127\.0\.0\.1:\d+\/test_\w+ cannot be used: connect ECONNREFUSED .+\./,
    );
    // A local host name that resolves to two addresses.
    await expectSentence(changed({ hostname: 'localhost', port }), /ECONNREFUSED/);
    await expectSentence(changed({ hostname: 'nowhere.invalid' }), /cannot be used: getaddrinfo/);
  });

  it('one that refuses the password', async () => {
    await expectSentence(
      changed({ password: 'wrong-one' }),
      /cannot be used: password authentication failed for user "quaestor"\. Check DATABASE_URL/,
    );
  });

  it('one that does not exist', async () => {
    await expectSentence(
      changed({ pathname: '/nothing_here' }),
      /cannot be used: database "nothing_here" does not exist\. Check DATABASE_URL/,
    );
  });

  it('one that is too old', async () => {
    const old = await startOldPostgres('13.16', '130016');
    await expectSentence(
      old.url,
      /^The database is PostgreSQL 13\.16; Quaestor needs 14 or newer\.$/m,
    );
    await old.stop();
  });

  it('one that is no PostgreSQL, or says nothing', async () => {
    const answers = ['HTTP/1.1 400 Bad Request\r\n\r\n', ''];
    for (const answer of answers) {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => (answer ? socket.end(answer) : undefined));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = typeof address === 'object' ? String(address?.port) : '';
      await expectSentence(changed({ port }), /cannot be used: .+\. Check DATABASE_URL/);
      server.close();
    }
  });

  it('one where the user may make no tables', async () => {
    const client = new pg.Client(url.href);
    await client.connect();
    const name = `guest_${Math.random().toString(36).slice(2)}`;
    await client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'guest-pass'`);
    await client.query('DROP TABLE "_prisma_migrations"');
    await expectSentence(
      changed({ username: name, password: 'guest-pass' }),
      /cannot be used: permission denied for schema public\. Check DATABASE_URL/,
    );
    await client.query(`DROP ROLE ${name}`);
    await client.end();
  });
});
