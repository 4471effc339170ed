import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { chromium, createBrowser } from '../support/browser.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { makeQuestion } from '../support/questions.ts';

const folder = fileURLToPath(new URL('../../examples/', import.meta.url));
const run = promisify(execFile);
const { app, rest } = await createTestApp({ env: { PORT: '0' } });
const url = await app.listen();
const texts = ['Which planet is red?', 'Which planet is blue?', 'Which moon is ours?'];
await rest(
  'POST',
  '/questions',
  texts.map((question_text) => makeQuestion({ question_text, category: 'Astronomy' })),
);

/** A page of the examples, served from another origin on this machine. */
async function serve(name: string): Promise<string> {
  const page = name.endsWith('.html') ? await readFile(folder + name, 'utf8') : await bundle(name);
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  });
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  closeAfterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://localhost:${port}/?api=${encodeURIComponent(url)}`;
}

const resolveDir = fileURLToPath(new URL('.', import.meta.url));

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    // Packages are those of this folder, not those that the service happens to have.
    stdin: { contents: await readFile(folder + name, 'utf8'), loader: 'tsx', resolveDir },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  const script = outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? '';
  return `<!doctype html><meta charset="utf-8"><title>Questions</title><body><script type="module">${script}</script>`;
}

describe.skipIf(!chromium)('a page on another origin of this machine', () => {
  const open = createBrowser();

  it.each(['react-urql.tsx', 'react-apollo.tsx', 'page.html'])(
    'lists and searches questions: %s',
    async (name) => {
      const { page, problems } = await open();
      await page.goto(await serve(name));
      await page.getByText('3 questions').waitFor();
      expect(await page.getByRole('listitem').allTextContents()).toEqual(texts);
      await page.getByLabel('Search').fill('moon');
      await page.getByText('1 questions').waitFor();
      expect(await page.getByRole('listitem').allTextContents()).toEqual([texts[2]]);
      // A query that is not registered yet is a refusal to the browser.
      expect(problems.filter((problem) => !/status of 400/.test(problem))).toEqual([]);
    },
  );
});

describe('a program', () => {
  const env = { PATH: process.env.PATH, QUAESTOR_URL: url };

  it('lists, adds and deletes questions in Python', async () => {
    const { stdout } = await run('python3', [`${folder}questions.py`], { env });
    expect(stdout).toMatch(/^added Which gas.*\nfound 4\nNOT_FOUND: No question has the id/);
  });

  it('adds, finds, changes and deletes a question with curl', async () => {
    const { stdout } = await run('bash', [`${folder}questions.sh`], { env });
    const [added, found, deleted] = stdout.trim().split('\n');
    expect(added).toMatch(/^added [\da-f-]{36}$/);
    expect(JSON.parse(found ?? '')).toMatchObject({ page: { total: 1 } });
    expect(deleted).toBe('deleted');
  });
});
