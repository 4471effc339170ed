import { getHeapStatistics } from 'node:v8';
import { describe, expect, it, vi } from 'vitest';
import { watchMemory } from '../../src/jobs/memory-watch.ts';

/** A limit above the current memory use. */
function findLimit(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return Math.ceil(1.5 * (used_heap_size + external_memory) + 2 ** 24);
}

describe('the watch over memory', () => {
  it('counts objects and typed arrays that are in use', () => {
    for (const make of [makeObjects, makeBytes]) {
      const limit = findLimit();
      const made = make(limit);
      expect(() => watchMemory(limit).check()).toThrow('ANALYSIS_MEMORY');
      expect(made.length).toBeGreaterThan(0);
    }
  });

  it('does not count what nobody uses any more', () => {
    const clock = vi.spyOn(performance, 'now');
    const limit = findLimit();
    const watch = watchMemory(limit);
    for (let round = 0; round < 5; round += 1) {
      expect(makeBytes(limit).length).toBe(limit);
      // It polls every 20 ms.
      clock.mockReturnValue(1000 + 25 * round);
      watch.check();
    }
    clock.mockRestore();
  });
});

function makeObjects(bytes: number): object[] {
  return Array.from({ length: bytes / 20 }, (_, index) => ({ index }));
}

function makeBytes(bytes: number): Uint8Array {
  return new Uint8Array(bytes);
}
