import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { v7 as uuidv7 } from 'uuid';
import { prepareDatabase } from '../src/db/database.ts';
import { createLog } from '../src/log.ts';
import { startService } from './measured-process.ts';
import { measureLatency, quantile } from './paced-requests.ts';
import { type BenchQuestion, readBenchQuestions } from './question-data.ts';

const count = 100_000;
const perSecond = 50;
const latencyRounds = 3;
const content =
  'question_text, correct_answer, incorrect_answers, category, difficulty, topic_focus';
const log = createLog({ level: 'warn', isPretty: true });

/**
 * An import and an export of 100,000 questions over HTTP, each beside a bare COPY of the same rows into
 * or from tables with the same indexes and triggers, and the latency of other requests meanwhile.
 */
export async function benchTransfer(bankUrl: string): Promise<void> {
  const bare = await createDatabase(bankUrl, 'bare');
  const own = await createDatabase(bankUrl, 'own');
  const { file, copied } = await copyBare(bare);
  // Else it would be collected, by several threads, while others wait for the same cores.
  collectGarbage();
  const service = await startService(own, {
    ANONYMOUS_SCOPES: 'questions:read,questions:write',
    IMPORT_LIMIT: '1gb',
  });
  try {
    await sleep(3000);
    const idle = service.memory().now;
    service.resetPeak();
    const first = await importBeside(service.url, file);
    const importPeak = service.memory().peak - idle;
    await importReal(service.url);
    service.resetPeak();
    const exportCpu = service.cpu();
    const exported = await timed(async () => readAll(`${service.url}/questions/export`));
    const exportPeak = service.memory().peak - idle;
    const exportMs = service.cpu() - exportCpu;
    const read = await timed(() => copyOut(bare));
    print('import, rows/s', rate(first.ms), `bare COPY ${rate(copied)}`, copied / first.ms, 0.5);
    print('export, rows/s', rate(exported), `COPY TO ${rate(read)}`, count / exported, 50);
    console.log(`export, CPU of the service: ${exportMs} ms`);
    console.log(
      `memory above idle: import ${mb(importPeak)}, export ${mb(exportPeak)} (limit 300 MB)`,
    );
    printLatency([first, ...(await importAgain(service.url, file))]);
  } finally {
    await service.stop();
  }
}

interface Imported {
  readonly ms: number;
  /** p99 of other requests, in milliseconds. */
  readonly quiet: number;
  readonly busy: number;
}

/** Other requests, first without and then with an import. */
async function importBeside(url: string, file: Uint8Array<ArrayBuffer>): Promise<Imported> {
  const list = `${url}/questions?limit=20&offset=`;
  const quiet = await measureLatency(`${list}1`, perSecond, sleep(20_000));
  const imported = timed(() => importFile(url, file));
  const busy = await measureLatency(`${list}2`, perSecond, imported);
  return { ms: await imported, quiet: quantile(quiet, 0.99), busy: quantile(busy, 0.99) };
}

/** Of the thousand requests of a round, ten decide: one more process on the machine and they are others. */
async function importAgain(url: string, file: Uint8Array<ArrayBuffer>): Promise<Imported[]> {
  const rounds: Imported[] = [];
  for (let round = 1; round < latencyRounds; round += 1) rounds.push(await importBeside(url, file));
  return rounds;
}

function printLatency(rounds: readonly Imported[]): void {
  const all = rounds.map(({ quiet, busy }) => `${busy.toFixed(1)}/${quiet.toFixed(1)}`);
  const ratio = quantile(
    rounds.map(({ quiet, busy }) => quiet / busy),
    0.5,
  );
  print('p99 with an import / without', `${all.join(', ')} ms`, 'median', ratio, 1 / 1.5);
}

/** The file to import, and how long a bare COPY of its rows took. */
async function copyBare(url: string) {
  const questions: BenchQuestion[] = [];
  for await (const question of readBenchQuestions(count)) questions.push(question);
  const copied = await timed(() => copyQuestions(url, questions));
  await vacuum(url);
  return { file: Buffer.from(questions.map(toLine).join('')), copied };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function print(name: string, value: string, beside: string, ratio: number, least: number): void {
  const verdict = ratio >= least ? 'pass' : 'falls short';
  console.log(
    `${name}: ${value}, ${beside} (${ratio.toFixed(2)}, at least ${least.toFixed(2)}): ${verdict}`,
  );
}

const rate = (ms: number) => Math.round((count / ms) * 1000).toLocaleString('en');
const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`CREATE DATABASE transfer_${name}`);
  await client.end();
  const created = new URL(url);
  created.pathname = `/transfer_${name}`;
  await prepareDatabase({ url: created.href, poolSize: 1, log });
  return created.href;
}

