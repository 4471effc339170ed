import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AnalysisFailure } from '../analyses/analysis-failure.ts';

/**
 * Ends a run that needs too much memory. V8's own limit of a thread is no help where a single large
 * allocation passes it: then the whole process ends, with the service in it. So that limit stands
 * well above this one.
 */
export interface MemoryWatch {
  /** Throws when there is too much; cheap enough to be asked at every turn. */
  check(): void;
}

const interval = 20;
/** Nearer to the limit than this there would be more collecting than work. */
const fullShare = 0.9;

/** Watches the thread it is made in. */
export function watchMemory(limit: number): MemoryWatch {
  let lookedAt = 0;
  return {
    check() {
      const now = performance.now();
      if (now - lookedAt < interval) return;
      lookedAt = now;
      if (usedBytes() <= limit) return;
      collectGarbage();
      if (usedBytes() > limit * fullShare) throw outOfMemory();
    },
  };
}

/** V8's own limit, in megabytes. */
export function hardLimit(limit: number): number {
  return Math.ceil((2 * limit) / 2 ** 20) + 256;
}

export function outOfMemory(): AnalysisFailure {
  return new AnalysisFailure(
    'memory_limit',
    'The run needed more memory than ANALYSIS_MEMORY allows. Choose fewer questions.',
  );
}

/** Objects and, outside the heap, typed arrays. */
function usedBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

function collectGarbage(): void {
  // Node has no other way to ask for it without a flag at its start.
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}
