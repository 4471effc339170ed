import pg from 'pg';
import { type LoadRequest, openLoad } from '../http-load.ts';
import { type Figure, ratioOf, spreadOf } from './figure.ts';
import {
  type AskedServer,
  type Effort,
  type Measurement,
  measure,
  medianOf,
  type Subject,
} from './measure.ts';
import { measureHelp, measureMemory, measureStart, measureToken } from './process-rows.ts';
import { assertSameAnswer, assertSameHistory } from './same-answer.ts';
import type { listWorks, WorkName } from './works.ts';

/** What the rows are measured with. */
export interface Bench {
  readonly databaseUrl: string;
  readonly client: pg.Client;
  /** The process whose children are the backends of PostgreSQL. */
  readonly postmaster: number;
  readonly service: AskedServer;
  readonly baseline: AskedServer;
  readonly headers: Record<string, string>;
  readonly works: ReturnType<typeof listWorks>;
  readonly effort: Effort;
}

export interface Row {
  /** For `--only`. */
  readonly name: string;
  readonly measure: (bench: Bench) => Promise<Figure[]>;
}

/** The table, reads first: writes change the bank. */
export const rows: readonly Row[] = [
  row('list-repeated', 'GET /questions, repeated', 0.12, 'listRepeated'),
  { name: 'list-fresh', measure: measureFreshList },
  row('graphql-repeated', '20 × 8 by GraphQL, repeated', 0.3, 'graphqlRepeated'),
  row('graphql-fresh', '20 × 8 by GraphQL, no two alike', 1.8, 'graphqlFresh'),
  row('one-repeated', 'GET /questions/{id}, one repeated', 0.5, 'oneRepeated'),
  row('one-of-100', 'GET /questions/{id}, 100 in turn', 0.6, 'oneOf100'),
  row('one-fresh', 'GET /questions/{id}, never asked', 1.5, 'oneFresh'),
  { name: 'offset', measure: measureDeepOffset },
  { name: 'cursor', measure: measureCursor },
  row('search', 'full-text search, no two alike', 1.5, 'search'),
  { name: 'clients', measure: measureClients },
  row('create', 'POST /questions', 1.6, 'create'),
  row('create-with-key', 'POST /questions, Idempotency-Key', 3, 'createWithKey'),
  row('update', 'PATCH /questions/{id}, If-Match', 2, 'update'),
  { name: 'start', measure: measureStart },
  { name: 'memory', measure: measureMemory },
  { name: 'token', measure: measureToken },
  { name: 'help', measure: measureHelp },
];

function row(name: string, title: string, limit: number, work: WorkName): Row {
  return {
    name,
    measure: async (bench) => {
      const [service, baseline] = await compare(bench, work);
      return [ratioOf(title, limit, service, baseline)];
    },
  };
}

/** Behind all requests that are measured. */
const checked = 20_000;

/** Checks that both servers give the same answers, then measures them. */
async function compare(
  bench: Bench,
  name: WorkName,
  ...others: Subject[]
): Promise<[Measurement, Measurement, ...Measurement[]]> {
  const { service, baseline, works, postmaster, effort, client } = bench;
  const request: (n: number, writer: number) => LoadRequest = works[name];
  for (const n of [0, 1, 2]) {
    const [one, other] = [request(checked + n, 0), request(checked + n, 1)];
    const answers = [await service.load.send(one), await baseline.load.send(other)] as const;
    assertSameAnswer(one, ...answers);
    if (one.method && one.path !== '/graphql') await assertSameHistory(client, ...answers);
  }
  const subjects = [
    service.subject((n) => request(n, 0)),
    baseline.subject((n) => request(n, 1)),
    ...others,
  ];
  const [ours, byHand, ...rest] = await measure(subjects, postmaster, effort);
  if (!ours || !byHand) throw new Error('Nothing was measured');
  return [ours, byHand, ...rest];
}

