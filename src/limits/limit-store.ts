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
import type { Log } from '../log.ts';

export type StoreKind = 'memory' | 'postgres' | 'redis';

/** Where points are counted: in this process, or where all nodes count together. */
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
  const nothing = () => Promise.resolve();
  switch (kind) {
    case 'memory':
      return { kind, createLimiter: (settings) => new RateLimiterMemory(settings), close: nothing };
    case 'postgres':
      return {
        kind,
        createLimiter: (settings) =>
          new RateLimiterPostgres({
            ...settings,
            storeClient: pool,
            storeType: 'pool',
            tableName: 'rate_limits',
            tableCreated: true,
            clearExpiredByTimeout: false,
          }),
        close: nothing,
      };
    case 'redis': {
      const { Redis } = await import('ioredis');
      const client = new Redis(redisUrl ?? '', {
        enableOfflineQueue: false,
        maxRetriesPerRequest: 1,
        // A Redis that takes the connection and says nothing is as good as none.
        commandTimeout: 1000,
      });
      client.on('error', (error) =>
        log.warn({ reason: error.message }, 'Redis cannot be reached.'),
      );
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
