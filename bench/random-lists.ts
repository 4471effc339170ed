import pg from 'pg';
import { cpuOfChildren, cpuOfEndedChildren, parentOf } from './cpu-time.ts';
import { startService } from './measured-process.ts';
import { askServer, type Measurement, measure } from './questions/measure.ts';

const effort = { warmUp: 500, rounds: 5, requests: 300 };

/** Criteria of both lists; the last ones select few. */
const criteria = ['', 'category=Science', 'category=Science&difficulty=2', 'source=bench'];

/**
 * Pages in random order beside the same page in the default order, never answered from memory: CPU time of
 * the service and of PostgreSQL together. Every random page has a seed of its own.
 */
export async function benchRandomLists(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const { rows: counted } = await client.query('SELECT count(*) FROM questions');
  const service = await startService(databaseUrl, {
    RATE_LIMIT: 'off',
    POOL_TIMEOUT: '30s',
    STATEMENT_TIMEOUT: '60s',
    ANONYMOUS_SCOPES: 'questions:read',
  });
  const server = askServer(service, { 'cache-control': 'no-cache' });
  const [table, deep]: [object[], object[]] = [[], []];
  try {
    for (const query of criteria) {
      const ordinary = `/questions?limit=20&${query}`;
      const [random, first] = await measure(
        [
          server.subject((n) => ({ path: `${ordinary}&sort=random&seed=${n}` })),
          server.subject(() => ({ path: ordinary })),
        ],
        parentOf(rows[0].pid),
        effort,
      );
      if (!random || !first) throw new Error('Nothing was measured');
      table.push({
        criteria: query || 'none',
        'random CPU ms': totalOf(random).toFixed(2),
        'ordinary CPU ms': totalOf(first).toFixed(2),
        'of PostgreSQL': `${random.postgres.toFixed(2)} / ${first.postgres.toFixed(2)}`,
        ratio: (totalOf(random) / totalOf(first)).toFixed(2),
        allowed: 2,
      });
    }
    const postmaster = parentOf(rows[0].pid);
    for (const offset of [100, 10_000, 100_000, 900_000]) {
      const path = `/questions?limit=20&offset=${offset}`;
      const requests = offset < 50_000 ? 100 : 6;
      // Of parallel workers, too, which end with their statement.
      const cpu = () => service.cpu() + cpuOfChildren(postmaster) + cpuOfEndedChildren(postmaster);
      const cpuOf = async (request: (n: number) => string) => {
        for (let n = 0; n < requests / 3; n += 1) await server.load.send({ path: request(-n) });
        const before = cpu();
        for (let n = 0; n < requests; n += 1) await server.load.send({ path: request(n + 1) });
        return (cpu() - before) / requests;
      };
      const random = await cpuOf((n) => `${path}&sort=random&seed=${n}`);
      const ordinary = await cpuOf(() => path);
      deep.push({
        offset,
        'random CPU ms': random.toFixed(1),
        'ordinary CPU ms': ordinary.toFixed(1),
        ratio: (random / ordinary).toFixed(2),
      });
    }
  } finally {
    server.load.close();
    await Promise.all([service.stop(), client.end()]);
  }
  console.log(`${Number(counted[0].count).toLocaleString('en')} questions`);
  console.table(table);
  console.table(deep);
}

function totalOf({ cpu, postgres }: Measurement): number {
  return cpu + postgres;
}
