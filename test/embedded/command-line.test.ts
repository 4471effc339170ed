import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listSettings } from '../../src/config.ts';
import { createTestDatabase } from '../support/database.ts';
import { findPostgres } from '../support/postgres.ts';
import { createLocalServices } from '../support/service.ts';

const { makeDataDir, run } = createLocalServices();

describe('--help', () => {
  it('is there for each command; of the program and of what stays running it lists every setting', async () => {
    const { stdout } = await run(['--help']);
    const list = /^Commands:\n([\s\S]*?)\n\n/m.exec(stdout)?.[1] ?? '';
    const commands = [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name ?? '');
    expect(commands).toEqual(expect.arrayContaining(['serve', 'migrate', 'print']));
    for (const command of commands.filter((name) => name !== 'help')) {
      const help = await run([command, '--help']);
      expect(help.code).toBe(0);
      expect(help.stdout).toContain(`Usage: quaestor ${command} `);
      if (['serve', 'worker'].includes(command)) expectSettings(help.stdout);
      else expect(help.stdout).toContain('see quaestor --help');
    }
    expectSettings(stdout);
  });

  function expectSettings(help: string): void {
    for (const { name, defaultValue, description } of listSettings()) {
      expect(help).toContain(`  ${name} `);
      expect(help).toContain(description);
      expect(help).toContain(defaultValue);
    }
  }
});

describe('wrong use', () => {
  it.each([
    ['an unknown command', ['serv'], "error: unknown command 'serv'"],
    ['an unknown option', ['serve', '--prot'], "error: unknown option '--prot'"],
    ['an option without its value', ['--port'], "option '--port <value>' argument missing"],
    ['an argument too many', ['migrate', 'now'], 'error: too many arguments'],
    ['an argument it does not know', ['print', 'poem'], 'Allowed choices are schema, openapi'],
    ['an argument that is missing', ['print'], "missing required argument 'what'"],
  ])('is told with exit code 2: %s', async (_, args, words) => {
    const { code, stdout, stderr } = await run(args);
    expect(stderr).toContain(words);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('tells all settings that cannot be used at once, and starts nothing', async () => {
    const DATA_DIR = await makeDataDir();
    const env = {
      DATA_DIR,
      LOG_LEVEL: 'loud',
      BODY_LIMIT: 'x',
      GRAPHIQL: 'maybe',
      RATE_LIMT: 'off',
    };
    // Without a command it serves.
    const { code, stdout, stderr } = await run(['--port', 'abc'], env);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toEqual([
      '5 invalid settings:',
      '  PORT: must be an integer from 0 to 65535; got "abc"',
      '  LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent; got "loud"',
      '  BODY_LIMIT: must be a size such as 512kb or 10mb; got "x"',
      '  GRAPHIQL: must be on or off; got "maybe"',
      '  RATE_LIMT: unknown setting. Did you mean RATE_LIMIT?',
    ]);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });

  it('does not repeat a DATABASE_URL that cannot be read, which holds a password', async () => {
    const { code, stderr } = await run(['serve'], { DATABASE_URL: 'mysql://me:secret@host/db' });
    expect(code).toBe(2);
    expect(stderr).toContain('DATABASE_URL: must be a URL such as');
    expect(stderr).not.toContain('secret');
  });
});

describe('doctor', () => {
  it('checks what a start needs, and changes nothing', async () => {
    const DATA_DIR = await makeDataDir({ state: 'empty' });
    const { code, stdout, stderr } = await run(['doctor'], { DATA_DIR, PORT: '0' });
    expect([code, stderr]).toEqual([0, '']);
    for (const name of ['settings', 'database', 'data folder', 'disk', 'memory', 'port']) {
      expect(stdout).toMatch(new RegExp(`^ok +${name} `, 'm'));
    }
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('says what to fix', async () => {
    const DATABASE_URL = 'postgresql://me:secret@127.0.0.1:1/bank';
    const env = {
      DATABASE_URL,
      REDIS_URL: 'redis://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      HOST: '0.0.0.0',
      PORT: '0',
    };
    const { code, stdout, stderr } = await run(['doctor'], env);
    expect([code, stderr]).toEqual([1, '2 to fix before Quaestor can start.\n']);
    expect(stdout).toMatch(
      /^problem +database +127\.0\.0\.1:1\/bank cannot .*ECONNREFUSED.*\n +Check DATABASE_URL/m,
    );
    expect(stdout).toMatch(/^problem +redis .*ECONNREFUSED.*\n +Check REDIS_URL/m);
    expect(stdout).toMatch(/^warning +exposure .*\n +Set ANONYMOUS_SCOPES/m);
    expect(stdout).toMatch(/^warning +secrets .*\n +Set DATA_KEY/m);
    expect(stdout).toMatch(/^warning +telemetry +http:.*\/v1\/traces .*\n +Check OTEL_/m);
    expect(stdout).not.toContain('secret@');
    const wrong = await run(['doctor', '--json'], { PORT: 'x' });
    expect([wrong.code, wrong.stderr]).toEqual([1, '']);
    expect(JSON.parse(wrong.stdout)).toContainEqual(
      expect.objectContaining({ name: 'settings', status: 'problem' }),
    );
  });

  it('finds a database of its own in order', async () => {
    const DATABASE_URL = await createTestDatabase();
    const DATA_KEY = 'a key of at least 16 characters';
    const { code, stdout } = await run(['doctor'], { DATABASE_URL, DATA_KEY, PORT: '0' });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok +database +PostgreSQL \d+/m);
    expect(stdout).toMatch(/^ok +tables +up to date$/m);
  });
});

describe('a start that fails', () => {
  it('says that the port is taken, and stops PostgreSQL again', async () => {
    const DATA_DIR = await makeDataDir();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const PORT = typeof address === 'object' ? String(address?.port) : '';
    const settings = { DATA_DIR, SAMPLE_QUESTIONS: 'off', ADMIN_PASSWORD: 'a long enough one' };
    const { code, stderr } = await run(['serve'], { ...settings, PORT });
    server.close();
    expect(stderr).toBe(
      `Port ${PORT} is already in use. Stop the other program, or set PORT to another port.\n`,
    );
    expect(code).toBe(1);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();

    const elsewhere = await run(['serve'], { ...settings, PORT: '0', HOST: '192.0.2.1' });
    expect(elsewhere.stderr).toMatch(/^Cannot listen on HOST and PORT: .+ 192\.0\.2\.1.*\n$/);
    expect(elsewhere.code).toBe(1);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });

  it('says that DATA_DIR is no folder, or can be none', async () => {
    const file = await makeDataDir({ state: 'empty' });
    await writeFile(file, 'a file', { mode: 0o755 });
    for (const DATA_DIR of [file, `${file}/below`, '/proc/none', '/proc/none/below']) {
      const { code, stderr } = await run(['migrate'], { DATA_DIR });
      expect(stderr).toMatch(/^DATA_DIR cannot be used: .+ Choose another folder\.\n$/);
      expect(code).toBe(1);
    }
  });
});
