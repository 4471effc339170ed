import { isFinished } from '../analyses/run-request.ts';
import { type AnalysisRecord, findAnalysis } from '../db/analysis-read.ts';
import type { Database } from '../db/database.ts';
import { type Listen, waitForEnd } from './wait-for-end.ts';

/** Events may be lost with a connection, so the run is read again now and then. */
const pollIntervalMs = 1000;

/** Yields a run now and after each change, until it has ended or the signal is aborted. */
export async function* watchRun(
  database: Database,
  listen: Listen,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<AnalysisRecord> {
  let wake = () => {};
  const stopListening = listen((event) => {
    if (event.id === id) wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    let last = '';
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const run = await findAnalysis(database, id);
      if (!run || signal.aborted) return;
      const version = `${run.status} ${run.progress} ${run.attempt}`;
      if (version !== last) yield run;
      last = version;
      if (isFinished(run.status) || signal.aborted) return;
      const timer = setTimeout(() => wake(), pollIntervalMs);
      await changed;
      clearTimeout(timer);
    }
  } finally {
    stopListening();
    signal.removeEventListener('abort', onAbort);
  }
}

/** Resolves to the run when it has ended, or as it is after the timeout or when nobody waits any more. */
export function waitForRun(
  database: Database,
  listen: Listen,
  id: string,
  timeoutMs: number,
  until: readonly AbortSignal[],
): Promise<AnalysisRecord | undefined> {
  const read = () => findAnalysis(database, id);
  return waitForEnd({
    read,
    hasEnded: ({ status }) => isFinished(status),
    listen,
    id,
    timeoutMs,
    until,
  });
}
