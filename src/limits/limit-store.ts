import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import { neverCancelled } from '../db/statement-scope.ts';
import { createLogThrottle, type Log } from '../log.ts';

export type StoreKind = 'memory' | 'postgres' | 'redis';

/** Where points are counted: in this process, or shared by all nodes. */
export interface LimitStore {
  readonly kind: StoreKind;
  createLimiter(options: IRateLimiterOptions): RateLimiterAbstract;
  close(): Promise<void>;
}

export interface LimitStoreOptions {
  readonly kind: StoreKind;
  readonly pool: pg.Pool;
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

export async function openLimitStore(options: LimitStoreOptions): Promise<LimitStore> {
  const { kind, pool, redisUrl, log } = options;
  const noop = () => Promise.resolve();
  switch (kind) {
    case 'memory':
      return { kind, createLimiter: (settings) => new RateLimiterMemory(settings), close: noop };
    case 'postgres': {
      // A caller's other requests wait for it, and a failure counts as an outage of the store.
      const query = (statement: pg.QueryConfig) => neverCancelled(() => pool.query(statement));
      return {
        kind,
        createLimiter: (settings) =>
          new RateLimiterPostgres({
            ...settings,
            storeClient: { query },
            storeType: 'pool',
            tableName: 'rate_limits',
            tableCreated: true,
            clearExpiredByTimeout: false,
          }),
        close: noop,
      };
    }
    case 'redis': {
      const { Redis } = await import('ioredis');
      const client = new Redis(redisUrl ?? '', {
        enableOfflineQueue: false,
        maxRetriesPerRequest: 1,
        // A Redis that accepts the connection and never responds counts as unreachable.
        commandTimeout: 1000,
      });
      const throttle = createLogThrottle(log);
      client.on('error', ({ message }) => throttle.warn({ reason: message }, 'Redis unreachable'));
      await Promise.race([once(client, 'ready'), sleep(2000, undefined, { ref: false })]).catch(
        () => undefined,
      );
      return {
        kind,
        createLimiter: (settings) => new RateLimiterRedis({ ...settings, storeClient: client }),
        close: async () => client.disconnect(),
      };
    }
  }
}
