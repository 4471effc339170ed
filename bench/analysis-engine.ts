import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { median, rounds, send, warmUp } from './cpu-per-request.ts';
import { type MeasuredProcess, startProcess } from './measured-process.ts';
import { type Latency, measureLatency } from './paced-requests.ts';

/** Requests a second: a busy day for a question bank, and well within what one process can answer. */
const pace = 50;
/** Seconds without a run, in each round. */
const idleTime = 15;

interface Round {
  readonly idle: Latency;
  readonly busy: Latency;
  readonly questionsPerSecond: number;
}

/** How long GET /questions takes while a run reads the whole bank in the same process, and what the run needs. */
export async function benchEngine(databaseUrl: string): Promise<void> {
  const service = await startProcess(['dist/main.js', 'serve'], {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    RATE_LIMIT: 'off',
    WORKERS: '1',
    ANONYMOUS_SCOPES: 'questions:read,analysis:read,analysis:run',
  });
  const database = new pg.Client(databaseUrl);
  await database.connect();
  try {
    const url = `${service.url}/questions`;
    await send(url, warmUp);
    const before = service.memory().now;
    service.forgetPeak();
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push(await measureRound(service, database, url));
    }
    tell(measured, before, service.memory().peak);
  } finally {
    await database.end();
    await service.stop();
  }
}

async function measureRound(
  service: MeasuredProcess,
  database: pg.Client,
  url: string,
): Promise<Round> {
  const idle = await measureLatency(url, pace, sleep(idleTime * 1000));
  const id = await begin(service);
  const finished = waitForEnd(database, id);
  const busy = await measureLatency(url, pace, finished);
  return { idle, busy, questionsPerSecond: await finished };
}

async function begin({ url }: MeasuredProcess): Promise<string> {
  const response = await fetch(`${url}/analysis/run`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'wait=0' },
    body: JSON.stringify({ analysis_type: 'quality' }),
  });
  const { id } = (await response.json()) as { id: string };
  return id;
}

/** Looks past the service, which is measured meanwhile; gives questions a second. */
async function waitForEnd(database: pg.Client, id: string): Promise<number> {
  for (;;) {
    await sleep(100);
    const { rows } = await database.query<{ status: string; questions: number; seconds: number }>(
      `SELECT status, question_count AS questions,
         extract(epoch FROM finished_at - started_at)::float AS seconds
       FROM analyses WHERE id = $1`,
      [id],
    );
    const [run] = rows;
    if (run?.status === 'SUCCEEDED') return run.questions / run.seconds;
    if (run?.status === 'FAILED') throw new Error('The run failed.');
  }
}

function tell(measured: readonly Round[], before: number, peak: number): void {
  const row = (name: string, latencies: readonly Latency[]) => ({
    'GET /questions': name,
    requests: median(latencies.map(({ requests }) => requests)),
    'p50, ms': median(latencies.map(({ p50 }) => p50)).toFixed(2),
    'p99, ms': median(latencies.map(({ p99 }) => p99)).toFixed(2),
  });
  console.table([
    row(
      'idle',
      measured.map(({ idle }) => idle),
    ),
    row(
      'with a run',
      measured.map(({ busy }) => busy),
    ),
  ]);
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  console.table([
    {
      'p99 with a run / idle': median(
        measured.map(({ idle, busy }) => busy.p99 / idle.p99),
      ).toFixed(2),
      'questions/s of the run': median(
        measured.map(({ questionsPerSecond }) => questionsPerSecond),
      ).toFixed(0),
      'memory before, MB': megabytes(before),
      'peak, MB': megabytes(peak),
    },
  ]);
}
