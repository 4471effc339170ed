import type { Cancellation } from '../domain/cancellation.ts';
import type { Database } from './database.ts';
import { pruneEvents, sequenceEvents } from './event-log.ts';
import { Prisma } from './generated/prisma/client.ts';

/** The values of a question that lists select by. */
export interface QuestionState {
  readonly version: number;
  readonly category: string;
  readonly difficulty: number;
  readonly topicFocus: string | null;
  readonly source: string | null;
}

/** A question that was created (nothing before), updated or deleted (nothing after). */
export interface QuestionChange {
  readonly id: string;
  readonly before: QuestionState | null;
  readonly after: QuestionState | null;
}

/** Up to where a reader knows the change log. */
export interface LogPosition {
  /** Transactions from this one on were not visible, */
  readonly next: string;
  /** nor were these, which were still in progress. */
  readonly open: readonly string[];
  /** The server and the tables; another one is another log. */
  readonly incarnation: string;
  /** How often the log had been pruned. */
  readonly generation: string;
}

export interface LogReading {
  readonly position: LogPosition;
  /** The changes since the last position; undefined when they are no longer known. */
  readonly changes: readonly QuestionChange[] | undefined;
}

/** A reader that has missed more is better off starting anew. */
const maxChanges = 2000;
/** Readers follow the change log within seconds. */
const defaultGenerationMs = 60 * 60 * 1000;

interface Row {
  readonly snapshot: string;
  readonly incarnation: string;
  readonly generation: string;
  /** Null in the one row that is returned when nothing has changed. */
  readonly kind: 'created' | 'updated' | 'deleted' | 'truncated' | null;
  readonly id: string;
  readonly before: QuestionState | null;
  readonly after: QuestionState | null;
}

const states = Prisma.sql`kind, question_id AS id,
  CASE WHEN category_before IS NOT NULL THEN json_build_object('version', version_before,
    'category', category_before, 'difficulty', difficulty_before,
    'topicFocus', topic_focus_before, 'source', source_before) END AS before,
  CASE WHEN category IS NOT NULL THEN json_build_object('version', version, 'category', category,
    'difficulty', difficulty, 'topicFocus', topic_focus, 'source', source) END AS after`;

/**
 * Reads what became visible since a position, and the new position, in one statement, so that both are
 * of one snapshot. Transactions commit in another order than they began: what was not visible before is
 * known by snapshot, and a long transaction delays no other.
 */
export async function readChanges(
  database: Database,
  since: LogPosition | undefined,
  cancellation?: Cancellation,
): Promise<LogReading> {
  const rows = await database.query<Row>(changesQuery(since), cancellation);
  const [first] = rows;
  if (!first) throw new Error('The change log returned no position.');
  const { incarnation, generation } = first;
  const position = { ...readSnapshot(first.snapshot), incarnation, generation };
  const isKnown = since?.incarnation === incarnation && hasNotMissed(since, generation);
  const isComplete = rows.length <= maxChanges && !rows.some(({ kind }) => kind === 'truncated');
  if (!isKnown || !isComplete) return { position, changes: undefined };
  const changes = rows.filter(({ kind }) => kind !== null);
  return { position, changes: changes.map(({ id, before, after }) => ({ id, before, after })) };
}

/** Transactions in progress are left out by the function: a large import costs its readers nothing. */
export function changesQuery(since: LogPosition | undefined): Prisma.Sql {
  return Prisma.sql`
    SELECT here.*, log.* FROM (
      SELECT pg_current_snapshot()::text AS snapshot,
        concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), pg_relation_filenode('questions'),
          (SELECT oid FROM pg_database WHERE datname = current_database())) AS incarnation,
        (SELECT generation::text FROM change_log_pruning) AS generation
    ) AS here LEFT JOIN (
      SELECT ${states}
      FROM changes_since(${since?.next ?? null}, ${since?.open ?? []}, ${maxChanges + 1})
    ) AS log ON true`;
}

/** The text of a snapshot is xmin:xmax:xip,xip,… */
function readSnapshot(text: string): Pick<LogPosition, 'next' | 'open'> {
  const [, next = '', open = ''] = text.split(':');
  return { next, open: open === '' ? [] : open.split(',') };
}

/** A pruning deletes only what was visible to the pruning before it. */
function hasNotMissed(since: LogPosition, generation: string): boolean {
  return BigInt(generation) - BigInt(since.generation) <= 1n;
}

/**
 * Deletes entries that became events this long ago, if they were also visible a generation ago. The
 * generation is counted first: a reader that might miss what is deleted next then knows.
 */
export async function pruneChangeLog(
  database: Database,
  keptMs: number,
  { generationMs = defaultGenerationMs, batchSize }: PruneOptions = {},
): Promise<void> {
  await sequenceEvents(database);
  await database.query(Prisma.sql`
    UPDATE change_log_pruning SET generation = generation + 1, pruned = snapshot,
      snapshot = pg_current_snapshot()::text, taken_at = now()
    WHERE taken_at <= now() - ${generationMs} * interval '1 millisecond'`);
  await pruneEvents(database, keptMs, batchSize);
}

export interface PruneOptions {
  readonly generationMs?: number;
  readonly batchSize?: number;
}
