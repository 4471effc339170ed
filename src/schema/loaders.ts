import DataLoader from 'dataloader';
import { findActorNames } from '../db/actor-names.ts';
import { findStale } from '../db/stale-runs.ts';
import type { Context } from './context.ts';

/** Batches a look-up: all keys that a request asks for in the same tick are read by one query. */
function perRequest<Key, Value>(
  read: (context: Context, keys: readonly Key[]) => Promise<Value[]>,
): (context: Context, key: Key) => Promise<Value> {
  const loaders = new WeakMap<Context, DataLoader<Key, Value>>();
  return (context, key) => {
    // Not cached: a subscription has one context for as long as it lasts, and would repeat old values.
    const loader =
      loaders.get(context) ?? new DataLoader((keys) => read(context, keys), { cache: false });
    loaders.set(context, loader);
    return loader.load(key);
  };
}

/** Whether a question that the run used was changed or deleted since. */
export const isStale = perRequest<string, boolean>(async ({ database }, ids) => {
  const stale = await findStale(database, ids);
  return ids.map((id) => stale.has(id));
});

/** Who a caller id stands for: an e-mail address or the name of an API key; null when unknown. */
export const actorName = perRequest<string, string | null>(async ({ database }, callerIds) => {
  const names = await findActorNames(database, callerIds);
  return callerIds.map((callerId) => names.get(callerId) ?? null);
});
