import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { cpuOfChildren, parentOf } from '../cpu-time.ts';
import { type MeasuredProcess, startService } from '../measured-process.ts';
import { openBank } from '../open-bank.ts';
import { type Draft, type Edit, hostileDrafts, lightEdits, reword } from './drafts.ts';
import { type PairLabel, storePairs } from './labelled-pairs.ts';
import { realQuestions } from './real-questions.ts';

const bankSize = 100_000;
/** Background work starts 2 s after the service. */
const settleMs = 6000;
/** V8 optimizes until about 10,000 requests. */
const warmUp = 8000;
const perEdit = 400;
const perHostile = 100;

/** What advice costs on 100,000 questions, and which of their edits it finds. */
export async function benchAdvice(): Promise<void> {
  const bank = await openBank(bankSize, realQuestions);
  const client = new pg.Client(bank.url);
  await client.connect();
  try {
    const { rows: backend } = await client.query('SELECT pg_backend_pid() AS pid');
    const postmaster = parentOf(backend[0].pid);
    const { rows: stored } = await client.query<StoredDraft>(
      `SELECT id, question_text, correct_answer, category, difficulty FROM questions
       ORDER BY md5(question_text) LIMIT 20000`,
    );
    await measureFirst(bank.url, postmaster, stored);
    const service = await startService(bank.url, { WORKERS: '0' });
    try {
      const ask = createAsking(service, postmaster);
      await warm(service, stored.slice(-warmUp));
      console.table(await measureEdits(ask, stored));
      console.table(await measureHostile(ask, stored));
      console.table(await measurePairs(ask, client));
      console.log(`memory of the service: ${Math.round(service.memory().now / 1e6)} MB`);
    } finally {
      await service.stop();
    }
  } finally {
    await client.end();
    await bank.close();
  }
}

interface StoredDraft extends Draft {
  readonly id: string;
}

async function warm({ url }: MeasuredProcess, drafts: readonly StoredDraft[]): Promise<void> {
  for (const { id: _, ...draft } of drafts) await (await post(url, draft)).arrayBuffer();
}

function post(url: string, draft: object): Promise<Response> {
  return fetch(`${url}/questions/advice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(draft),
  });
}

interface Asked {
  readonly duplicates: readonly { readonly question_id?: string; readonly rule?: string }[];
  readonly status: number;
  /** CPU milliseconds of the service and of PostgreSQL. */
  readonly service: number;
  readonly postgres: number;
}

type Ask = (draft: object) => Promise<Asked>;

function createAsking({ url, cpu }: MeasuredProcess, postmaster: number): Ask {
  return async (draft) => {
    const before = [cpu(), cpuOfChildren(postmaster)] as const;
    const response = await post(url, draft);
    const { data = [] } = (await response.json()) as { data?: Asked['duplicates'] };
    return {
      status: response.status,
      duplicates: data.filter(({ question_id }) => question_id !== undefined),
      service: cpu() - before[0],
      postgres: cpuOfChildren(postmaster) - before[1],
    };
  };
}

/**
 * The first advice loads the word lists and compiles the rules: how long the event loop is blocked. In a
 * process of its own, since the meter costs CPU time too.
 */
async function measureFirst(
  databaseUrl: string,
  postmaster: number,
  [first]: readonly StoredDraft[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-turns-'));
  const turnFile = join(folder, 'turns');
  const meter = new URL('main-thread-meter.mjs', import.meta.url).pathname;
  const service = await startService(databaseUrl, {
    WORKERS: '0',
    NODE_OPTIONS: `--import=${meter}`,
    TURN_FILE: turnFile,
  });
  try {
    const ask = createAsking(service, postmaster);
    // What any service does after its start, and with its first request.
    await ask({});
    await sleep(settleMs);
    await writeFile(turnFile, '');
    const before = service.memory().now;
    const { service: cpu } = await ask(first ?? {});
    const turns = (await readFile(turnFile, 'utf8')).split('\n').map(Number);
    const grown = Math.round((service.memory().now - before) / 1e6);
    console.log(
      `first advice: longest turn of the event loop ${Math.max(...turns)} ms of CPU; CPU of all threads ` +
        `${cpu.toFixed(0)} ms; memory +${grown} MB`,
    );
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureEdits(ask: Ask, stored: readonly StoredDraft[]): Promise<object[]> {
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
      if (answer.duplicates.some(({ question_id }) => question_id === id)) found += 1;
    }
    all.push(...asked);
    table.push({ draft: name, found: `${found} of ${asked.length}`, ...costsOf(asked) });
  }
  return [...table, { draft: 'all of these', found: '', ...costsOf(all) }];
}

const pairNames: Record<PairLabel, string> = {
  P: 'paraphrases found',
  C: 'answer conflicts found',
  S: 'template siblings reported',
  A: 'same questions with another form of the answer found',
};

/** Pairs that were labelled by hand. */
async function measurePairs(ask: Ask, client: pg.Client): Promise<object[]> {
  const counts = new Map<PairLabel, { reported: number; all: number }>();
  for (const { label, id, draft } of await storePairs(client)) {
    const { duplicates } = await ask(draft);
    const rule = duplicates.find(({ question_id }) => question_id === id)?.rule;
    const count = counts.get(label) ?? { reported: 0, all: 0 };
    counts.set(label, count);
    count.all += 1;
    const isConflict = rule === 'answer_conflict';
    if (rule !== undefined && (label === 'C') === isConflict) count.reported += 1;
  }
  return [...counts].map(([label, { reported, all }]) => ({
    pairs: pairNames[label],
    count: `${reported} of ${all}`,
  }));
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
