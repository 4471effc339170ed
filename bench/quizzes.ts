import pg from 'pg';
import { cpuOfChildren, parentOf } from './cpu-time.ts';
import { type MeasuredProcess, startService } from './measured-process.ts';

const rounds = 5;
const perRound = 100;

/**
 * The CPU time of a quiz, in the service and in PostgreSQL together, beside that of a fresh page of 20
 * questions, in turns in one run.
 */
export async function benchQuizzes(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(rows[0].pid);
  const service = await startService(databaseUrl, {
    ANONYMOUS_SCOPES: 'questions:read,quizzes:play',
    RATE_LIMIT: 'off',
  });
  const { page, works } = listWorks(service);
  const cpuOf = async (work: () => Promise<void>) => {
    const before = [service.cpu(), cpuOfChildren(postmaster)] as const;
    for (let n = 0; n < perRound; n += 1) await work();
    const [node, database] = [service.cpu() - before[0], cpuOfChildren(postmaster) - before[1]];
    return { node: node / perRound, database: database / perRound };
  };
  try {
    const table = [];
    for (const [name, { prepare, work, beside = page }] of Object.entries<Work>(works)) {
      const costs: Cost[] = [];
      const pages: Cost[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        await prepare();
        const [cost, ofPage] = [await cpuOf(work), await cpuOf(beside)];
        // The first is a warm-up.
        if (round > 0) void [costs.push(cost), pages.push(ofPage)];
      }
      table.push({
        request: name,
        'CPU ms, service': median(costs.map(({ node }) => node)).toFixed(2),
        PostgreSQL: median(costs.map(({ database }) => database)).toFixed(2),
        'of a fresh page': (median(costs.map(total)) / median(pages.map(total))).toFixed(2),
      });
    }
    console.table(table);
  } finally {
    await Promise.all([service.stop(), client.end()]);
  }
}

interface Cost {
  readonly node: number;
  readonly database: number;
}

interface Work {
  readonly prepare: () => Promise<void>;
  readonly work: () => Promise<void>;
  /** What it is compared with; default a page. */
  readonly beside?: () => Promise<void>;
}

const total = ({ node, database }: Cost) => node + database;

function listWorks({ url }: MeasuredProcess) {
  const ask = async (path: string, body?: object, headers: Record<string, string> = {}) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(url + path, {
      ...init,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    });
    const text = await response.text();
    if (response.status > 201) throw new Error(text);
    return JSON.parse(text);
  };
  let session = '';
  let drawn: string[] = [];
  const begin = (criteria: object) => async () => {
    session = (await ask('/quiz-sessions', { criteria })).id;
  };
  const draw = (count: number) => async () => {
    await ask(`/quiz-sessions/${session}/next`, { count });
  };
  const all = begin({});
  const fresh = { 'cache-control': 'no-cache' };
  const counts = '/questions/counts?by=category,difficulty';
  let asked = 0;
  // Criteria that all questions meet and nobody has asked for: nothing that was counted before is of use.
  const newCriteria = () => {
    asked += 1;
    return `created_after=${new Date(Date.UTC(2000, 0, 1) + asked).toISOString()}`;
  };
  return {
    page: async () => {
      await ask('/questions', undefined, fresh);
    },
    works: {
      'begin a session': { prepare: all, work: all },
      'draw 1': { prepare: all, work: draw(1) },
      'draw 10': { prepare: all, work: draw(10) },
      'draw 1 of a category and level': {
        prepare: begin({ category: 'Science', difficulty: 2 }),
        work: draw(1),
      },
      'check an answer': {
        prepare: async () => {
          await all();
          const pages = [];
          for (let n = 0; n < perRound / 50; n += 1) {
            pages.push(await ask(`/quiz-sessions/${session}/next`, { count: 50 }));
          }
          drawn = pages.flatMap(({ data }) => data.map(({ id }: { id: string }) => id));
        },
        work: async () => {
          const question_id = drawn.pop();
          const answer = 'An answer in so many words';
          await ask(`/quiz-sessions/${session}/answers`, { question_id, answer });
        },
      },
      'counts by category and level': {
        prepare: async () => {},
        work: () => ask(counts, undefined, fresh),
      },
      'counts, new criteria (beside a page with new criteria)': {
        prepare: async () => {},
        work: () => ask(`${counts}&${newCriteria()}`, undefined, fresh),
        beside: () => ask(`/questions?${newCriteria()}`, undefined, fresh),
      },
    },
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
