import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFences } from '../support/markdown.ts';
import { checkout, createServices } from '../support/service.ts';

const { makeDataDir } = createServices();
const maxMs = 120_000;

/** `npm run quaestor -- …` as README writes it, in a folder that is not the checkout. */
const asNpm = `npm() {
  [ "$1" = run ] && shift; [ "$1" = --silent ] && shift; [ "$1" = quaestor ] && shift; [ "$1" = -- ] && shift
  # A worker works until it is told to stop.
  if [ "$1" = worker ]; then timeout --signal TERM 20 node "$MAIN" "$@" || [ $? = 124 ]; else node "$MAIN" "$@" < /dev/null; fi
}
set -e
`;

it('the recipe of README leads from a CSV to the first analysis in under two minutes', async () => {
  const readme = await readFile(join(checkout, 'README.md'), 'utf8');
  const [, recipe = ''] = /## Bring your questions\n+```bash\n(.*?)```/s.exec(readme) ?? [];
  expect(recipe).toContain('quaestor -- import mine.csv');
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-recipe-'));
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync('bash', ['-c', asNpm + recipe], {
    cwd: folder,
    env: {
      ...process.env,
      MAIN: join(checkout, 'dist/bundle/quaestor.cjs'),
      DATA_DIR: await makeDataDir({ state: 'empty' }),
    },
    encoding: 'utf8',
  });
  const duration = performance.now() - start;
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  expect(stdout).toContain('Dry run; nothing was stored: 3 read: 3 added');
  expect(stdout).toMatch(/^3 read: 3 added/m);
  expect(stdout).toContain('"All of the above" refers to the other choices.');
  const exported = await readFile(join(folder, 'for-moodle.gift'), 'utf8');
  expect(exported).toContain('Who wrote "Emma"?');
  await rm(folder, { recursive: true });
  expect(duration).toBeLessThan(maxMs);
}, 300_000);

it('the commands of README run as printed', { timeout: 600_000 }, async () => {
  const readme = await readFile(join(checkout, 'README.md'), 'utf8');
  const commands = readFences(readme)
    .filter(({ language, text }) => language === 'bash' && text.includes('quaestor -- '))
    .map(({ text }) => text)
    .filter((text) => !text.includes('mine.csv'));
  expect(commands.length).toBeGreaterThan(4);
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-commands-'));
  const files = {
    'questions.csv':
      'question,answer,category,level,source,external_id\nWhich planet is red?,Mars,Astronomy,easy,exam,q1\n',
    'other.csv':
      'nr,question,answer,category,level,notes\n7,Which star is ours?,The Sun,Space,3,x\n',
    'results.csv': 'question_id,respondent,answer\nq1,r1,Mars\n',
    'blueprint.json': '{"length": 1}',
    'persisted-documents.json': JSON.stringify({ one: '{ analysisTypes { name } }' }),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const { status, stdout, stderr } = spawnSync('bash', ['-c', asNpm + commands.join('\n')], {
    cwd: folder,
    env: {
      ...process.env,
      MAIN: join(checkout, 'dist/bundle/quaestor.cjs'),
      DATA_DIR: await makeDataDir({ state: 'initialized' }),
    },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const said = `${stderr}${stdout}`.trim().split('\n').slice(-3);
  expect([status, said]).toEqual([0, expect.any(Array)]);
  expect(stdout).toContain('type Query');
  await rm(folder, { recursive: true });
});
