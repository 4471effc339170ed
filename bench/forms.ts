import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cpuOfChildren, parentOf } from './cpu-time.ts';
import { startService } from './measured-process.ts';

const rounds = 3;
const pollMs = 200;

/** Forms as they are asked for, from simple to hard. */
const requests: Record<string, (ids: readonly string[]) => object> = {
  'one form of 40 questions': () => ({ length: 40 }),
  'a form of 40, quotas of categories and levels': () => ({
    length: 40,
    quotas: [
      { category: 'Science', min: 8, max: 12 },
      { category: 'Geography', min: 8, max: 12 },
      { difficulty: 2, min: 10, max: 10 },
    ],
  }),
  '2 forms of 40, quotas, topics, 200 enemies': (ids) => ({
    forms: 2,
    length: 40,
    quotas: [
      { category: 'Science', min: 8, max: 12 },
      { category: 'Geography', min: 8, max: 12 },
      { category: 'Literature', min: 5 },
      { difficulty: 0, min: 10, max: 15 },
      { difficulty: 2, min: 10, max: 10 },
    ],
    max_per_topic: 3,
    enemies: Array.from({ length: 200 }, (_, at) => [ids[2 * at], ids[2 * at + 1]]),
  }),
};

/**
 * `POST /forms` on the bank: seconds until the response, CPU seconds of the service with its thread and of
 * PostgreSQL, and how good the forms are proven to be. Each with seeds of its own; the median of the rounds.
 */
export async function benchForms(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(rows[0].pid);
  const { rows: some } = await client.query('SELECT id FROM questions ORDER BY id LIMIT 400');
  const ids = some.map(({ id }) => id as string);
  const service = await startService(databaseUrl, {
    ANONYMOUS_SCOPES: 'quizzes:read,quizzes:write',
    // Real time, of which a busy machine gives the thread little.
    FORM_TIMEOUT: '3m',
    RATE_LIMIT: 'off',
    WORKERS: '1',
  });
  const cpu = () => service.cpu() + cpuOfChildren(postmaster);
  const table: object[] = [];
  try {
    for (const [name, request] of Object.entries(requests)) {
      const results = [];
      for (let round = 0; round < rounds; round += 1) {
        const [start, before] = [performance.now(), cpu()];
        const { status, gap } = await assemble(service.url, {
          ...request(ids),
          seed: `round ${round}`,
        });
        const seconds = (performance.now() - start) / 1000;
        results.push({ seconds, cpu: (cpu() - before) / 1000, status, gap });
      }
      const median = results.sort((one, other) => one.cpu - other.cpu)[Math.floor(rounds / 2)];
      table.push({
        forms: name,
        seconds: median?.seconds.toFixed(1),
        'CPU s': median?.cpu.toFixed(1),
        statuses: results.map(({ status }) => status).join(', '),
        gaps: results.map(({ gap }) => gap).join(', '),
      });
    }
  } finally {
    await Promise.all([service.stop(), client.end()]);
  }
  console.table(table);
}

interface Assembled {
  readonly id: string;
  readonly status: string;
  readonly gap: number | null;
}

/** Until they are ready, however long that takes. */
async function assemble(url: string, request: object): Promise<Assembled> {
  let response = await fetch(`${url}/forms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=30' },
    body: JSON.stringify(request),
  });
  for (;;) {
    const form = (await response.json()) as Assembled;
    if (form.status !== 'QUEUED' && form.status !== 'RUNNING') return form;
    await sleep(pollMs);
    response = await fetch(`${url}/forms/${form.id}`);
  }
}
