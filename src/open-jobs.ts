import type { Closers } from './closers.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { openEvents } from './events/events.ts';
import { embeddingsProvider } from './jobs/embeddings.ts';
import { defineWork, startJobEngine } from './jobs/job-engine.ts';
import { createRunAnalysisHandler, runAnalysisJob } from './jobs/run-analysis-job.ts';
import { createRunner, type Publish } from './jobs/runner.ts';
import type { Traffic } from './jobs/traffic.ts';
import type { Log } from './log.ts';

export interface JobsOptions {
  readonly config: Config;
  readonly database: Database;
  readonly closers: Closers;
  readonly log: Log;
  /** Milliseconds before the queue is opened: it would delay the first responses of a service. */
  readonly startDelay?: number;
  /** Requests of the same process, to which runs yield. */
  readonly traffic?: Traffic;
}

/** Opens the background jobs of a service or a worker, and the events they publish. */
export function openJobs(options: JobsOptions) {
  const { config, database, closers, log, startDelay = 0, traffic } = options;
  const { redisUrl, workers, analysisTimeout: timeLimit } = config;
  const events = openEvents({ database, redisUrl, log });
  closers.add('events', events.close);
  const publish: Publish = (type, id) => events.publish({ type, id });
  const runner = createRunner({
    database,
    threads: Math.max(1, workers),
    timeLimit,
    memoryLimit: config.analysisMemory,
    embeddings: embeddingsProvider(config),
    traffic,
    publish,
    log,
  });
  closers.add('runner', runner.close);
  const runs = { database, runner, concurrency: workers, timeLimit, publish, log };
  const jobs = startJobEngine({ database, redisUrl, startDelay, log }, [
    defineWork(runAnalysisJob, createRunAnalysisHandler(runs)),
  ]);
  closers.add('jobs', jobs.stop);
  const stopListening = events.listen(({ type, id }) => {
    if (type === 'analysis.cancelled') runner.cancel(id);
  });
  closers.add('cancellations', stopListening);
  return { events, jobs };
}
