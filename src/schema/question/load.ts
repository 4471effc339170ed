import DataLoader from 'dataloader';
import type { StoredQuestion } from '../../db/question-columns.ts';
import { findQuestions } from '../../db/question-read.ts';
import type { Context } from '../context.ts';

const maxBatchSize = 1000;

const loaders = new WeakMap<Context, DataLoader<string, StoredQuestion | undefined>>();

/** The question with this id; null when it was deleted, or the caller may not read questions. */
export async function loadQuestion(context: Context, id: string): Promise<StoredQuestion | null> {
  if (!context.caller.scopes.has('questions:read')) return null;
  const loader = loaders.get(context) ?? createLoader(context);
  loaders.set(context, loader);
  return (await loader.load(id)) ?? null;
}

/** Not cached: a subscription uses one context for as long as it lasts. */
function createLoader({ database }: Context) {
  return new DataLoader<string, StoredQuestion | undefined>((ids) => findQuestions(database, ids), {
    cache: false,
    maxBatchSize,
  });
}
