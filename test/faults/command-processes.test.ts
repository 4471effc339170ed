import { describe, expect, it } from 'vitest';
import { createServices } from '../support/service.ts';

const { makeDataDir, start, run, launch } = createServices();
const samples = new URL('../../prisma/sample-questions.jsonl', import.meta.url).pathname;

// Each command is tested in-process; here the bundle as well, which `npm start` runs.
describe('as a process', async () => {
  const DATA_DIR = await makeDataDir({ state: 'initialized' });
  const env = { DATA_DIR, ADMIN_PASSWORD: 'a password long enough' };
  const service = await start(env);

  it('serve answers, and prints nothing else than where and who may read answers', async () => {
    expect((await service.rest('GET', '/healthz')).status).toBe(200);
    expect(service.stderr()).toMatch(
      /^\n {2}Quaestor is ready\.\n\n( {2}\w+ +http\S+\n){4}\n {2}Everyone .*\n {2}Set ANONYMOUS_SCOPES=.*\n\n$/,
    );
  });

  it.each([
    ['migrate', ['migrate', '--json'], /^\{"applied":\[\]\}\n$/],
    [
      'import',
      ['import', samples],
      /^576 read: 576 added, 0 updated, 0 unchanged, 0 skipped, 0 failed\.\n$/,
    ],
    ['export', ['export', '--source', 'quaestor-samples'], /^(\{"id":.+\}\n){576}$/],
    ['analyze', ['analyze', 'answers'], /^answers, 576 questions, succeeded in /],
    ['token', ['token'], /^[\w-]+\.[\w-]+\.[\w-]+\n$/],
    ['account', ['account', 'list'], /^\S+ {2}admin +admin@localhost\n$/],
    ['signing-keys', ['signing-keys', 'list'], /^\S+ {2}current\n\S+ {2}next\n$/],
    ['print', ['print', 'settings'], /^\| Variable \| Default \| Description \|\n/],
  ])('%s prints what it was asked for', async (_name, args, output) => {
    const { code, stdout, stderr } = await run(args, env);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(output);
  });

  it('account reads a password from a pipe', async () => {
    const input = 'a password long enough\n';
    const { code, stdout } = await run(['account', 'add', 'a@example.org'], env, { input });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/viewer +a@example\.org\n$/)]);
  });

  it('worker waits for runs, and stops', async () => {
    const worker = launch(['worker'], { env });
    await worker.says('"msg":"Worker ready"');
    expect(await worker.end()).toEqual({ code: 0, signal: null });
  });

  it('a wrong use ends with 2, a failure with 1', async () => {
    expect((await run(['serv'])).code).toBe(2);
    expect((await run(['import', '/nowhere'])).code).toBe(1);
  });
});
