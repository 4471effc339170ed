import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { median, send, warmUp } from './cpu-per-request.ts';
import { type MeasuredProcess, startService } from './measured-process.ts';
import { measureLatency, quantile } from './paced-requests.ts';

/** Requests a second: a busy day for a question bank, and well within what one process can answer. */
const pace = 50;
/** Seconds without a run, in each round: about as long as a run takes. */
const idleTime = 8;
/** In turns, so that what else the machine does meets both alike. */
const rounds = 6;

interface Round {
  readonly idle: readonly number[];
  readonly busy: readonly number[];
  readonly questionsPerSecond: number;
}

/** How long GET /questions takes while a run reads the whole bank in the same process, and what the run needs. */
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
    await waitForEnd(database, await begin(service));
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
