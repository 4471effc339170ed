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
  const questions: BenchQuestion[] = [];
  for await (const question of readBenchQuestions(count)) questions.push(question);
  const copied = await timed(() => copyQuestions(bare, questions));
  await vacuum(bare);
  const service = await startService(own, {
    ANONYMOUS_SCOPES: 'questions:read,questions:write',
    IMPORT_LIMIT: '1gb',
  });
  try {
    const file = toFile(questions, 0);
    await sleep(3000);
    const idle = service.memory().now;
    service.resetPeak();
    const imported = await timed(() => importFile(service.url, file));
    const importPeak = service.memory().peak - idle;
    await importReal(service.url);
    service.resetPeak();
    const exportCpu = service.cpu();
    const exported = await timed(async () => readAll(`${service.url}/questions/export`));
    const exportPeak = service.memory().peak - idle;
    const exportMs = Math.round(service.cpu() - exportCpu);
    const read = await timed(() => copyOut(bare));
    print('import, rows/s', rate(imported), `bare COPY ${rate(copied)}`, copied / imported, 0.5);
    print('export, rows/s', rate(exported), `COPY TO ${rate(read)}`, count / exported, 50);
    console.log(`export, CPU of the service: ${exportMs} ms`);
    console.log(
      `memory above idle: import ${mb(importPeak)}, export ${mb(exportPeak)} (limit 300 MB)`,
    );
    await compareLatency({ url: service.url, database: own, questions, windowMs: imported });
  } finally {
    await service.stop();
  }
}

interface Comparison {
  readonly url: string;
  readonly database: string;
  readonly questions: readonly BenchQuestion[];
  /** How long an import takes. */
  readonly windowMs: number;
}

/**
 * The p99 of other requests with and without an import. Of a thousand requests ten decide, and any other
 * process of the machine may be theirs: each import stands between the halves of a quiet time about as long
 * as itself, and the median of the rounds counts.
 */
async function compareLatency({ url, database, questions, windowMs }: Comparison): Promise<void> {
  const measure = (until: Promise<unknown>) =>
    measureLatency(`${url}/questions?limit=20&offset=1`, perSecond, until);
  const half = Math.min(windowMs / 2, 10_000);
  const rounds: { readonly quiet: number; readonly busy: number }[] = [];
  for (let round = 1; round <= latencyRounds; round += 1) {
    const file = toFile(questions, round);
    await vacuum(database);
    const before = await measure(sleep(half));
    const busy = await measure(importFile(url, file));
    await vacuum(database);
    const after = await measure(sleep(half));
    rounds.push({ quiet: quantile([...before, ...after], 0.99), busy: quantile(busy, 0.99) });
  }
  const all = rounds.map(({ quiet, busy }) => `${busy.toFixed(1)}/${quiet.toFixed(1)}`);
  const ratios = rounds.map(({ quiet, busy }) => quiet / busy);
  const name = 'p99 with an import / without';
  print(name, `${all.join(', ')} ms`, 'median', quantile(ratios, 0.5), 1 / 1.5);
}

/** New questions each round: of those that are stored already, an import would do something else. */
function toFile(questions: readonly BenchQuestion[], round: number): Uint8Array<ArrayBuffer> {
  const file = Buffer.from(questions.map((question) => toLine(question, round)).join(''));
  // Else it would be collected, by several threads, while others wait for the same cores.
  collectGarbage();
  return file;
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

/** PostgreSQL would do it by itself later, while something else is measured. */
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

function toLine(question: BenchQuestion, round: number): string {
  const { questionText, correctAnswer, incorrectAnswers = [], category, difficulty } = question;
  const row = {
    question_text: round === 0 ? questionText : `${questionText.slice(0, 1990)} (${round})`,
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
