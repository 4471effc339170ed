import { setTimeout as sleep } from 'node:timers/promises';
import type { Tracer } from '../domain/span.ts';
import type { Log } from '../log.ts';
import type { JobDefinition, JobHandler, JobOrigin } from './job-definition.ts';
import { type OpenQueue, openJobQueue } from './job-queue.ts';
import { type BackendOptions, openBackend, type QueueBackend } from './queue-backend.ts';

export interface JobEngineOptions extends BackendOptions {
  /** Milliseconds before the queues are opened, unless a job is added earlier. */
  readonly startDelay?: number;
  /** Undefined unless traces are exported. */
  readonly tracer?: Tracer | undefined;
}

/** Runs the background jobs of this process, on queues it opens in the background. */
export interface JobEngine {
  /** Adds a job of something saved; if that fails, the next sweep of any node adds it. */
  add<Payload extends object>(
    definition: JobDefinition<Payload>,
    jobId: string,
    payload: Payload,
    origin?: JobOrigin,
  ): Promise<void>;
  /** Throws when the queue is unreachable; one that is still being opened is fine. */
  check(): Promise<void>;
  /** Returns running jobs to their queue. */
  stop(): Promise<void>;
}

/** One kind of job in this process; made by `defineWork`, which knows the payload's type. */
export interface Work {
  readonly queue: string;
  open(backend: QueueBackend, log: Log, tracer: Tracer | undefined): Promise<OpenWork>;
}

interface OpenWork extends Pick<OpenQueue<object>, 'add' | 'stop' | 'check' | 'close'> {
  start(onStalled: () => void): void;
  sweep(signal: AbortSignal): Promise<void>;
}

export function defineWork<Payload extends object>(
  definition: JobDefinition<Payload>,
  handler: JobHandler<Payload>,
): Work {
  return {
    queue: definition.queue,
    async open(backend, log, tracer) {
      const queue = await openJobQueue(definition, backend, log, tracer);
      return {
        ...queue,
        add: (jobId, payload, delayMs, origin) =>
          queue.add(jobId, definition.payload.parse(payload), delayMs, origin),
        start: (onStalled) => queue.start(handler, onStalled),
        sweep: (signal) => handler.sweep(queue, signal),
      };
    },
  };
}

const sweepIntervalMs = 5000;
const reopenIntervalMs = 2000;
const closeTimeoutMs = 2000;
/** Further ones are left to the sweep. */
const maxEarly = 1000;

export function startJobEngine(options: JobEngineOptions, works: readonly Work[]): JobEngine {
  const { startDelay = 0, tracer, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const queues = new Map<string, OpenWork>();
  let backend: QueueBackend | undefined;
  /** Jobs added before the queues were open; a sweep would find their subjects seconds later. */
  const early: Parameters<typeof addNow>[] = [];
  let openError: unknown;
  let wake = () => {};
  /** Resolves after so long, or as soon as something is to be done. */
  const pause = async (milliseconds: number) => {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await Promise.race([woken, sleep(milliseconds, undefined, { signal })]).catch(() => undefined);
  };

  const open = async () => {
    const opened = await openBackend(options);
    try {
      for (const work of works) queues.set(work.queue, await work.open(opened, log, tracer));
    } catch (error) {
      queues.clear();
      await opened.close();
      throw error;
    }
    backend = opened;
    if (signal.aborted) return;
    for (const queue of queues.values()) queue.start(() => wake());
    for (const given of early.splice(0)) await addNow(...given);
  };

  const addNow = async (
    queue: string,
    jobId: string,
    payload: object,
    origin: JobOrigin | undefined,
  ) => {
    try {
      await queues.get(queue)?.add(jobId, payload, 0, origin);
    } catch (error) {
      log.warn({ err: error, queue, id: jobId }, 'Job not queued yet');
    }
  };

  const openPersistently = async () => {
    let logged = '';
    while (!signal.aborted && !backend) {
      await open().catch(async (error: unknown) => {
        openError = error;
        const reason = String(error);
        if (reason !== logged) log.warn({ err: error }, 'Queue cannot be opened yet');
        logged = reason;
        await sleep(reopenIntervalMs, undefined, { signal }).catch(() => undefined);
      });
    }
  };

  const sweep = async () => {
    for (const queue of queues.values()) {
      await queue.sweep(signal);
      await queue.check();
    }
  };

  const run = async () => {
    await pause(startDelay);
    await openPersistently();
    while (!signal.aborted) {
      await sweep().catch(async (error: unknown) => {
        if (signal.aborted) return;
        log.warn({ err: error }, 'Queue sweep failed');
        await backend?.repair().catch(() => undefined);
      });
      await pause(sweepIntervalMs);
    }
  };
  const running = run();

  const stop = async () => {
    stopping.abort();
    for (const queue of queues.values()) queue.stop();
    await running;
    await Promise.all([...queues.values()].map((queue) => queue.close()));
    // A handler that ignores its signal keeps a connection in use.
    await Promise.race([backend?.close(), sleep(closeTimeoutMs, undefined, { ref: false })]);
  };
  let stopped: Promise<void> | undefined;

  return {
    async add({ queue }, jobId, payload, origin) {
      if (backend) return addNow(queue, jobId, payload, origin);
      if (early.length < maxEarly) early.push([queue, jobId, payload, origin]);
      wake();
    },
    async check() {
      if (!backend && openError !== undefined) throw openError;
      for (const queue of queues.values()) await queue.check();
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
