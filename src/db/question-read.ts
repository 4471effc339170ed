import DataLoader from 'dataloader';
import { Cancellation } from '../domain/cancellation.ts';
import type { Database } from './database.ts';
import { type StoredQuestion, selectColumns } from './question-columns.ts';

/** PostgreSQL keeps the plan for one id, and plans anew for a few. */
const byId = `SELECT ${selectColumns('q')} FROM questions q WHERE q.id = $1`;
const byIds = `SELECT ${selectColumns('q')} FROM questions q WHERE q.id = ANY($1::uuid[])`;

/** Who waits for a question: a request. */
export interface QuestionReader {
  readonly database: Database;
  readonly cancellation: Cancellation;
}

type Asked = QuestionReader & { readonly id: string };

/** So that nobody waits for much that others have asked for. */
const maxShared = 50;
/** By pool, which the databases of all requests share. */
const loaders = new WeakMap<
  Database['pool'],
  DataLoader<Asked, StoredQuestion | undefined, never>
>();

/**
 * The id must be a UUID. What is asked for in one turn of the event loop is read by one statement, since
 * the way to the server and back costs as much as all else that a request for a question needs.
 */
export async function findQuestion(
  { database, cancellation }: QuestionReader,
  id: string,
): Promise<StoredQuestion | undefined> {
  const asked = { database, cancellation, id };
  // The statement is part of its trace.
  if (cancellation.trace) return (await findTogether([asked]))[0];
  const loader = loaders.get(database.pool) ?? createLoader();
  loaders.set(database.pool, loader);
  return loader.load(asked);
}

/** In the order of the ids; undefined for those that do not exist. */
export async function findQuestions(
  database: Database,
  ids: readonly string[],
  cancellation?: Cancellation,
): Promise<(StoredQuestion | undefined)[]> {
  const statement = ids.length === 1 ? { text: byId, values: ids } : { text: byIds, values: [ids] };
  const found = await database.query<StoredQuestion>(statement, cancellation);
  const known = new Map(found.map((question) => [question.id, question]));
  return ids.map((id) => known.get(id.toLowerCase()));
}

/** Not cached: it lasts as long as the service. */
function createLoader() {
  return new DataLoader<Asked, StoredQuestion | undefined, never>(findTogether, {
    cache: false,
    maxBatchSize: maxShared,
    batchScheduleFn: (read) => setImmediate(read),
  });
}

async function findTogether(all: readonly Asked[]): Promise<(StoredQuestion | undefined)[]> {
  const [first] = all;
  if (!first) return [];
  const { cancellation, release } = Cancellation.ofAll(all.map((each) => each.cancellation));
  try {
    return await findQuestions(
      first.database,
      all.map(({ id }) => id),
      cancellation,
    );
  } finally {
    release();
  }
}
