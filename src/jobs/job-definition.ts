import type { z } from 'zod';
import type { Cancellation } from '../domain/cancellation.ts';

/** A kind of background work: its queue, what a job carries, and how often BullMQ tries it. */
export interface JobDefinition<Payload extends object> {
  /** Shared by nodes of different releases, so that it never changes. */
  readonly queue: string;
  readonly payload: z.ZodType<Payload>;
  /** Deliveries that may throw before BullMQ gives up on the job. */
  readonly attempts: number;
  /** Delay before the next attempt. */
  readonly backoffMs: number;
}

/** What a process does with the jobs of one definition. */
export interface JobHandler<Payload extends object> {
  /** How many jobs this process runs at a time; 0 for none. */
  readonly concurrency: number;
  /** Runs one job. What it throws is retried; `returned` puts the job back without counting an attempt. */
  work(delivery: Delivery<Payload>): Promise<'done' | 'returned'>;
  /**
   * Reconciles the queue with the database, every few seconds and after each stalled job. A queue on
   * Redis is not part of the transaction that saves a job's subject, and may lose its data.
   */
  sweep(queue: JobQueue<Payload>, signal: AbortSignal): Promise<void>;
}

export interface Delivery<Payload extends object> {
  readonly jobId: string;
  readonly payload: Payload;
  /** For work that is to follow. */
  readonly queue: JobQueue<Payload>;
  /** Aborted on shutdown, and when the job's lock is lost to another worker. */
  readonly signal: AbortSignal;
}

export type JobState = 'missing' | 'waiting' | 'delayed' | 'active' | 'finished';

/** The work that a job continues: its request and its trace. */
export type JobOrigin = Pick<Cancellation, 'requestId' | 'trace'>;

export interface JobQueue<Payload extends object> {
  /** Adding the same id twice adds one job. */
  add(jobId: string, payload: Payload, delayMs?: number, origin?: JobOrigin): Promise<void>;
  has(jobId: string): Promise<boolean>;
  stateOf(jobId: string): Promise<JobState>;
}
