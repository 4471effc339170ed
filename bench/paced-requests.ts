import { Agent, get } from 'node:http';

/**
 * Sends GETs at an even pace, whether or not the ones before are answered, until that is over. Each
 * counts from the moment it was due, so that a server that stands still is told by all that wait. Gives
 * the milliseconds of each.
 */
export async function measureLatency(
  url: string,
  perSecond: number,
  until: Promise<unknown>,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  let isOver = false;
  const ended = until.finally(() => {
    isOver = true;
  });
  const start = performance.now();
  for (let count = 0; !isOver; count += 1) {
    const due = start + (count * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    answers.push(ask(url, agent).then(() => void times.push(performance.now() - due)));
  }
  await Promise.all([ended, ...answers]);
  agent.destroy();
  return times;
}

/** The time within which that share of the requests was answered. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
}

function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
      response.on('end', resolve).resume();
    }).on('error', reject);
  });
}
