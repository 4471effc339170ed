import { type ClientOptions, type Outcomes, sendAtRate, sendInTurn } from './clients.ts';
import { startService } from './measured-process.ts';

/** Those that end with `=` are followed by a number, so that no answer is remembered; the last one always is. */
const paths = [
  '/questions?offset=',
  '/questions?sort=-updated_at&limit=100&offset=',
  '/questions?limit=20',
];
const durationMs = 5000;
const patienceMs = 1000;

/** How much of its capacity a service keeps when more is asked of it. */
export async function benchOverload(databaseUrl: string): Promise<void> {
  const rows = [];
  for (const path of paths) {
    const service = await startService(databaseUrl);
    try {
      const url = service.url + path;
      const isNumbered = path.endsWith('=');
      rows.push(...(await measureOverload({ url, isNumbered, durationMs, patienceMs })));
    } finally {
      await service.stop();
    }
  }
  console.table(rows);
}

async function measureOverload(options: ClientOptions) {
  const path = options.url.replace(/^http:\/\/[^/]+/, '');
  await sendInTurn(16, options);
  const before = await sendInTurn(16, options);
  const loads: [string, Outcomes][] = [
    ['3 times the capacity', await sendAtRate(3 * before.goodput, options)],
    ['300 clients', await sendInTurn(300, options)],
  ];
  // A service gets faster while it is measured.
  const after = await sendInTurn(16, options);
  const capacity = (before.goodput + after.goodput) / 2;
  return [['16 clients', before] as const, ...loads, ['16 clients', after] as const].map(
    ([load, { goodput, ...counts }]) => ({
      path,
      load,
      'answers per second': Math.round(goodput),
      'of capacity': (goodput / capacity).toFixed(2),
      ...counts,
    }),
  );
}
