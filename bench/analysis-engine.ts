import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { median, send, warmUp } from './cpu-per-request.ts';
import { type MeasuredProcess, startService } from './measured-process.ts';
import { measureLatency, quantile } from './paced-requests.ts';

/** Requests per second: a busy day for a question bank, well within the capacity of one process. */
const requestsPerSecond = 50;
/** Seconds without a run in each round: about the duration of a run. */
const idleSeconds = 8;
/** Idle and busy phases alternate, so that other load on the machine affects both. */
const rounds = 6;

interface Round {
  readonly idle: readonly number[];
  readonly busy: readonly number[];
  readonly questionsPerSecond: number;
}

/**
 * Latency of GET /questions while a run reads the whole bank in the same process; throughput and
 * memory of the run.
 */
export async function benchEngine(databaseUrl: string): Promise<void> {
  const service = await startService(databaseUrl, {
    WORKERS: '1',
    ANONYMOUS_SCOPES: 'questions:read,analysis:read,analysis:run',
  });
  const database = new pg.Client(databaseUrl);
  await database.connect();
  try {
    const url = `${service.url}/questions`;
    await send(url, warmUp);
    // The first run also starts its thread.
    await waitForEnd(database, await startRun(service));
    const before = service.memory().now;
    service.resetPeak();
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push(await measureRound(service, database, url));
    }
    printResults(measured, before, service.memory().peak);
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
  const idle = await measureLatency(url, requestsPerSecond, sleep(idleSeconds * 1000));
  const id = await startRun(service);
  const finished = waitForEnd(database, id);
  const busy = await measureLatency(url, requestsPerSecond, finished);
  return { idle, busy, questionsPerSecond: await finished };
}

async function startRun({ url }: MeasuredProcess): Promise<string> {
  const response = await fetch(`${url}/analysis/run`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'wait=0' },
    body: JSON.stringify({ analysis_type: 'quality' }),
  });
  const { id } = (await response.json()) as { id: string };
  return id;
}

/** Polls the database instead of the service under test; returns questions per second. */
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

function printResults(measured: readonly Round[], before: number, peak: number): void {
  const idle = measured.flatMap((round) => round.idle);
  const busy = measured.flatMap((round) => round.busy);
  const row = (name: string, times: readonly number[]) => ({
    'GET /questions': name,
    requests: times.length,
    'p50, ms': quantile(times, 0.5).toFixed(2),
    'p99, ms': quantile(times, 0.99).toFixed(2),
  });
  console.table([row('idle', idle), row('with a run', busy)]);
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  console.table([
    {
      'p99 with a run / idle': (quantile(busy, 0.99) / quantile(idle, 0.99)).toFixed(2),
      'questions/s of the run': median(
        measured.map(({ questionsPerSecond }) => questionsPerSecond),
      ).toFixed(0),
      'memory before, MB': megabytes(before),
      'peak, MB': megabytes(peak),
    },
  ]);
}