async function measureFreshList(bench: Bench): Promise<Figure[]> {
  const [service, baseline] = await compare(bench, 'listFresh');
  const perSecond = ratioOf(
    '… requests a second',
    0.9,
    service,
    baseline,
    (round) => round.perSecond,
  );
  return [
    ratioOf('GET /questions, no two alike', 1, service, baseline),
    {
      ...perSecond,
      isLeast: true,
      detail: `${service.perSecond.toFixed(0)} / ${baseline.perSecond.toFixed(0)} a second; PostgreSQL ${service.postgres.toFixed(2)} / ${baseline.postgres.toFixed(2)} ms`,
    },
  ];
}

/** PostgreSQL's CPU is compared to the join alone, without the total. */
async function measureDeepOffset(bench: Bench): Promise<Figure[]> {
  const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: 10 });
  let n = 0;
  const join: Subject = {
    cpu: () => 0,
    async run(count) {
      const work = async (share: number) => {
        for (let done = 0; done < share; done += 1) {
          n += 1;
          const { searchParams } = new URL(bench.works.deepOffset(n).path, 'http://localhost');
          const values = [searchParams.get('category'), searchParams.get('offset')];
          await pool.query({ name: 'deferred-join', text: deferredJoin, values });
        }
      };
      await Promise.all(Array.from({ length: 10 }, () => work(Math.ceil(count / 10))));
      return { seconds: 1 };
    },
  };
  try {
    const [service, baseline, alone] = await compare(bench, 'deepOffset', join);
    if (!alone) throw new Error('Nothing was measured');
    return [
      ratioOf('offset=5000, no two alike', 1.3, service, baseline),
      ratioOf(
        "… PostgreSQL's CPU beside a deferred join",
        1.3,
        service,
        alone,
        (round) => round.postgres,
      ),
    ];
  } finally {
    await pool.end();
  }
}

const deferredJoin = `SELECT q.id, question_text, correct_answer, incorrect_answers, category, difficulty,
    topic_focus, source, external_id, version, q.created_at, updated_at
  FROM (SELECT id, created_at FROM questions WHERE category = $1
    ORDER BY created_at, id LIMIT 21 OFFSET $2) AS page
  JOIN questions q ON q.id = page.id ORDER BY page.created_at, page.id`;

/** Of the service alone: both pages fresh, CPU of the service and of PostgreSQL together. */
async function measureCursor({ service, postmaster, effort }: Bench): Promise<Figure[]> {
  const { body } = await service.load.send({ path: '/questions?limit=20&offset=9980' });
  const { page } = JSON.parse(body) as { page: { next_cursor: string } };
  const headers = { 'cache-control': 'no-cache' };
  const [deep, first] = await measure(
    [
      service.subject(() => ({ path: `/questions?limit=20&cursor=${page.next_cursor}`, headers })),
      service.subject(() => ({ path: '/questions?limit=20', headers })),
    ],
    postmaster,
    effort,
  );
  if (!deep || !first) throw new Error('Nothing was measured');
  const both = (round: Measurement['rounds'][number]) => round.cpu + round.postgres;
  return [ratioOf('cursor at 10,000 beside the first page', 1.1, deep, first, both)];
}

/** 100 connections that each ask for one fresh list after the other. */
async function measureClients({ service, headers, works, effort }: Bench): Promise<Figure[]> {
  const load = openLoad({ url: service.process.url, connections: 100, headers });
  let n = 30_000;
  const next = () => {
    n += 1;
    return works.listFresh(n);
  };
  await load.run(effort.warmUp, next);
  const ratios: number[] = [];
  const [medians, slowest]: [number[], number[]] = [[], []];
  let failed = 0;
  for (let round = 0; round < effort.rounds; round += 1) {
    const { latencies, errors } = await load.run(effort.requests * 2, next);
    failed += errors.length;
    const sorted = latencies.toSorted((one, other) => one - other);
    const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
    ratios.push(at(0.99) / at(0.5));
    medians.push(at(0.5));
    slowest.push(at(0.99));
  }
  load.close();
  const spread = spreadOf(ratios);
  return [
    {
      work: '100 clients, p99 / p50',
      limit: 3,
      value: medianOf(ratios),
      spread,
      detail: `${medianOf(slowest).toFixed(0)} / ${medianOf(medians).toFixed(0)} ms`,
    },
    { work: '… errors', limit: 0, value: failed, spread: [failed, failed], detail: '' },
  ];
}