const cell = (text: string | null) =>
  text === null ? '\\N' : text.replace(/[\\\t\n\r]/g, (letter) => `\\${letter}`);

/** The rows and their history; triggers write the events. */
async function copyQuestions(url: string, questions: readonly BenchQuestion[]): Promise<void> {
  const rows = questions.map((question) => {
    const { questionText, correctAnswer, incorrectAnswers = [], category, difficulty } = question;
    const list = `{${incorrectAnswers.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
    const cells = [
      questionText,
      correctAnswer,
      list,
      category,
      String(difficulty),
      question.topicFocus,
    ];
    return [uuidv7(), cells.map(cell).join('\t')];
  });
  const client = new pg.Client(url);
  await client.connect();
  await client.query('BEGIN');
  const write = async (target: string, lines: Iterable<string>) => {
    const copy = client.query(copyFrom(`COPY ${target} FROM STDIN`));
    Readable.from(lines).pipe(copy);
    await once(copy, 'finish');
  };
  await write(
    `questions (id, ${content})`,
    rows.map(([id, cells]) => `${id}\t${cells}\n`),
  );
  await write(
    `question_versions (question_id, version, change, changed_by, changed_at, ${content})`,
    rows.map(([id, cells]) => `${id}\t1\tcreated\tbench\tnow\t${cells}\n`),
  );
  await client.query('COMMIT');
  await client.end();
}

/** PostgreSQL would do it by itself later, while our import is measured. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('VACUUM (ANALYZE)');
  await client.end();
}

async function copyOut(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const copy = client.query(
    copyTo(
      `COPY (SELECT id, ${content}, version FROM questions ORDER BY created_at, id) TO STDOUT`,
    ),
  );
  for await (const _ of copy);
  await client.end();
}

function toLine(question: BenchQuestion): string {
  const { questionText, correctAnswer, incorrectAnswers = [], category, difficulty } = question;
  const row = {
    question_text: questionText,
    correct_answer: correctAnswer,
    incorrect_answers: incorrectAnswers,
    category,
    difficulty,
    topic_focus: question.topicFocus,
  };
  return `${JSON.stringify(row)}\n`;
}

async function importFile(url: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const options = 'format=jsonl&on_duplicate=add&on_error=skip';
  const response = await fetch(`${url}/questions/import?${options}`, { method: 'POST', body });
  if (response.status !== 202) throw new Error(`The import was answered with ${response.status}`);
  const path = response.headers.get('location');
  for (;;) {
    const report = (await (await fetch(`${url}${path}`)).json()) as {
      status: string;
      added: number;
    };
    if (report.status === 'SUCCEEDED') {
      if (report.added < count * 0.99) throw new Error(`Only ${report.added} were added`);
      return;
    }
    if (report.status === 'FAILED') throw new Error('The import failed');
    await sleep(100);
  }
}

/** A file as it is found: its names of columns are not ours. */
async function importReal(url: string): Promise<void> {
  const file = new URL('../../shared/data/opentdb.jsonl', import.meta.url);
  const body = await readFile(file, 'utf8').catch(() => undefined);
  if (body === undefined) return;
  const mapping = { columns: { source_id: 'external_id', source_category: null, item_type: null } };
  const query = new URLSearchParams({ on_error: 'skip', mapping: JSON.stringify(mapping) });
  const response = await fetch(`${url}/questions/import?${query}`, { method: 'POST', body });
  const started = (await response.json()) as { id: string };
  for (;;) {
    const answer = await fetch(`${url}/imports/${started.id}`);
    const { status, read, added, skipped, failed, errors } = (await answer.json()) as Report;
    if (status === 'QUEUED' || status === 'RUNNING') await sleep(100);
    else {
      console.log(
        `opentdb.jsonl: ${status}, ${read} read, ${added} added, ${skipped} skipped, ${failed} failed`,
      );
      for (const { line, detail } of errors.slice(0, 3)) console.log(`  line ${line}: ${detail}`);
      return;
    }
  }
}

interface Report {
  readonly status: string;
  readonly read: number;
  readonly added: number;
  readonly skipped: number;
  readonly failed: number;
  readonly errors: readonly { readonly line: number | null; readonly detail: string }[];
}

async function readAll(url: string): Promise<void> {
  const response = await fetch(url);
  for await (const _ of response.body ?? []);
}
