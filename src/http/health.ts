import { setTimeout as sleep } from 'node:timers/promises';
import { ping } from '../db/connection.ts';
import type { Database } from '../db/database.ts';
import { ServiceError } from '../domain/errors.ts';
import { createLogThrottle, type Log } from '../log.ts';
import type { Handler } from './exchange.ts';
import { respondUnlessRead } from './read-only-path.ts';
import type { RequestState } from './request-state.ts';

export interface Readiness {
  /** The service is about to stop: load balancers should send requests elsewhere. */
  readonly isDraining: boolean;
}

export interface HealthOptions {
  readonly readiness: Readiness;
  readonly database: Database;
  readonly queue: { check(): Promise<void> };
  /** Without Redis every request is refused, so that a node is not ready either. */
  readonly needsRedis: boolean;
  readonly log: Log;
}

interface Health {
  readonly status: 'ok' | 'degraded';
  /** What is away while requests are served. */
  readonly degraded?: readonly string[];
}

/** For each of the two checks, which run at the same time: load balancers wait for 2 s or more. */
const checkTimeoutMs = 1500;
const retryAfter = '2';

/**
 * /healthz: the process is up. /readyz: the database is reachable; without the queue, reads still work
 * and runs wait, so that a lost Redis does not take every node out of a load balancer.
 */
export function createHealth(options: HealthOptions): ReadonlyMap<string, Handler<RequestState>> {
  const { database, queue, needsRedis, readiness, log } = options;
  const checkQueue = async (): Promise<boolean> => {
    try {
      await inTime(queue.check());
      return true;
    } catch (error) {
      createLogThrottle(log).warn({ reason: String(error) }, 'Queue unreachable');
      return false;
    }
  };
  const checkDependencies = async (): Promise<Health> => {
    const queueAnswers = checkQueue();
    await inTime(ping(database.pool));
    if (await queueAnswers) return { status: 'ok' };
    if (needsRedis) throw unavailable('The analysis queue is temporarily unreachable.');
    return { status: 'degraded', degraded: ['queue'] };
  };
  const checkReadiness = throttle(checkDependencies);
  return new Map<string, Handler<RequestState>>([
    ['/healthz', show(() => ({ status: 'ok' }))],
    ['/readyz', show(() => (readiness.isDraining ? Promise.reject(draining()) : checkReadiness()))],
  ]);
}

function show(check: () => Health | Promise<Health>): Handler<RequestState> {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return async ({ method }) =>
    respondUnlessRead(method) ?? {
      status: 200,
      headers: { ...headers },
      body: JSON.stringify(await check()),
    };
}

function draining(): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', 'The service is shutting down.', {
    headers: { 'Retry-After': '10' },
  });
}

async function inTime(work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const tooLate = sleep(checkTimeoutMs, undefined, { signal: timer.signal, ref: false }).then(
    () => {
      throw unavailable('The database does not answer.');
    },
    () => undefined,
  );
  try {
    await Promise.race([work, tooLate]);
  } finally {
    timer.abort();
    work.catch(() => undefined);
  }
}

function unavailable(message: string): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', `${message} Try again shortly.`, {
    headers: { 'Retry-After': retryAfter },
  });
}

/** These paths are public and free of charge, so one check serves all requests within a second. */
function throttle<T>(check: () => Promise<T>): () => Promise<T> {
  let last: { at: number; outcome: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > 1000) last = { at: now, outcome: check() };
    return last.outcome;
  };
}
