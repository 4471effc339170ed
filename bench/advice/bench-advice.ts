import { readFileSync } from 'node:fs';
import pg from 'pg';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { cpuOfChildren, parentOf } from '../cpu-time.ts';
import { type MeasuredProcess, startService } from '../measured-process.ts';
import { type BankSource, openBank } from '../open-bank.ts';
import { readBenchQuestions } from '../question-data.ts';
import { type Draft, type Edit, hostileDrafts, lightEdits, reword } from './drafts.ts';

const bankSize = 100_000;
const warmUp = 500;
const perEdit = 500;
const perHostile = 100;

/** Generated questions have a vocabulary of 40 words: only real ones tell what a search costs. */
const real: BankSource = {
  files: ['bench/question-data.ts', 'bench/advice/bench-advice.ts'],
  read: readBenchQuestions,
};

/** What advice costs on 100,000 questions, and which of their edits it finds. */
export async function benchAdvice(): Promise<void> {
  const bank = await openBank(bankSize, real);
  const client = new pg.Client(bank.url);
  await client.connect();
  const service = await startService(bank.url, { WORKERS: '0' });
  try {
    const { rows: backend } = await client.query('SELECT pg_backend_pid() AS pid');
    const ask = createAsking(service, parentOf(backend[0].pid));
    const { rows: stored } = await client.query<Draft & { id: string }>(
      `SELECT id, question_text, correct_answer, category, difficulty FROM questions
       ORDER BY md5(question_text) LIMIT 20000`,
    );
    await reportFirst(service, ask, stored);
    for (const { id: _, ...draft } of stored.slice(0, warmUp)) await ask(draft);
    console.table(await measureEdits(ask, stored));
    console.table(await measureHostile(ask, stored));
    console.log(`memory of the service ${Math.round(service.memory().now / 1e6)} MB`);
  } finally {
    await Promise.all([service.stop(), client.end()]);
    await bank.close();
  }
}

interface Asked {
  readonly duplicates: readonly string[];
  readonly status: number;
  /** CPU milliseconds of the service and of PostgreSQL. */
  readonly service: number;
  readonly postgres: number;
}

type Ask = (draft: object) => Promise<Asked>;

function createAsking({ url, cpu }: MeasuredProcess, postmaster: number): Ask {
  return async (draft) => {
    const before = [cpu(), cpuOfChildren(postmaster)] as const;
    const response = await fetch(`${url}/questions/advice`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(draft),
    });
    const { data = [] } = (await response.json()) as { data?: { question_id?: string }[] };
    return {
      status: response.status,
      duplicates: data.flatMap(({ question_id }) => question_id ?? []),
      service: cpu() - before[0],
      postgres: cpuOfChildren(postmaster) - before[1],
    };
  };
}

/** The first request loads the word lists: what of that blocks the event loop is CPU of the main thread. */
async function reportFirst(
  { pid, memory }: MeasuredProcess,
  ask: Ask,
  [first]: readonly Draft[],
): Promise<void> {
  const mainThread = () =>
    Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8'), 10) / 1e6;
  const [before, memoryBefore] = [mainThread(), memory().now];
  const { service } = await ask(first ?? {});
  const grown = Math.round((memory().now - memoryBefore) / 1e6);
  console.log(
    `first request: CPU of the main thread ${(mainThread() - before).toFixed(0)} ms, of the process ` +
      `${service.toFixed(0)} ms; memory +${grown} MB`,
  );
}

async function measureEdits(
  ask: Ask,
  stored: readonly (Draft & { id: string })[],
): Promise<object[]> {
  const edits: Record<string, Edit> = {
    unchanged: (draft) => draft,
    ...lightEdits,
    'in other words': reword,
  };
  const random = createRandom(1);
  const table = [];
  const all: Asked[] = [];
  for (const [name, edit] of Object.entries(edits)) {
    const asked: Asked[] = [];
    let found = 0;
    for (const { id, ...draft } of stored) {
      if (asked.length === perEdit) break;
      const edited = edit(draft, random);
      if (!edited) continue;
      const answer = await ask(edited);
      asked.push(answer);
      if (answer.duplicates.includes(id)) found += 1;
    }
    all.push(...asked);
    table.push({ draft: name, found: `${found} of ${asked.length}`, ...costsOf(asked) });
  }
  return [...table, { draft: 'all of these', found: '', ...costsOf(all) }];
}

async function measureHostile(ask: Ask, stored: readonly Draft[]): Promise<object[]> {
  const table = [];
  for (const [name, draft] of Object.entries(hostileDrafts(stored))) {
    const asked: Asked[] = [];
    for (let n = 0; n < perHostile; n += 1) asked.push(await ask(draft));
    table.push({ draft: name, status: asked[0]?.status, ...costsOf(asked) });
  }
  return table;
}

function costsOf(asked: readonly Asked[]): Record<string, string> {
  const quantile = (values: readonly number[], share: number) =>
    values.toSorted((one, other) => one - other)[Math.floor(share * values.length)]?.toFixed(1) ??
    '';
  const sums = asked.map(({ service, postgres }) => service + postgres);
  const postgres = asked.map((each) => each.postgres);
  return {
    'CPU ms, p50': quantile(sums, 0.5),
    'CPU ms, p99': quantile(sums, 0.99),
    'of it PostgreSQL, p50': quantile(postgres, 0.5),
    'of it PostgreSQL, p99': quantile(postgres, 0.99),
  };
}
