import { readdirSync, readFileSync } from 'node:fs';

/** CPU milliseconds of a process since it started, all threads, user and system. */
export function cpuOf(pid: number): number {
  let nanoseconds = 0;
  // Exact, where /proc/<pid>/stat counts in ticks of 10 ms.
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += readNumber(`/proc/${pid}/task/${thread}/schedstat`);
  }
  return nanoseconds / 1e6;
}

/** CPU milliseconds of the direct children of a process, such as the backends of PostgreSQL. */
export function cpuOfChildren(pid: number): number {
  let sum = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || parentOf(Number(name)) !== pid) continue;
    sum += readNumber(`/proc/${name}/schedstat`) / 1e6;
  }
  return sum;
}

/** CPU milliseconds of the children of a process that have ended, in steps of 10 ms. */
export function cpuOfEndedChildren(pid = process.pid): number {
  const fields = statOf(pid);
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** The fields of /proc/<pid>/stat from the state on. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    // Ended meanwhile.
    return [];
  }
}

function readNumber(path: string): number {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10);
  } catch {
    return 0;
  }
}
