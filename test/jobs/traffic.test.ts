import { Piscina } from 'piscina';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { countTraffic, createYield } from '../../src/jobs/traffic.ts';
import type { Rest } from '../support/resting-thread.ts';

const few = 2;

let now = 0;
const work = (milliseconds: number) => {
  now += milliseconds;
};
const milliseconds = (action: () => void) => {
  const start = now;
  action();
  return now - start;
};

/** A clock that only rest and work advance, for the thread of the test itself. */
function useVirtualClock(): void {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(Atomics, 'wait').mockImplementation((...[, , , timeout = 0]) => {
    now += timeout;
    return 'timed-out';
  });
  onTestFinished(() => void vi.restoreAllMocks());
}

describe('a thread stands back', () => {
  it('for a request, until it is answered', async () => {
    const traffic = countTraffic();
    const waits = new Int32Array(new SharedArrayBuffer(4));
    const pool = new Piscina<Rest, number>({
      filename: new URL('../support/resting-thread.ts', import.meta.url).href,
      execArgv: ['--import', 'tsx'],
      maxThreads: 1,
    });
    const rest = (isAnswered: boolean) =>
      pool.run({ shared: traffic.shared, waits: waits.buffer, isAnswered });
    // Callers that wait for the run itself must not block it.
    traffic.begin();
    expect(await rest(false)).toBeGreaterThan(10);
    expect(await rest(false)).toBe(0);
    for (let turn = 0; turn < 10; turn += 1) {
      traffic.begin();
      const before = Atomics.load(waits, 0);
      const resting = rest(true);
      await expect.poll(() => Atomics.load(waits, 0), { interval: 1 }).toBe(before + 1);
      traffic.end();
      expect(await resting).toBe(0);
    }
    await pool.destroy();
  });

  it('a short while only, and once, for a request that stays open', () => {
    useVirtualClock();
    const traffic = countTraffic();
    const rest = createYield(traffic.shared, few);
    const again = () => {
      work(40);
      return milliseconds(rest);
    };
    traffic.begin();
    expect(milliseconds(rest)).toBeGreaterThan(10);
    expect(again()).toBe(0);
    traffic.begin();
    expect(again()).toBeGreaterThan(10);
  });

  it('for nobody when all have their answers', () => {
    useVirtualClock();
    const traffic = countTraffic();
    const rest = createYield(traffic.shared, few);
    traffic.begin();
    traffic.end();
    expect(milliseconds(rest)).toBe(0);
  });

  it('for half of the time at most, however many ask', () => {
    useVirtualClock();
    const traffic = countTraffic();
    const rest = createYield(traffic.shared, few);
    let rested = 0;
    while (now < 6000) {
      traffic.begin();
      rested += milliseconds(rest);
      work(1);
    }
    expect(rested / now).toBeGreaterThan(0.2);
    expect(rested / now).toBeLessThan(0.55);
  });

  it('for nobody where there are cores for all', () => {
    useVirtualClock();
    const traffic = countTraffic();
    const rest = createYield(traffic.shared, 4);
    traffic.begin();
    expect(milliseconds(rest)).toBe(0);
  });
});
