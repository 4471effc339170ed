import type { Cancellation } from '../domain/cancellation.ts';
import type { EventType } from '../domain/event-types.ts';
import type { QuestionContent } from '../domain/question-content.ts';
import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';
import { contentColumns } from './question-columns.ts';

// The event log. Triggers write an entry of `change_log` in the transaction of every change of a question
// and every step of a run. Transactions commit in another order than they write, so entries get their
// positions after the commit, from `sequence_events()`, one caller at a time: a reader that has seen
// position n has seen, or been offered, all events up to n, for ever. A long transaction delays no
// other; its events follow when it ends. Positions ascend, with gaps. Of one question (or run), events
// are in the order of its versions.
//
//     let after = (await readEvents(database, { after: 'latest', limit: 1 })).next;
//     for (;;) {
//       const { events, next, last } = await readEvents(database, { after, types, limit: 100 });
//       … handle events, then keep `next` …
//       after = next;
//       if (next === last) … wait until `EventLog.onAdvance` reports a position after it …
//     }
//
// Contents before and after a change are those of the history, and not stored twice.

export interface LoggedEvent {
  /** The same for ever; a receiver may use it to recognize what it has seen. */
  readonly id: string;
  /** A number that may exceed what a double holds. */
  readonly position: string;
  readonly type: EventType;
  /** RFC 3339, UTC. */
  readonly occurredAt: string;
  /** A caller id: `account:<id>`, `key:<id>`, `anonymous` or the name of a system. Null if plain SQL changed it. */
  readonly actor: string | null;
  readonly questionId: string | null;
  readonly analysisId: string | null;
  /** Of the question after the change; the attempt of a run. */
  readonly version: number | null;
  /** Null if the question did not exist, or plain SQL wrote no history. */
  readonly before: QuestionContent | null;
  readonly after: QuestionContent | null;
  /** Of a run, 0 to 1. */
  readonly progress: number | null;
  /** The trace of the work that caused it, packed. */
  readonly traceContext: string | null;
}

export interface EventQuery {
  /** Events after this position; by default all that are kept; `latest` for none but future ones. */
  readonly after?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly limit: number;
}

export interface EventPage {
  readonly events: readonly LoggedEvent[];
  /** Where the next page begins, also if this one is empty. */
  readonly next: string;
  /** The last position that was given to an event of any type. */
  readonly last: string;
  /** The lowest position that can be read after. */
  readonly oldest: string;
  /** True if `after` is not in the log: events are no longer kept, or the log is an older one. Then there are no events. */
  readonly isGone: boolean;
}

/** A page without a match ends after this many entries, so that rare types cost no more than others. */
const maxScanned = 2000;
const pruneBatch = 10_000;

type Row = Pick<EventPage, 'last' | 'oldest'> &
  LoggedEvent & { readonly scanned: string | null; readonly isLast: boolean };

const contentOf = (table: string) =>
  Prisma.raw(
    `CASE WHEN ${table}.question_id IS NOT NULL THEN json_build_object(${Object.entries(
      contentColumns,
    )
      .map(([field, { name }]) => `'${field}', ${table}.${name}`)
      .join(', ')}) END`,
  );

/** Gives positions to everything that is committed; returns the last position. */
export async function sequenceEvents(
  database: Database,
  cancellation?: Cancellation,
): Promise<string> {
  const [row] = await database.query<{ last: string }>(
    Prisma.sql`SELECT sequence_events()::text AS last`,
    cancellation,
  );
  return row?.last ?? '0';
}

