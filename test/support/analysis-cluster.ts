import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import type { Json } from './app.ts';
import { closeAfterFile } from './close-after-file.ts';
import { createTestDatabase } from './database.ts';
import {
  createServices,
  type Environment,
  type Program,
  type Service,
  type Services,
} from './service.ts';

/** The columns of a run that tests read. */
export interface RunRow {
  readonly id: string;
  readonly status: string;
  readonly engine_version: number;
  readonly parameters: Json;
  readonly attempt: number;
  readonly progress: number;
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly item_count: number | null;
}

export type Cluster = Awaited<ReturnType<typeof createCluster>>;

/** A service without workers, and worker processes on the same database. */
export async function createCluster({ start, launch }: Services = createServices()) {
  const DATABASE_URL = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 3 });
  closeAfterFile(() => pool.end());
  const query = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await pool.query<Row>(sql, values)).rows;
  const findRun = async (id: string): Promise<RunRow> => {
    const [row] = await query<RunRow>('SELECT * FROM analyses WHERE id = $1', [id]);
    if (!row) throw new Error(`There is no run ${id}.`);
    return row;
  };
  return {
    databaseUrl: DATABASE_URL,
    query,
    findRun,
    startService: (env: Environment = {}): Promise<Service> =>
      start({
        DATABASE_URL,
        WORKERS: '0',
        ANONYMOUS_SCOPES: 'questions:read,questions:write,analysis:read,analysis:run',
        ...env,
      }),
    async startWorker(env: Environment = {}): Promise<Program> {
      const worker = launch(['worker'], { env: { DATABASE_URL, ...env } });
      // A leftover worker would take the runs of the next test.
      onTestFinished(async () => void (await worker.destroy()));
      await worker.says('Worker ready');
      return worker;
    },
    /** Questions with findings for every analysis; 10,000 keep `quality` busy for seconds. */
    fill: (count: number) =>
      query(
        `INSERT INTO questions (id, question_text, correct_answer, incorrect_answers, category, difficulty)
         SELECT gen_random_uuid(), 'Which of the <b>things</b> (counted in 1987) has number ' || n || ' ?',
           'The thing ' || n, ARRAY['This', 'That', 'All of the above'], 'Science', n % 3
         FROM generate_series(1, $1) AS n`,
        [count],
      ),
    /** Blocks all reads of questions until the returned function is called. */
    async lockQuestions(): Promise<() => Promise<void>> {
      const client = await pool.connect();
      await client.query('BEGIN; LOCK TABLE questions IN ACCESS EXCLUSIVE MODE');
      return async () => {
        await client.query('ROLLBACK');
        client.release();
      };
    },
    /** Starts a run without waiting for it; returns its id. */
    async ask(service: Service, type: string, parameters: object = {}): Promise<string> {
      const request = { analysis_type: type, parameters };
      const { status, body } = await service.rest('POST', '/analysis/run', request, noWait);
      if (status !== 202) throw new Error(`No run was begun: ${JSON.stringify(body)}`);
      return body.id;
    },
    /** Waits until the run is in one of these states. */
    waitFor: (id: string, ...statuses: string[]) =>
      vi.waitUntil(
        async () => {
          const run = await findRun(id);
          return statuses.includes(run.status) ? run : undefined;
        },
        { timeout: 90_000, interval: 20 },
      ) as Promise<RunRow>,
    /** As if the job lock of an unresponsive worker had expired; real expiry is tested by a kill. */
    async expireLock(id: string): Promise<void> {
      await query(`DELETE FROM bullmq.meta WHERE field = 'stalled-check'`);
      await query(
        'UPDATE bullmq.job SET locked_until_ms = 0, stalled_marked = true WHERE id = $1',
        [id],
      );
    },
  };
}

const noWait = { Prefer: 'wait=0' };

/** The log of a program, each line parsed. */
export function logOf(program: Program): Json[] {
  return program
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** The worker that started this run. */
export async function workerOf(id: string, workers: readonly Program[]): Promise<Program> {
  const hasStarted = (worker: Program) =>
    logOf(worker).some((line) => line.id === id && line.msg === 'Run started');
  const found = await vi.waitUntil(() => workers.find(hasStarted), {
    timeout: 90_000,
    interval: 10,
  });
  if (!found) throw new Error('No worker has it.');
  return found;
}
