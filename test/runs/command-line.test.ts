import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { analysisTypes } from '../../src/analyses/registry.ts';
import { run } from '../../src/commands/run.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { createLocalServices } from '../support/service.ts';

const services = createLocalServices();
const env = {
  DATABASE_URL: await createEmptyDatabase(),
  DATA_KEY: 'a key of at least 16 characters',
};
const samples = new URL('../../prisma/sample-questions.jsonl', import.meta.url).pathname;

describe('quaestor analyze', () => {
  it('tells what it found for people, and keeps the run', async () => {
    await services.run(['import', samples], env);
    const { code, stdout, stderr } = await services.run(
      ['analyze', 'quality', '--category', 'Science', '--parameters', '{"max_words": 8}'],
      env,
    );
    expect(code).toBe(0);
    // Every five seconds a line, on a machine that slow.
    expect(stderr).toMatch(/^(?:quality: \d+ of 100\n)*$/);
    expect(stdout).toMatch(/^quality, 96 questions, succeeded in/);
    expect(stdout).toMatch(/evaluated +96/);
    expect(stdout).toMatch(
      /\nRules(?: \(10 of \d+; --all prints all\))?\n +rule +severity +findings +questions +share\n +too_long +info +/,
    );
    const [, id = ''] = /Saved as analysis ([\w-]{36})/.exec(stdout) ?? [];
    const again = await services.run(['analyze', 'coverage', '--json'], env);
    expect(JSON.parse(again.stdout).id > id).toBe(true);
  });

  it.each([
    [
      'readability {"target_grade":[0,7]}',
      /\n\n +target +grade 0 to 7 \(consensus\)\n/,
      /\n +median grade +\d/,
      /\nQuestions \(10 of \d+; .+\n +reason +grade .+question\n +above_target +\d/,
    ],
    [
      'comparison',
      /\n\n +measure +question length \(characters\)\n +group by +difficulty\n +evaluated +576\n/,
      /\nGroups\n +group +n +mean .+ compared\n +Basic +195 .+ yes\n/,
      /\n +test +Welch's ANOVA\n/,
      /\nPairs\n +group +other group +difference +effect +effect measure .+\n.+ Cohen's d /,
      /\nQuestions\n +reason +group +value +z +question\n +above_group +.+\?\n/,
    ],
  ])('has no JSON and no ids in the tables of %s', async (type, ...lines) => {
    const [name = '', target] = type.split(' ');
    const parameters = target === undefined ? [] : ['--parameters', target];
    const { stdout } = await services.run(['analyze', name, ...parameters], env);
    for (const line of lines) expect(stdout).toMatch(line);
    expect(stdout).not.toMatch(/[{}[\]]|null/);
    expect(stdout.match(/[\da-f]{8}-[\da-f]{4}-/g)).toHaveLength(1);
  });

  it('prints all rows, one table, CSV or Markdown', async () => {
    const given = ['analyze', 'comparison', '--parameters', '{"items":"all"}'];
    const text = (await services.run([...given, '--table', 'questions', '--all'], env)).stdout;
    expect(text).toMatch(/\nQuestions\n/);
    expect(text).not.toMatch(/\nGroups/);
    expect(text.split('\n').length).toBeGreaterThan(576);
    const { stdout: csv } = await services.run([...given, '--table', 'questions', '--csv'], env);
    const lines = csv.split('\r\n');
    expect([lines[0], lines.length]).toEqual(['reason,group,value,z,question_id,question', 578]);
    const file = join(tmpdir(), `report-${randomUUID()}.html`);
    onTestFinished(() => rm(file, { force: true }));
    const { stdout: markdown } = await services.run(
      ['analyze', 'comparison', '--md', '--html', file],
      env,
    );
    expect(await readFile(file, 'utf8')).toMatch(/^<!doctype html>.+<h1>.+<svg.+<\/html>/s);
    expect(markdown).toMatch(/^# comparison, 576 .+\n\n\| figure \| value \|/);
    expect(markdown).toContain('\n## Groups\n\n| group | n | mean |');
  });

  it('prints the first table with rows as CSV, and says which', async () => {
    const answers = await services.run(['analyze', 'answers', '--csv'], env);
    expect(answers.stdout).toMatch(/^choices,questions,/);
    expect(answers.stderr).toContain(
      'The table questions has no rows; this is position_bias. --table selects one.\n',
    );
    const asked = await services.run(['analyze', 'answers', '--csv', '--table', 'questions'], env);
    expect(asked.stdout.split('\r\n')).toHaveLength(2);
    expect(asked.stderr).not.toContain('no rows');
  });

  it('leaves rules without findings to CSV, and lists errors first', async () => {
    const parameters = { items: 'all', max_words: 14, rules: { too_long: 'error' } };
    const given = ['analyze', 'quality', '--parameters', JSON.stringify(parameters), '--all'];
    const { stdout: text } = await services.run(given, env);
    const [, findings = '', rules = ''] = text.split(/\n(?:Findings|Rules)\n/);
    expect(rules).not.toMatch(/ 0 +0 +0.0 %/);
    expect(rules.match(/^ +too_long: .+\.$/gm)).toHaveLength(1);
    expect(rules).not.toContain('html_tag');
    const severities = [...findings.matchAll(/^ {2}(error|warning|info) /gm)].map(
      ([, each]) => each,
    );
    const rank = (each = '') => ['error', 'warning', 'info'].indexOf(each);
    expect(severities).toEqual(severities.toSorted((one, other) => rank(one) - rank(other)));
    expect(new Set(severities).size).toBeGreaterThan(1);
    const { stdout: csv } = await services.run([...given, '--table', 'rules', '--csv'], env);
    expect(csv).toMatch(/,0,0,0\r\n/);
    const { stdout: listed } = await services.run([...given, '--md'], env);
    expect(listed).toMatch(/\n\n- \*\*\w+\*\*: .+\.\n/);
    const { stdout: markdown } = await services.run(['analyze', 'coverage', '--md'], env);
    expect(markdown).toContain('\n## Cells (10 of 18)\n');
    expect(markdown).toContain(' pp |\n');
  });

  it('cuts tables to the width of a terminal, headings in bold', async () => {
    let text = '';
    const stdout = new Writable({
      write(chunk, _encoding, done) {
        text += chunk;
        done();
      },
    });
    const io = Object.assign(new EventEmitter(), {
      stdin: Readable.from([]),
      stdout: Object.assign(stdout, { isTTY: true, columns: 60, hasColors: () => true }),
      stderr: new Writable({ write: (_chunk, _encoding, done) => done() }),
    });
    const target = ['--parameters', '{"target_grade":[0,7]}'];
    const args = ['node', 'quaestor', 'analyze', 'readability', '--table', 'questions', ...target];
    expect(await run(args, env, io)).toBe(0);
    const table = text.slice(text.indexOf('Questions ('));
    const [, head = '', first = ''] = table.split('\n');
    expect(head.replaceAll('\u001b', '<esc>')).toMatch(
      /^<esc>\[1m {2}reason .+question<esc>\[22m$/,
    );
    expect([first.length, first.at(-1)]).toEqual([60, '…']);
  });

  it('prints everything as JSON for machines', async () => {
    const { code, stdout } = await services.run(
      ['analyze', 'coverage', '--difficulty', '0', '2', '--json'],
      env,
    );
    const run = JSON.parse(stdout);
    expect([code, run.status, run.question_count]).toEqual([0, 'SUCCEEDED', 383]);
    expect(run.result.summary).toEqual(run.summary);
    expect(run.created_by).toBe('command-line');
  });

  it('takes ids, and parameters from a file', async () => {
    const exported = await services.run(
      ['analyze', 'coverage', '--parameters', '{"items":"all"}', '--json'],
      env,
    );
    const ids = JSON.parse(exported.stdout)
      .result.items.slice(0, 2)
      .map((item: { question_id: string }) => item.question_id);
    const file = join(await mkdtemp(join(tmpdir(), 'quaestor-analyze-')), 'parameters.json');
    // Without the rules that load dictionaries.
    const rules = { misspelling: 'off', unexpected_language: 'off' };
    await writeFile(file, JSON.stringify({ max_words: 7, rules }));
    const args = ['analyze', 'quality', '--ids', ...ids, '--parameters', `@${file}`, '--json'];
    const run = JSON.parse((await services.run(args, env)).stdout);
    await rm(dirname(file), { recursive: true });
    expect([run.question_count, run.parameters.max_words]).toEqual([2, 7]);
  });

  it('lists the analyses, and describes one with its parameters', async () => {
    const list = await services.run(['analyze']);
    expect([list.code, list.stdout]).toEqual([
      0,
      expect.stringMatching(/\n {2}coverage +Is the bank balanced/),
    ]);
    for (const { name } of analysisTypes) {
      expect(list.stdout).toContain(`\n  ${name} `);
    }
    const one = await services.run(['analyze', 'duplicates', '--describe']);
    expect(one.stdout).toMatch(/^Duplicates\. Which questions are duplicates\?/);
    expect(one.stdout).toMatch(/\n {2}ngram: 3 to 7 \(default 4\)\n {6}Length of the n-grams/);
    expect(one.stdout).toMatch(/\nTables \(--table\):\n {2}pairs: kind, why, question, answer/);
    expect(one.stdout).toMatch(/\n {2}against: set, bank \(default "set"\)\n/);
    const topics = await services.run(['analyze', 'topics', '--describe']);
    expect(topics.stdout).toMatch(/\n {2}clusters: auto or 2 to \d+ \(default "auto"\)\n/);
    const machine = await services.run(['analyze', 'topics', '--describe', '--json']);
    expect(JSON.parse(machine.stdout)).toMatchObject({ name: 'topics', parameters: {} });
    const all = JSON.parse((await services.run(['analyze', '--json'])).stdout);
    expect(all).toHaveLength(analysisTypes.length);
  });

  it.each([
    [['analyze', 'nothing'], /must be one of coverage, duplicates, quality/],
    [['analyze', 'quality', '--parameters', '[]'], /Must be a JSON object/],
    [['analyze', 'quality', '--parameters', '{"max_words": 0}'], /parameters.max_words: .*3/],
    [['analyze', 'quality', '--difficulty', '7'], /selection.difficulty/],
    [['analyze', 'quality', '--parameters', '@/nowhere'], /Cannot read the file: ENOENT/],
    [
      ['analyze', 'quality', '--parameters', '{"max": 1}'],
      /parameters.max: .*must be one of items, rules/,
    ],
    [
      ['analyze', '--category', 'Science', 'quality'],
      /Put the type of analysis before the options/,
    ],
    [['analyze', 'quality', '--ids', 'x'], /question_ids.0: Must be a UUID/],
    [['analyze', 'quality', '--table', 'x'], /must be one of findings, rules; got "x"/],
    [['analyze', 'quality', '--csv', '--md'], /cannot be used with/],
  ])('%j is wrong use', async (args, sentence) => {
    const { code, stderr } = await services.run(args, env);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
  });

  it('compares meanings without any setup', async () => {
    const args = ['analyze', 'semantic', '--topic-focus', 'Architecture', '--json'];
    const { code, stdout } = await services.run(args, env);
    const { result } = JSON.parse(stdout);
    expect([code, result.summary.dimensions]).toEqual([0, 384]);
  });

  it('runs beside a service, which shows the run', async () => {
    const service = await services.start({ ...env, ANONYMOUS_SCOPES: 'analysis:read' });
    const { stdout } = await services.run(['analyze', 'answers', '--json'], env);
    const printed = JSON.parse(stdout);
    const { body } = await service.rest('GET', `/analysis/${printed.id}`);
    expect([body.status, body.attempt]).toEqual(['SUCCEEDED', 1]);
    expect(printed).toEqual(body);
    await service.end();
  });
});

it('gives a worker a help of its own', async () => {
  const { code, stdout } = await services.run(['worker', '--help']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('Run queued analyses')]);
});
