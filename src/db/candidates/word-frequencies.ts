import { LRUCache } from 'lru-cache';
import type { Database } from '../database.ts';
import { neverCancelled } from '../statement-scope.ts';

/** How many questions contain a word, by the statistics that PostgreSQL keeps for its planner. */
export interface WordFrequencies {
  /** The number of questions. */
  readonly questions: number;
  /** An estimate of those that contain the lexeme. */
  countOf(lexeme: string): number;
}

const ttlMs = 5 * 60_000;

/** By pool, which the databases of all requests share. */
const caches = new WeakMap<Database['pool'], LRUCache<string, WordFrequencies>>();

/** Cached; after the first call, expired figures are used until new ones have been read. */
export function readWordFrequencies(database: Database): Promise<WordFrequencies> {
  const cache = caches.get(database.pool) ?? createCache(database);
  caches.set(database.pool, cache);
  return cache.forceFetch('questions');
}

function createCache(database: Database): LRUCache<string, WordFrequencies> {
  return new LRUCache({
    max: 1,
    ttl: ttlMs,
    allowStale: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    // Other requests wait for the same figures.
    fetchMethod: () => fetchFrequencies(database.pool),
  });
}

interface Statistics extends Record<string, unknown> {
  readonly questions: number;
  readonly words: string[] | null;
  /** One for each word, then the lowest and the highest. */
  readonly shares: number[] | null;
}

/** About a thousand of the most frequent words are listed; any other is in fewer questions than these. */
const statistics = `
  SELECT greatest(c.reltuples, 0)::float8 AS questions,
         s.most_common_elems::text::text[] AS words, s.most_common_elem_freqs::float8[] AS shares
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_stats s
    ON s.schemaname = n.nspname AND s.tablename = c.relname AND s.attname = 'search_vector'
  WHERE c.oid = 'questions'::regclass`;

async function fetchFrequencies(pool: Database['pool']): Promise<WordFrequencies> {
  const { rows } = await neverCancelled(() => pool.query<Statistics>(statistics));
  const [row] = rows;
  const { questions = 0, words, shares } = row ?? {};
  return createWordFrequencies(questions, words ?? [], shares ?? []);
}

/** Of a table that was never analyzed, too little is known to tell words apart. */
const unknownShare = 0.002;
/** Most words that are not listed are far rarer than the rarest listed one. */
const rareShare = 1 / 4;

export function createWordFrequencies(
  questions: number,
  words: readonly string[],
  shares: readonly number[],
): WordFrequencies {
  const listed = new Map(words.map((word, index) => [word, shares[index] ?? 0]));
  const lowest = shares[words.length] ?? unknownShare;
  return {
    questions,
    countOf: (lexeme) => (listed.get(lexeme) ?? lowest * rareShare) * questions,
  };
}
