import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { record } from '../support/experiment-table.ts';
import { keepWriting } from '../support/ledger.ts';
import { killPostgres, postgresOf, query, waitForEnd } from '../support/postgres.ts';
import { createServices, type Service } from '../support/service.ts';

const { makeDataDir, start } = createServices();
const rounds = 2;

interface Experiment {
  readonly DATA_DIR: string;
  readonly service: Service;
}

/** Each ends when requests can be served again, by the same service or by another one. */
const faults: Record<string, (experiment: Experiment) => Promise<Service>> = {
  async 'kill -9 of the service'({ DATA_DIR, service }) {
    await service.end('SIGKILL');
    return start({ DATA_DIR });
  },
  async 'kill -9 of the postmaster'({ DATA_DIR, service }) {
    const { pid } = await postgresOf(DATA_DIR);
    process.kill(pid, 'SIGKILL');
    await waitForEnd(pid);
    return service;
  },
  async 'kill -9 of everything'({ DATA_DIR, service }) {
    const killed = killPostgres(DATA_DIR);
    await service.end('SIGKILL');
    await killed;
    return start({ DATA_DIR });
  },
  async 'SIGSTOP of the service'({ service }) {
    service.signal('SIGSTOP');
    await sleep(3000);
    service.signal('SIGCONT');
    return service;
  },
  async 'SIGSTOP of PostgreSQL'({ DATA_DIR, service }) {
    const processes = await query<{ pid: number }>(DATA_DIR, 'SELECT pid FROM pg_stat_activity');
    const pids = [(await postgresOf(DATA_DIR)).pid, ...processes.map(({ pid }) => pid)];
    signalAll(pids, 'SIGSTOP');
    await sleep(3000);
    signalAll(pids, 'SIGCONT');
    return service;
  },
};

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // A connection may have ended meanwhile.
    }
  }
}

it.for(Object.entries(faults))('%s loses and doubles nothing', async ([name, inject], context) => {
  const DATA_DIR = await makeDataDir();
  let service = await start({ DATA_DIR });
  const ledger = keepWriting(() => [service.url]);
  for (let round = 0; round < rounds; round += 1) {
    await ledger.confirmed(15);
    service = await inject({ DATA_DIR, service });
  }
  await ledger.confirmed(15);
  await ledger.stop();
  record(context, name, ledger.check(await query(DATA_DIR, 'SELECT question_text FROM questions')));
  expect(await service.end()).toEqual({ code: 0, signal: null });
});
