import { setTimeout as sleep } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { describe, expect, it } from 'vitest';
import { countTraffic, standBackFor } from '../../src/jobs/traffic.ts';

const few = 2;
const milliseconds = (work: () => void) => {
  const start = performance.now();
  work();
  return performance.now() - start;
};
/** The shortest of several: a busy machine makes single ones long, not short. */
const shortest = (measure: () => number) => Math.min(...Array.from({ length: 5 }, measure));
/** So that it may rest again. */
const work = () =>
  milliseconds(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40));

describe('a thread stands back', () => {
  it('for a request, until it is answered', async () => {
    const traffic = countTraffic();
    // Callers who wait for the run itself hold nothing up.
    traffic.begin();
    const pool = new Piscina<SharedArrayBuffer, number>({
      filename: new URL('../support/resting-thread.ts', import.meta.url).href,
      execArgv: ['--import', 'tsx'],
      maxThreads: 1,
    });
    await pool.run(traffic.shared);
    const rests: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      // It rests for half of the time at most.
      await sleep(40);
      traffic.begin();
      const rest = pool.run(traffic.shared);
      await sleep(3);
      traffic.end();
      rests.push(await rest);
    }
    await pool.destroy();
    expect(Math.max(...rests)).toBeGreaterThan(1);
    expect(Math.min(...rests.filter((rest) => rest > 1))).toBeLessThan(11);
  });

  it('a short while only, and once, for a request that stays open', () => {
    const traffic = countTraffic();
    const standBack = standBackFor(traffic.shared, few);
    traffic.begin();
    expect(milliseconds(standBack)).toBeGreaterThan(10);
    const again = () => {
      work();
      return milliseconds(standBack);
    };
    expect(shortest(again)).toBeLessThan(5);
    traffic.begin();
    expect(again()).toBeGreaterThan(10);
  });

  it('for nobody when all have their answers', () => {
    const rest = () => {
      const traffic = countTraffic();
      const standBack = standBackFor(traffic.shared, few);
      traffic.begin();
      traffic.end();
      return milliseconds(standBack);
    };
    expect(shortest(rest)).toBeLessThan(5);
  });

  it('for half of the time at most, however many ask', () => {
    const traffic = countTraffic();
    const start = performance.now();
    const standBack = standBackFor(traffic.shared, few);
    let rested = 0;
    while (performance.now() - start < 600) {
      traffic.begin();
      const time = milliseconds(standBack);
      if (time > 1) rested += time;
    }
    const share = rested / (performance.now() - start);
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.75);
  });

  it('for nobody where there are cores for all', () => {
    const rest = () => {
      const traffic = countTraffic();
      const standBack = standBackFor(traffic.shared, 4);
      traffic.begin();
      return milliseconds(standBack);
    };
    expect(shortest(rest)).toBeLessThan(5);
  });
});
