import { Agent, get, type OutgoingHttpHeaders } from 'node:http';
import type { MeasuredProcess } from './measured-process.ts';

const requests = 300;
const concurrency = 8;
/** Requests before the measurement. */
export const warmUp = 200;
/** Measurements of each subject, alternating with its baseline. */
export const rounds = 3;

/** CPU milliseconds of the process per GET. */
export async function cpuPerRequest(
  process: MeasuredProcess,
  path: string,
  headers: OutgoingHttpHeaders = {},
): Promise<number> {
  const before = process.cpu();
  await send(process.url + path, requests, headers);
  return (process.cpu() - before) / requests;
}

export async function send(
  url: string,
  count: number,
  headers: OutgoingHttpHeaders = {},
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await once(url, agent, headers);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  agent.destroy();
}

function once(url: string, agent: Agent, headers: OutgoingHttpHeaders): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`${url} responded with ${response.statusCode}`));
      response.on('end', resolve).resume();
    }).on('error', reject);
  });
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
