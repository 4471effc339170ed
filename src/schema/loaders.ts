import DataLoader from 'dataloader';
import { findStale } from '../db/analysis-read.ts';
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
