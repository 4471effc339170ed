import { findStale } from '../../db/analysis-read.ts';
import type { Context } from '../context.ts';

type Batch = { readonly ids: string[]; readonly found: Promise<Set<string>> };

const batches = new WeakMap<Context, Batch>();

/** Asked for every run of a page at once, and answered by one look at the database. */
export async function isStale(context: Context, id: string): Promise<boolean> {
  let batch = batches.get(context);
  if (!batch) {
    const ids: string[] = [];
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      batches.delete(context);
      return findStale(context.database, ids);
    });
    batch = { ids, found };
    batches.set(context, batch);
  }
  batch.ids.push(id);
  return (await batch.found).has(id);
}
