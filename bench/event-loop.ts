import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LargeRequest, prepareLargeRequests } from './large-requests.ts';
import { startService } from './measured-process.ts';

export interface LongTurns {
  readonly request: string;
  readonly status: number;
  /** The longest turn of each round in CPU milliseconds; the first round also compiles the code. */
  readonly turns: readonly number[];
  /** The longest wait of `/healthz` in each round. */
  readonly waits: readonly number[];
}

export async function benchEventLoop(databaseUrl: string): Promise<void> {
  const rows = await measureTurns(databaseUrl, 3);
  console.table(
    rows.map(({ turns, waits, ...request }) => ({
      ...request,
      'longest turn, CPU ms': turns.join(', '),
      'longest wait, ms': waits.map(Math.round).join(', '),
    })),
  );
}

/** The longest turn of the event loop, and the longest wait of `/healthz`, behind one large request. */
export async function measureTurns(databaseUrl: string, rounds: number): Promise<LongTurns[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-turns-'));
  const turnFile = join(folder, 'turns');
  await writeFile(turnFile, '');
  const meter = new URL('turn-meter.mjs', import.meta.url).pathname;
  const service = await startService(databaseUrl, {
    ANONYMOUS_SCOPES: 'questions:read,questions:write,analysis:read,analysis:run',
    WORKERS: '0',
    REQUEST_TIMEOUT: '2m',
    STATEMENT_TIMEOUT: '1m',
    NODE_OPTIONS: `--import=${meter}`,
    TURN_FILE: turnFile,
  });
  try {
    const rows: LongTurns[] = [];
    for (const request of await prepareLargeRequests(databaseUrl)) {
      const [waits, turns]: [number[], number[]] = [[], []];
      let status = 0;
      for (let round = 0; round < rounds; round += 1) {
        await truncate(turnFile);
        const answer = await sendWatched(service.url, request);
        waits.push(answer.longestWait);
        status = answer.status;
        const lines = (await readFile(turnFile, 'utf8')).split('\n');
        turns.push(Math.max(...lines.map(Number)));
      }
      rows.push({ request: request.name, status, turns, waits });
    }
    return rows;
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function sendWatched(url: string, request: LargeRequest) {
  let status: number | undefined;
  const sent = send(url, request).then((answered) => {
    status = answered;
  });
  let longestWait = 0;
  do {
    const before = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    longestWait = Math.max(longestWait, performance.now() - before);
  } while (status === undefined);
  await sent;
  return { status, longestWait };
}

async function send(url: string, { path, body }: LargeRequest): Promise<number> {
  const headers = { 'Content-Type': 'application/json', Prefer: 'wait=0' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body };
  const response = await fetch(url + path, init);
  await response.arrayBuffer();
  return response.status;
}
