import { Agent, get } from 'node:http';

/**
 * Sends GETs at a constant rate, without waiting for earlier responses, until `until` settles.
 * Returns the latencies in milliseconds, measured from the scheduled time, so that a stalled server
 * affects all pending requests (no coordinated omission).
 */
export async function measureLatency(
  url: string,
  perSecond: number,
  until: Promise<unknown>,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const responses: Promise<void>[] = [];
  let isOver = false;
  const ended = until.finally(() => {
    isOver = true;
  });
  const start = performance.now();
  for (let count = 0; !isOver; count += 1) {
    const due = start + (count * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    responses.push(request(url, agent).then(() => void times.push(performance.now() - due)));
  }
  await Promise.all([ended, ...responses]);
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
