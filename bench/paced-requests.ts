import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';

const goesFirst = spawnSync('chrt', ['--rr', '1', 'true']).status === 0;

/**
 * Sends GETs at a constant rate, without waiting for earlier responses, until `until` settles.
 * Returns the latencies in milliseconds, measured from the scheduled time, so that a stalled server
 * affects all pending requests (no coordinated omission). They are sent by a process of its own: what the
 * benchmark does meanwhile, collecting the garbage of a large file for example, is not the server's. Neither is
 * the time in which the client, which is on another machine otherwise, waits for one of the cores: it goes first,
 * where that is allowed.
 */
export async function measureLatency(
  url: string,
  perSecond: number,
  until: Promise<unknown>,
): Promise<number[]> {
  const [execPath, ...options] = goesFirst ? ['chrt', '--rr', '1', process.execPath] : [];
  const client = fork(import.meta.filename, [url, String(perSecond)], {
    ...(execPath && { execPath }),
    execArgv: [...options, '--import', 'tsx'],
  });
  const ended = until.finally(() => client.send('end'));
  const [[times]] = await Promise.all([once(client, 'message'), ended]);
  return times;
}

async function sendPaced(url: string, perSecond: number, isOver: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const responses: Promise<void>[] = [];
  // The first requests load the code of the client.
  for (let count = 0; count < 50; count += 1) await request(url, agent);
  const start = performance.now();
  for (let count = 0; !isOver(); count += 1) {
    const due = start + (count * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    responses.push(request(url, agent).then(() => void times.push(performance.now() - due)));
  }
  await Promise.all(responses);
  agent.destroy();
  return times;
}

/** The latency that this share of the requests did not exceed. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
}

function request(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`${url} responded with ${response.statusCode}`));
      response.on('end', resolve).resume();
    }).on('error', reject);
  });
}

if (process.argv[1] === import.meta.filename) {
  let isOver = false;
  process.once('message', () => {
    isOver = true;
  });
  const [, , url = '', perSecond] = process.argv;
  const times = await sendPaced(url, Number(perSecond), () => isOver);
  process.send?.(times, () => process.disconnect());
}
