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

/** A row of the table of runs, as far as tests look at it. */
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

/** A service that runs nothing itself, and workers beside it on the same database. */
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
      // One that a test leaves behind would take the runs of the next.
      onTestFinished(async () => void (await worker.destroy()));
      await worker.says('Worker ready');
      return worker;
    },
    /** So many questions with something for every analysis to say; 10,000 keep `quality` busy for seconds. */
    fill: (count: number) =>
      query(
        `INSERT INTO questions (id, question_text, correct_answer, incorrect_answers, category, difficulty)
         SELECT gen_random_uuid(), 'Which of the <b>things</b> (counted in 1987) has number ' || n || ' ?',
           'The thing ' || n, ARRAY['This', 'That', 'All of the above'], 'Science', n % 3
         FROM generate_series(1, $1) AS n`,
        [count],
      ),
    /** Lets nobody read questions, until the function it gives is called. */
    async lockQuestions(): Promise<() => Promise<void>> {
      const client = await pool.connect();
      await client.query('BEGIN; LOCK TABLE questions IN ACCESS EXCLUSIVE MODE');
      return async () => {
        await client.query('ROLLBACK');
        client.release();
      };
    },
    /** Asks for a run and does not wait for it; gives its id. */
    async ask(service: Service, type: string, parameters: object = {}): Promise<string> {
      const request = { analysis_type: type, parameters };
      const { status, body } = await service.rest('POST', '/analysis/run', request, noWait);
      if (status !== 202) throw new Error(`No run was begun: ${JSON.stringify(body)}`);
      return body.id;
    },
    /** The run as soon as it is in one of these states. */
    waitFor: (id: string, ...statuses: string[]) =>
      vi.waitUntil(
        async () => {
          const run = await findRun(id);
          return statuses.includes(run.status) ? run : undefined;
        },
        { timeout: 90_000, interval: 20 },
      ) as Promise<RunRow>,
    /** As if the job lock of a silent worker had expired; that it does is tested by a kill. */
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

/** What a program logged, each line as an object. */
export function logOf(program: Program): Json[] {
  return program
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** Of these workers the one that has begun this run. */
export async function workerOf(id: string, workers: readonly Program[]): Promise<Program> {
  const hasIt = (worker: Program) =>
    logOf(worker).some((line) => line.id === id && line.msg === 'Run started');
  const found = await vi.waitUntil(() => workers.find(hasIt), { timeout: 90_000, interval: 10 });
  if (!found) throw new Error('No worker has it.');
  return found;
}
