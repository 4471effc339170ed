import pg from 'pg';
import { parentOf } from '../cpu-time.ts';
import { startProcess, startService } from '../measured-process.ts';
import { formatFigure } from './figure.ts';
import { askServer, fullEffort, quickEffort } from './measure.ts';
import { type Bench, type Row, rows } from './rows.ts';
import { listWorks, readBankFacts } from './works.ts';

const account = { email: 'bench@localhost', password: 'a password for measuring' };

export interface QuestionsOptions {
  readonly isQuick: boolean;
  /** Beginnings of names of rows; all rows by default. */
  readonly only: readonly string[];
}

/** The table: what the service costs beside the same answers written by hand, and whether each row passes. */
export async function benchQuestions(
  databaseUrl: string,
  { isQuick, only }: QuestionsOptions,
): Promise<void> {
  const selected = selectRows(only);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows: backend } = await client.query('SELECT pg_backend_pid() AS pid');
  const service = await startService(databaseUrl, {
    RATE_LIMIT: 'on',
    RATE_LIMIT_TOKEN: '1000000000',
    ACCESS_TOKEN_TTL: '1d',
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  });
  const baselineFile = new URL('../baseline-server.ts', import.meta.url).pathname;
  const baseline = await startProcess(['--import', 'tsx', baselineFile, databaseUrl]);
  const headers = { authorization: `Bearer ${await logIn(service.url)}` };
  const bench: Bench = {
    databaseUrl,
    client,
    postmaster: parentOf(backend[0].pid),
    service: askServer(service, headers),
    baseline: askServer(baseline, headers),
    headers,
    works: listWorks(await readBankFacts(client)),
    effort: isQuick ? quickEffort : fullEffort,
  };
  const table: Record<string, string>[] = [];
  try {
    for (const { name, measure } of selected) {
      const figures = (await measure(bench)).map(formatFigure);
      table.push(...figures);
      for (const { work, value, '': verdict } of figures)
        console.error(`${name}: ${work} ${value} ${verdict}`);
    }
  } finally {
    bench.service.load.close();
    bench.baseline.load.close();
    await Promise.all([service.stop(), baseline.stop(), client.end()]);
    console.table(table);
  }
}

function selectRows(only: readonly string[]): Row[] {
  const isSelected = ({ name }: Row) => only.some((start) => name.startsWith(start));
  const selected = rows.filter((row) => only.length === 0 || isSelected(row));
  if (selected.length > 0) return selected;
  throw new Error(`No such row; available: ${rows.map(({ name }) => name).join(', ')}`);
}

async function logIn(url: string): Promise<string> {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
