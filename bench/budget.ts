import autocannon from 'autocannon';
import { startService } from './measured-process.ts';

const quota = 50;

/** How many concurrent requests a quota admits, counted in memory and in PostgreSQL. */
export async function benchBudget(databaseUrl: string): Promise<void> {
  const rows = [];
  for (const store of ['memory', 'postgres']) rows.push(await measureQuota(databaseUrl, store));
  console.table(rows);
}

async function measureQuota(databaseUrl: string, store: string) {
  const service = await startService(databaseUrl, {
    RATE_LIMIT: 'on',
    RATE_LIMIT_ANONYMOUS: String(quota),
    RATE_LIMIT_STORE: store,
  });
  try {
    const before = service.cpu();
    const options = { url: `${service.url}/questions`, connections: 50, amount: 5000 };
    const { statusCodeStats, requests, latency } = await autocannon(options);
    const count = (status: `${number}`) => statusCodeStats?.[status]?.count ?? 0;
    return {
      store,
      quota,
      sent: requests.sent,
      200: count('200'),
      429: count('429'),
      'p99, ms': latency.p99,
      'CPU ms per request': ((service.cpu() - before) / options.amount).toFixed(3),
    };
  } finally {
    await service.stop();
  }
}
