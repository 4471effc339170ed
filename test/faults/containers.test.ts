import { describe, expect, it } from 'vitest';
import {
  canUseContainers,
  childOf,
  container,
  containerWithInit,
  containerWithNetwork,
} from '../support/containers.ts';
import { makeQuestion } from '../support/questions.ts';
import { createServices, type Service } from '../support/service.ts';

const { makeDataDir, start, launch } = createServices();
const stopped = { code: 0, signal: null };
const inUse = /^DATA_DIR .+ is in use by another container, whose PostgreSQL is running\. Stop /m;

/** Stops the service by itself: `unshare` does not pass signals on. */
async function stop(service: Service): Promise<void> {
  process.kill(await childOf(service.pid), 'SIGTERM');
  expect(await service.ended).toEqual(stopped);
}

function serve(DATA_DIR: string, wrapper: readonly string[]) {
  const env = { DATA_DIR, PORT: '0', SAMPLE_QUESTIONS: 'off' };
  return launch(['serve'], { env, wrapper });
}

async function expectRefused(DATA_DIR: string, wrapper: readonly string[]): Promise<void> {
  const refused = serve(DATA_DIR, wrapper);
  expect(await refused.ended).toEqual({ code: 1, signal: null });
  expect(refused.stderr()).toMatch(inUse);
  expect(refused.stderr()).not.toMatch(/^ +at /m);
}

// Without the lock both start a PostgreSQL, and the data is lost.
describe.runIf(canUseContainers)('two containers on one DATA_DIR', () => {
  it.each([
    ['one network', container],
    ['a network each', containerWithNetwork],
  ])('with %s: the second is refused until the first has ended', async (_, wrapper) => {
    const DATA_DIR = await makeDataDir();
    const first = await start({ DATA_DIR }, { wrapper });
    await expectRefused(DATA_DIR, wrapper);
    await expectRefused(DATA_DIR, []);
    if (wrapper === container) {
      expect((await first.rest('POST', '/questions', makeQuestion())).status).toBe(201);
    }
    await stop(first);

    const next = await start({ DATA_DIR }, { wrapper });
    await stop(next);
    const last = await start({ DATA_DIR });
    expect(await last.count()).toBe(wrapper === container ? 1 : 0);
    expect(await last.end()).toEqual(stopped);
  });

  it('keeps the second out while the PostgreSQL of a killed service runs', async () => {
    const DATA_DIR = await makeDataDir();
    const first = await start({ DATA_DIR }, { wrapper: containerWithInit });
    expect((await first.rest('POST', '/questions', makeQuestion())).status).toBe(201);
    process.kill(await childOf(await childOf(first.pid)), 'SIGKILL');
    await expect.poll(() => first.rest('GET', '/healthz').catch(() => 'gone')).toBe('gone');
    await expectRefused(DATA_DIR, container);

    await first.destroy();
    const second = await start({ DATA_DIR }, { wrapper: container });
    expect(await second.count()).toBe(1);
    await second.destroy();
    const last = await start({ DATA_DIR });
    expect(await last.count()).toBe(1);
    expect(await last.end()).toEqual(stopped);
  });

  it('lets in one of two that start at the same moment, again and again', async () => {
    const DATA_DIR = await makeDataDir({ state: 'empty' });
    for (let round = 0; round < 6; round += 1) {
      const wrapper = round % 2 ? container : containerWithNetwork;
      const both = [serve(DATA_DIR, wrapper), serve(DATA_DIR, wrapper)];
      const ends = both.map(async (program) => {
        await Promise.race([program.says('Quaestor is ready.'), program.ended]).catch(() => {});
        return program.stderr().includes('Quaestor is ready.');
      });
      const ready = await Promise.all(ends);
      expect(ready.filter(Boolean)).toHaveLength(1);
      for (const [at, program] of both.entries()) {
        if (ready[at]) await program.destroy();
        else expect(program.stderr()).toMatch(inUse);
      }
    }
    const last = await start({ DATA_DIR });
    expect(await last.count()).toBe(0);
    expect(await last.end()).toEqual(stopped);
  });
});
