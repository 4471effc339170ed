import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { listSettings } from '../../src/config.ts';
import { loadSampleQuestions } from '../../src/db/sample-questions.ts';
import { logIn } from '../support/accounts.ts';
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
  const { app, rest } = await createTestApp({ env: { PORT: '0', WORKERS: '1' } });
  await loadSampleQuestions(app.database, new Date());
  const { body: question } = await rest('POST', '/questions', makeQuestion());
  const url = await app.listen();
  const { access_token } = await logIn({ rest });

  const fences = readFences(readme);
  const calls = fences.flatMap(({ language, text }, index) => {
    const next = fences[index + 1];
    const example = next?.language === 'json' ? JSON.parse(next.text) : undefined;
    return language === 'bash' && text.includes('curl') ? [{ call: text.trim(), example }] : [];
  });

  it('are some', () => {
    expect(calls.length).toBeGreaterThan(2);
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
      env: { ...process.env, ID: question.id, TOKEN: access_token },
      cwd: fileURLToPath(home),
    });
    const [, text = '', status] = /^(.*)\n(\d+)$/s.exec(stdout) ?? [];
    const body = JSON.parse(text);
    if (!example) expect(body).not.toHaveProperty('errors');
    else expect(body).toSatisfy((value: unknown) => matchesExample(example, value));
    expect(Number(status) < 300).toBe(example?.status === undefined);
  });
});
