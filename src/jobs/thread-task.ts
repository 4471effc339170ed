import type { RunError } from '../analyses/run-request.ts';
import type { QueuedRun } from '../db/analysis-store.ts';
import type { SnapshotOptions } from '../db/question-snapshot.ts';
import type { EmbeddingsProvider } from './embeddings.ts';

/** What a thread needs to run an analysis by itself: plain data, since it crosses a boundary. */
export interface ThreadTask extends QueuedRun, SnapshotOptions {
  readonly databaseUrl: string;
  readonly analysisType: string;
  /** How many questions were asked for by id; null when criteria choose them. */
  readonly asked: number | null;
  readonly memoryLimit: number;
  readonly embeddings: EmbeddingsProvider | undefined;
  /** Shared with the thread: see the slots. */
  readonly shared: SharedArrayBuffer;
  /** What the process answers meanwhile, if it answers anything. */
  readonly traffic: SharedArrayBuffer | undefined;
}

export type ThreadOutcome =
  | { readonly state: 'saved' }
  /** The run was somebody else's by the time its result was there. */
  | { readonly state: 'dropped' }
  | { readonly state: 'stopped' }
  /** The database was not to be had; nothing can be said of the run. */
  | { readonly state: 'cut_off'; readonly reason: string }
  | { readonly state: 'failed'; readonly error: RunError };

/** An AbortSignal cannot reach a busy thread, nor a message leave it in time: both sides look here. */
export const slots = { stop: 0, progress: 1 } as const;
export const progressSteps = 1_000_000;
