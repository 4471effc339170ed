import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { ageOfRuns, countLiveRuns } from '../db/analysis-store.ts';
import type { Database } from '../db/database.ts';
import { countPendingDeliveries } from '../db/webhook-deliveries.ts';
import { requireAccess } from '../domain/caller.ts';
import { isLoopback } from '../limits/client-address.ts';
import type { Log } from '../log.ts';
import type { AttemptCounts } from '../webhooks/deliver-job.ts';
import type { Handler } from './exchange.ts';
import { respondUnlessRead } from './read-only-path.ts';
import { createRequestDurations } from './request-durations.ts';
import { admitRequest, type RequestGate } from './request-gate.ts';
import type { RequestState } from './request-state.ts';

export interface ServiceMetricsOptions {
  readonly database: Database;
  readonly webhookAttempts: AttemptCounts;
  readonly log: Log;
}

/** The figures of a process: of a service, or of a worker, which has no requests. */
export interface ServiceMetrics {
  readonly registry: Registry;
  /** Counts a request that was responded to. */
  observe(
    state: Pick<RequestState, 'operation' | 'isRemembered'>,
    status: number,
    milliseconds: number,
  ): void;
}

export function createServiceMetrics(options: ServiceMetricsOptions): ServiceMetrics {
  const { database, webhookAttempts, log } = options;
  const { pool } = database;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = createRequestDurations(registry);
  const rejections = new Counter({
    name: 'quaestor_limit_refusals_total',
    help: 'Requests rejected because a quota was exceeded.',
    registers,
  });
  const remembered = new Counter({
    name: 'quaestor_remembered_answers_total',
    help: 'Responses sent from memory, without asking the database.',
    registers,
  });
  new Gauge({
    name: 'quaestor_database_connections',
    help: 'Connections of the pool by state.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });

  /** A counter that is read when it is asked for. */
  const total = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  total(
    'quaestor_database_waits_total',
    'Times that work had to wait for a connection of the pool.',
    () => pool.waits.count,
  );
  total(
    'quaestor_database_wait_seconds_total',
    'How long work has waited for connections of the pool.',
    () => pool.waits.ms / 1000,
  );

  /** A gauge of what the database counts. */
  const counted = (
    name: string,
    help: string,
    count: (database: Database) => Promise<Record<string, number>>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers,
      async collect() {
        try {
          const counts = await count(database);
          for (const [state, value] of Object.entries(counts)) this.set({ state }, value);
        } catch (error) {
          // The other metrics matter most while the database is unreachable.
          log.warn({ err: error, metric: name }, 'Metric cannot be read');
          this.reset();
        }
      },
    });
  counted('quaestor_analysis_runs', 'Analysis runs that are queued or running.', countLiveRuns);
  counted(
    'quaestor_oldest_run_seconds',
    'Age of the oldest queued run since its creation and of the oldest running one since its start.',
    ageOfRuns,
  );
  counted(
    'quaestor_webhook_deliveries',
    'Webhook deliveries that wait for their first attempt or for another one.',
    countPendingDeliveries,
  );
  new Counter({
    name: 'quaestor_webhook_attempts_total',
    help: 'Attempts of this process to deliver events to webhooks.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(webhookAttempts)) this.inc({ outcome }, count);
    },
  });

  return {
    registry,
    observe({ operation = 'other', isRemembered }, status, milliseconds) {
      durations.observe(operation, status, milliseconds / 1000);
      if (status === 429) rejections.inc();
      if (isRemembered) remembered.inc();
    },
  };
}

export interface MetricsOptions {
  readonly metrics: ServiceMetrics;
  readonly gate: RequestGate;
  /** Whether callers on this machine need no credential; a local proxy is one of them. */
  readonly allowsLoopback: boolean;
}

/** /metrics in Prometheus format for callers with `metrics:read`, and for this machine if allowed. */
export function createMetrics(options: MetricsOptions): Handler<RequestState> {
  const { gate, allowsLoopback } = options;
  const { registry } = options.metrics;
  return async (request, state) => {
    const refusal = respondUnlessRead(request.method);
    if (refusal) return refusal;
    // A request forwarded by a local proxy does not come from this machine.
    const isForwarded = ['x-forwarded-for', 'forwarded'].some(
      (name) => request.header(name) !== null,
    );
    if (!allowsLoopback || isForwarded || !isLoopback(state.address)) {
      await admitRequest(gate, request, state, async () => undefined);
      requireAccess(state.caller, 'metrics:read');
    }
    const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
    return { status: 200, headers, body: await registry.metrics() };
  };
}
