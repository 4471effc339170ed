import { isFinished } from '../analyses/run-request.ts';
import { type AnalysisRecord, findAnalysis } from '../db/analysis-read.ts';
import type { Database } from '../db/database.ts';

type Listen = (listener: (event: { id: string }) => void) => () => void;

/** News may be lost with a connection, so a waiting caller looks for itself now and then. */
const lookInterval = 1000;

/** A run as it is now and whenever something happens to it, until it is over or the signal ends it. */
export async function* followRun(
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
      const happened = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const run = await findAnalysis(database, id);
      if (!run || signal.aborted) return;
      const seen = `${run.status} ${run.progress} ${run.attempt}`;
      if (seen !== last) yield run;
      last = seen;
      if (isFinished(run.status) || signal.aborted) return;
      const timer = setTimeout(() => wake(), lookInterval);
      await happened;
      clearTimeout(timer);
    }
  } finally {
    stopListening();
    signal.removeEventListener('abort', onAbort);
  }
}

/** The run when it is over, or as it is when so many milliseconds have passed. */
export async function waitForRun(
  database: Database,
  listen: Listen,
  id: string,
  milliseconds: number,
  stopping: AbortSignal,
): Promise<AnalysisRecord | undefined> {
  if (milliseconds > 0) {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(milliseconds)]);
    for await (const run of followRun(database, listen, id, signal)) {
      if (isFinished(run.status)) return run;
    }
  }
  return findAnalysis(database, id);
}
