import type { RunError } from '../analyses/run-request.ts';
import type { RunAttempt } from '../db/analysis-store.ts';
import type { SnapshotOptions } from '../db/question-snapshot.ts';
import type { PastStatement } from '../db/statement-log.ts';
import type { EmbeddingsProvider } from './embeddings.ts';

/** What a thread needs to execute a run on its own: plain data, since it is cloned. */
export interface ThreadTask extends RunAttempt, SnapshotOptions {
  readonly databaseUrl: string;
  /** Where questions are read, if it is up to date in time. */
  readonly replicaUrl: string | undefined;
  readonly analysisType: string;
  /** How many questions were requested by id; null when criteria select them. */
  readonly requestedCount: number | null;
  readonly memoryLimit: number;
  readonly embeddings: EmbeddingsProvider;
  /** Shared with the thread: see `slots`. */
  readonly shared: SharedArrayBuffer;
  /** Requests in progress in the process, if it serves any. */
  readonly traffic: SharedArrayBuffer | undefined;
  /** The trace of the job, packed: the event of the result carries it. */
  readonly trace: string | undefined;
  /** Whether its statements are logged or traced. */
  readonly keepsStatements: boolean;
}

/** What a thread returns: its statements are reported by the process, which has the log and the trace. */
export interface ThreadAnswer {
  readonly outcome: ThreadOutcome;
  readonly statements: readonly PastStatement[];
}

export type ThreadOutcome =
  | { readonly state: 'saved' }
  /** Another worker had the run by the time its result was ready. */
  | { readonly state: 'dropped' }
  /** The analysis saw the stop flag and stopped by itself. */
  | { readonly state: 'stopped' }
  /** The database was unreachable: the state of the run is unknown. */
  | { readonly state: 'disconnected'; readonly reason: string }
  | { readonly state: 'failed'; readonly error: RunError };

/** As seen from outside: a thread that ignored the stop flag was terminated. */
export type RunOutcome = ThreadOutcome | { readonly state: 'terminated' };

/** An AbortSignal cannot reach a busy thread, nor a message leave it in time: both sides poll these. */
export const slots = { stop: 0, progress: 1 } as const;
export const progressSteps = 1_000_000;
