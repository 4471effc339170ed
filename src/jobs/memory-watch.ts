import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AnalysisFailure } from '../analyses/analysis-failure.ts';

/**
 * Fails a run that needs too much memory. V8's own limit for a thread does not help against a single
 * large allocation, which aborts the whole process; that limit is therefore set well above this one.
 */
export interface MemoryWatch {
  /** Throws when too much is used; cheap enough to call in every iteration. */
  check(): void;
}

const checkIntervalMs = 20;
/** Closer to the limit, garbage collection would take more time than the work. */
const maxUsageAfterGc = 0.9;

/** Watches the thread that calls it. */
export function watchMemory(limit: number): MemoryWatch {
  let checkedAt = 0;
  return {
    check() {
      const now = performance.now();
      if (now - checkedAt < checkIntervalMs) return;
      checkedAt = now;
      if (usedBytes() <= limit) return;
      collectGarbage();
      if (usedBytes() > limit * maxUsageAfterGc) throw outOfMemory();
    },
  };
}

/** V8's own heap limit, in megabytes. */
export function hardLimit(limit: number): number {
  return Math.ceil((2 * limit) / 2 ** 20) + 256;
}

export function outOfMemory(): AnalysisFailure {
  return new AnalysisFailure(
    'memory_limit',
    'The run needed more memory than ANALYSIS_MEMORY allows. Choose fewer questions.',
  );
}

/** The heap, and typed arrays outside of it. */
function usedBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

function collectGarbage(): void {
  // The only way without a command-line flag.
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}
