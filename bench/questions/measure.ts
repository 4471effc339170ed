import { cpuOfChildren } from '../cpu-time.ts';
import { type Load, type LoadRequest, openLoad } from '../http-load.ts';
import type { MeasuredProcess } from '../measured-process.ts';

export interface Effort {
  readonly warmUp: number;
  readonly rounds: number;
  /** Requests of a round. */
  readonly requests: number;
}

const connections = 16;

/** V8 optimizes the service until it has served about 10,000 requests of a kind. */
export const fullEffort: Effort = { warmUp: 8000, rounds: 15, requests: 400 };
/** For comparing two states of the code: the figures are 10 to 30 % higher than those of a full run. */
export const quickEffort: Effort = { warmUp: 500, rounds: 3, requests: 200 };

/** Something that takes requests: a server, or PostgreSQL itself. */
export interface Subject {
  run(count: number): Promise<{ seconds: number }>;
  /** CPU milliseconds of the process so far. */
  cpu(): number;
}

/** Medians over the rounds. */
export interface Measurement {
  /** CPU milliseconds of the server process per request. */
  readonly cpu: number;
  /** CPU milliseconds of PostgreSQL per request. */
  readonly postgres: number;
  readonly perSecond: number;
  readonly rounds: readonly Round[];
}

interface Round {
  readonly cpu: number;
  readonly postgres: number;
  readonly perSecond: number;
}

/** Measures all subjects in turn, round by round, so that a slow minute of the machine hits each alike. */
export async function measure(
  subjects: readonly Subject[],
  postmaster: number,
  { warmUp, rounds, requests }: Effort,
): Promise<Measurement[]> {
  for (const subject of subjects) await subject.run(warmUp);
  const measured = subjects.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      // Opens connections that were closed while the others were measured.
      await subject.run(connections);
      const [cpu, postgres] = [subject.cpu(), cpuOfChildren(postmaster)];
      const { seconds } = await subject.run(requests);
      measured[index]?.push({
        cpu: (subject.cpu() - cpu) / requests,
        postgres: (cpuOfChildren(postmaster) - postgres) / requests,
        perSecond: requests / seconds,
      });
    }
  }
  return measured.map((all) => ({
    cpu: medianOf(all.map(({ cpu }) => cpu)),
    postgres: medianOf(all.map(({ postgres }) => postgres)),
    perSecond: medianOf(all.map(({ perSecond }) => perSecond)),
    rounds: all,
  }));
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** A server that is asked on several connections at once. */
export interface AskedServer {
  readonly process: MeasuredProcess;
  readonly load: Load;
  subject(request: (n: number) => LoadRequest): Subject;
}

export function askServer(
  process: MeasuredProcess,
  headers: Record<string, string> = {},
): AskedServer {
  const load = openLoad({ url: process.url, connections, headers });
  return {
    process,
    load,
    subject(request) {
      let n = 0;
      const next = () => {
        n += 1;
        return request(n - 1);
      };
      const run = async (count: number) => {
        const result = await load.run(count, next);
        if (result.errors.length > 0) throw new Error(result.errors[0]);
        return result;
      };
      return { run, cpu: process.cpu };
    },
  };
}
