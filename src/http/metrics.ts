import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { countLiveRuns } from '../db/analysis-store.ts';
import type { Database } from '../db/database.ts';
import { requireAccess } from '../domain/caller.ts';
import { isLoopback } from '../limits/client-address.ts';
import type { Log } from '../log.ts';
import type { Handler } from './exchange.ts';
import { respondUnlessRead } from './read-only-path.ts';
import { admitRequest, type RequestGate } from './request-gate.ts';
import type { RequestState } from './request-state.ts';

export interface MetricsOptions {
  readonly database: Database;
  readonly gate: RequestGate;
  /** Whether callers on this machine need no credential; a local proxy is one of them. */
  readonly allowsLoopback: boolean;
  readonly log: Log;
}

export interface Metrics {
  /** /metrics in Prometheus format for callers with `metrics:read`, and for this machine if allowed. */
  readonly show: Handler<RequestState>;
  /** Counts a request that was responded to. */
  observe(state: RequestState, status: number): void;
}

export function createMetrics({ database, gate, allowsLoopback, log }: MetricsOptions): Metrics {
  const { pool } = database;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const labelNames = ['operation', 'status'];
  const durations = new Histogram({
    name: 'quaestor_request_duration_seconds',
    help: 'Duration of requests by operation and status.',
    labelNames,
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
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

  new Gauge({
    name: 'quaestor_analysis_runs',
    help: 'Analysis runs that are queued or running.',
    labelNames: ['state'],
    registers,
    async collect() {
      try {
        const { queued, running } = await countLiveRuns(database);
        this.set({ state: 'queued' }, queued);
        this.set({ state: 'running' }, running);
      } catch (error) {
        // The other metrics matter most while the database is unreachable.
        log.warn({ err: error }, 'Failed to count analysis runs');
        this.reset();
      }
    },
  });

  return {
    async show(request, state) {
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
    },
    observe({ operation = 'other', startedAt, isRemembered }, status) {
      const seconds = (performance.now() - startedAt) / 1000;
      durations.observe({ operation, status: String(status) }, seconds);
      if (status === 429) rejections.inc();
      if (isRemembered) remembered.inc();
    },
  };
}
