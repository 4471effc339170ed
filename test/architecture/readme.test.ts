import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { listSettings } from '../../src/config.ts';
import { loadSampleQuestions } from '../../src/db/sample-questions.ts';
import { bearer, logIn } from '../support/accounts.ts';
import { makeRun } from '../support/analysis-states.ts';
import { createTestApp } from '../support/app.ts';
import { matchesExample, namedPaths, namedScripts, readFences } from '../support/markdown.ts';
import { makeQuestion } from '../support/questions.ts';

const home = new URL('../../', import.meta.url);
const read = (name: string) => readFile(new URL(name, home), 'utf8');
const texts = ['README.md', 'CONTRIBUTING.md'].filter((name) => existsSync(new URL(name, home)));
const readme = texts.includes('README.md') ? await read('README.md') : '';

describe.each(texts)('%s', async (name) => {
  const text = await read(name);

  it('names scripts that exist', async () => {
    const { scripts } = JSON.parse(await read('package.json'));
    expect(namedScripts(text)).not.toEqual([]);
    expect(namedScripts(text).filter((script) => !(script in scripts))).toEqual([]);
  });

  it('names files and folders that exist', () => {
    expect(namedPaths(text)).not.toEqual([]);
    expect(namedPaths(text).filter((path) => !existsSync(new URL(path, home)))).toEqual([]);
  });
});

describe.skipIf(!readme)('the README', () => {
  it('lists the settings there are', () => {
    const rows = readme.match(/^\| `[A-Z_]+` \|.*$/gm);
    expect(rows).toEqual(
      listSettings().map(({ name, defaultValue, description }) => {
        const value = defaultValue === '' ? '' : `\`${defaultValue}\``;
        return `| \`${name}\` | ${value} | ${description} |`;
      }),
    );
  });

  it('counts the sample questions', async () => {
    const lines = (await read('prisma/sample-questions.jsonl')).trim().split('\n');
    expect(readme).toContain(`${lines.length} sample questions`);
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!readme || !hasCurl)('the calls in the README', async () => {
  const service = await createTestApp({ env: { PORT: '0', WORKERS: '1' } });
  const { app, rest } = service;
  await loadSampleQuestions(app.database, new Date());
  const { body: question } = await rest(
    'POST',
    '/questions',
    makeQuestion({ incorrect_answers: ['Mercury', 'Venus'] }),
  );
  const url = await app.listen();
  const { access_token } = await logIn({ rest });
  const { body: session } = await rest('POST', '/quiz-sessions', {}, bearer(access_token));
  const { body: drawn } = await rest(
    'POST',
    `/quiz-sessions/${session.id}/next`,
    { count: 1 },
    bearer(access_token),
  );
  const values = {
    ID: question.id,
    TOKEN: access_token,
    RUN: await makeRun(service),
    SESSION: session.id,
    QUESTION: drawn.data[0].id,
  };

  const fences = readFences(readme);
  const calls = fences.flatMap(({ language, text }, index) => {
    const next = fences[index + 1];
    const example = next?.language === 'json' ? JSON.parse(next.text) : undefined;
    if (language !== 'bash' || !text.includes('curl')) return [];
    const several = text.trim().split(/\n(?=curl )/);
    return several.map((call) => ({ call, example }));
  });

  it('are all of them', () => {
    expect(calls.length).toBeGreaterThan(2);
    const others = fences.filter(({ language }) => language !== 'bash');
    expect(others.filter(({ text }) => text.startsWith('curl '))).toEqual([]);
  });

  it('are compared with what the README shows of their answers', () => {
    expect(
      matchesExample({ a: 'x…', b: [{ c: 1, '…': '…' }] }, { a: 'xyz', b: [{ c: 1, d: 2 }, 3] }),
    ).toBe(true);
    expect(matchesExample({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(matchesExample({ a: ['…'] }, { a: [] })).toBe(false);
  });

  it.each(calls)('work: $call', async ({ call, example }) => {
    const script = call
      .replaceAll('http://localhost:4000', url)
      .replaceAll('curl ', 'curl --silent --show-error --write-out "\\n%{http_code}" ');
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      env: { ...process.env, ...values },
      cwd: fileURLToPath(home),
    });
    const [, text = '', status] = /^(.*)\n(\d+)$/s.exec(stdout) ?? [];
    if (call.includes('text/event-stream')) {
      expect([status, text]).toEqual(['200', expect.stringContaining('"status":"SUCCEEDED"')]);
      return;
    }
    const body = JSON.parse(text);
    if (!example) expect(body).not.toHaveProperty('errors');
    else expect(body).toSatisfy((value: unknown) => matchesExample(example, value));
    expect(Number(status) < 300).toBe(example?.status === undefined);
  });
});