/** Reads events that have a position. */
export async function readEvents(
  database: Database,
  { after, types, limit }: EventQuery,
  cancellation?: Cancellation,
): Promise<EventPage> {
  const isLatest = after === 'latest';
  const scanned = types ? Math.max(maxScanned, limit) : limit;
  const from = Prisma.sql`COALESCE(${isLatest ? null : (after ?? null)}::bigint,
    CASE WHEN ${isLatest} THEN last_position ELSE pruned_position END)`;
  const rows = await database.query<Row>(
    Prisma.sql`
    WITH log AS MATERIALIZED (
      SELECT last_position, pruned_position, ${from} AS after FROM event_sequencer
    ), scanned AS MATERIALIZED (
      SELECT batch.first_position + entry.id - batch.first_id AS position, entry.*
      FROM log, event_batches batch, LATERAL (
        SELECT * FROM change_log
        WHERE xid = batch.xid
          AND id BETWEEN batch.first_id + greatest(0, log.after + 1 - batch.first_position)
            AND batch.first_id + batch.last_position - batch.first_position
        ORDER BY id LIMIT ${scanned}
      ) AS entry
      WHERE batch.last_position > (SELECT after FROM log) AND log.after >= log.pruned_position
      ORDER BY batch.last_position, entry.id LIMIT ${scanned}
    ), found AS (
      SELECT entry.*, version.changed_by, version.changed_at AS recorded_at,
        CASE WHEN entry.analysis_id IS NOT NULL THEN entry.kind
          WHEN entry.question_id IS NOT NULL THEN 'question.' || COALESCE(version.change, entry.kind)
        END AS type,
        COALESCE(entry.version, entry.version_before + 1) AS event_version,
        ${contentOf('previous')} AS before,
        CASE WHEN entry.kind <> 'deleted' THEN ${contentOf('version')} END AS after
      FROM scanned AS entry
      LEFT JOIN question_versions version ON version.question_id = entry.question_id
        AND version.version = COALESCE(entry.version, entry.version_before + 1)
      LEFT JOIN question_versions previous ON previous.question_id = entry.question_id
        AND previous.version = entry.version_before
    )
    SELECT log.last_position::text AS last, log.pruned_position::text AS oldest,
      (SELECT max(position)::text FROM scanned) AS scanned,
      (SELECT count(*) < ${scanned} FROM scanned) AS "isLast",
      event.position::text, 'evt_' || event.id AS id, event.type,
      COALESCE(event.recorded_at, event.changed_at) AT TIME ZONE 'UTC' AS "occurredAt",
      COALESCE(event.changed_by, event.actor) AS actor, event.question_id AS "questionId",
      event.analysis_id AS "analysisId", event.event_version AS version,
      event.before, event.after, event.progress, event.trace_context AS "traceContext"
    FROM log LEFT JOIN (
      SELECT * FROM found
      WHERE type IS NOT NULL AND (${types ?? null}::text[] IS NULL OR type = ANY(${types ?? null}::text[]))
      ORDER BY position LIMIT ${limit}
    ) AS event ON true
    ORDER BY event.position`,
    cancellation,
  );
  return toPage(rows, after, limit);
}

function toPage(rows: readonly Row[], after: string | undefined, limit: number): EventPage {
  const [first] = rows;
  if (!first) throw new Error('The event log has no sequencer.');
  const { last, oldest, scanned, isLast } = first;
  const from = after === 'latest' ? last : (after ?? oldest);
  const isGone = BigInt(from) < BigInt(oldest) || BigInt(from) > BigInt(last);
  const events = rows
    .filter(({ type }) => type !== null)
    .map(({ last: _, oldest: __, scanned: ___, isLast: ____, ...event }) => event);
  const end = isLast ? last : (scanned ?? last);
  const next = events.length === limit ? (events.at(-1)?.position ?? end) : end;
  return { events, next: isGone ? oldest : next, last, oldest, isGone };
}

/**
 * Deletes events that are older than this, and visible to the last pruning but one, so that readers of
 * changes (change-log.ts) know. Transactions of a restored dump may have numbers from the future.
 */
export async function pruneEvents(
  database: Database,
  keptMs: number,
  batchSize = pruneBatch,
): Promise<void> {
  for (let deleted = 1; deleted > 0; ) {
    const [row] = await database.query<{ count: number }>(Prisma.sql`
      WITH old AS (
        SELECT *, sum(last_position - first_position + 1) OVER (ORDER BY last_position) AS total
        FROM (SELECT * FROM event_batches ORDER BY last_position LIMIT ${batchSize}) AS first_ones
        WHERE sequenced_at <= now() - ${keptMs} * interval '1 millisecond' AND (
          pg_visible_in_snapshot(xid::text::xid8, (SELECT pruned::pg_snapshot FROM change_log_pruning))
          OR xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        )
      ), chosen AS (
        SELECT * FROM old
        WHERE total <= ${batchSize} OR last_position = (SELECT min(last_position) FROM old)
      ), gone AS (
        DELETE FROM event_batches USING chosen
        WHERE event_batches.last_position = chosen.last_position RETURNING 1
      ), entries AS (
        DELETE FROM change_log USING chosen
        WHERE change_log.xid = chosen.xid AND change_log.id BETWEEN chosen.first_id
          AND chosen.first_id + chosen.last_position - chosen.first_position
      ), moved AS (
        UPDATE event_sequencer SET pruned_position = (SELECT max(last_position) FROM chosen)
        WHERE EXISTS (SELECT 1 FROM chosen)
      ) SELECT count(*)::int AS count FROM gone`);
    deleted = row?.count ?? 0;
  }
}
