import { Response } from '@whatwg-node/fetch';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { countLiveRuns } from '../db/analysis-store.ts';
import type { Database } from '../db/database.ts';
import { requireAccess } from '../domain/caller.ts';
import { isLoopback } from '../limits/client-address.ts';
import type { Log } from '../log.ts';
import { problemResponse } from './problem.ts';
import { toServiceError } from './public-error.ts';
import { respondUnlessRead } from './read-only-path.ts';
import { admitRequest, chargeArrival, type RequestGate } from './request-gate.ts';
import type { RequestState } from './request-state.ts';
import type { ServerPlugin } from './server-plugin.ts';

export interface MetricsOptions {
  readonly database: Database;
  readonly gate: RequestGate;
  /** Whether callers on this machine need no credential; a local proxy is one of them. */
  readonly allowsLoopback: boolean;
  readonly log: Log;
}

/** /metrics in Prometheus format for callers with `metrics:read`, and for this machine if allowed. */
export function useMetrics({ database, gate, allowsLoopback, log }: MetricsOptions): ServerPlugin {
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

  const show = async (request: Request, state: RequestState): Promise<Response> => {
    // A request forwarded by a local proxy does not come from this machine.
    const isForwarded = ['x-forwarded-for', 'forwarded'].some((name) => request.headers.has(name));
    if (!allowsLoopback || isForwarded || !isLoopback(state.address)) {
      await admitRequest(gate, request, state, async () => undefined);
      requireAccess(state.caller, 'metrics:read');
    }
    const headers = { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' };
    return new Response(await registry.metrics(), { headers });
  };

  return {
    async onRequest({ request, url, serverContext: state, endResponse }) {
      if (url.pathname !== '/metrics') return;
      const context = { requestId: state.requestId, instance: url.pathname };
      try {
        await chargeArrival(gate, request, state);
        endResponse(respondUnlessRead(request.method, context) ?? (await show(request, state)));
      } catch (thrown) {
        const error = toServiceError(thrown, state.requestId, log);
        endResponse(problemResponse(error, context));
      }
    },
    onResponse({ response, serverContext }) {
      const { operation = 'other', startedAt } = serverContext;
      const seconds = (performance.now() - startedAt) / 1000;
      durations.observe({ operation, status: String(response.status) }, seconds);
      if (response.status === 429) rejections.inc();
    },
  };
}
