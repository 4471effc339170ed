import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { type KeyOwner, maxRequestMs, releaseKey } from '../db/idempotency-store.ts';

/** Releases the Idempotency-Keys of failed requests, also when the database failed with them. */
export interface KeyReleases {
  /** Releases the key now if the database answers, or else as soon as it does. */
  release(owner: KeyOwner): Promise<void>;
  /** Completes the release of a key that is about to be claimed again; throws while it cannot. */
  complete(key: Pick<KeyOwner, 'caller' | 'key'>): Promise<void>;
}

const retryMs = 250;
const maxPending = 10_000;

/** The key of an entry is held for a minute at most; past that nothing is left to release. */
export function createKeyReleases(database: Database, shutdown: AbortSignal): KeyReleases {
  const pending = new LRUCache<string, KeyOwner>({ max: maxPending, ttl: maxRequestMs });
  let timer: NodeJS.Timeout | undefined;

  const schedule = (): void => {
    if (shutdown.aborted || timer) return;
    timer = setTimeout(retry, retryMs).unref();
  };

  const retry = async (): Promise<void> => {
    try {
      for (const owner of [...pending.values()]) await complete(owner);
    } catch {
      // Still away: the next round tries again.
    }
    timer = undefined;
    if (pending.size > 0) schedule();
  };

  const complete = async (held: Pick<KeyOwner, 'caller' | 'key'>): Promise<void> => {
    const name = nameOf(held);
    const owner = pending.get(name);
    if (!owner) return;
    await releaseKey(database, owner);
    if (pending.get(name) === owner) pending.delete(name);
  };

  shutdown.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return {
    complete,
    async release(owner) {
      try {
        await releaseKey(database, owner);
      } catch {
        pending.set(nameOf(owner), owner);
        schedule();
      }
    },
  };
}

function nameOf({ caller, key }: Pick<KeyOwner, 'caller' | 'key'>): string {
  return JSON.stringify([caller, key]);
}
