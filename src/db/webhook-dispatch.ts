import type { QuestionFilter } from '../domain/question-criteria.ts';
import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';

/** An enabled webhook of an enabled account. */
export interface EventReceiver {
  readonly id: string;
  readonly events: readonly string[];
  readonly filter: QuestionFilter | null;
  /** Events up to this position are not for it. */
  readonly startPosition: string;
  /** Of the owner. */
  readonly role: string;
}

/** Up to where events have become deliveries. */
export interface DispatchState {
  readonly cursor: string;
  readonly receivers: readonly EventReceiver[];
}

export async function readDispatchState(database: Database): Promise<DispatchState> {
  const rows = await database.query<EventReceiver & { cursor: string; id: string | null }>(
    Prisma.sql`
    SELECT webhook_cursor.position::text AS cursor, receiver.* FROM webhook_cursor LEFT JOIN (
      SELECT webhook.id, webhook.events, webhook.filter,
        webhook.start_position::text AS "startPosition", account.role
      FROM webhooks webhook JOIN accounts account ON account.id = webhook.account_id
      WHERE webhook.enabled AND account.disabled_at IS NULL
    ) AS receiver ON true`,
  );
  const receivers = rows.filter(({ id }) => id !== null).map(({ cursor: _, ...each }) => each);
  return { cursor: rows[0]?.cursor ?? '0', receivers };
}

export interface NewDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly subjectId: string | null;
  readonly position: string;
  readonly payload: string;
  readonly traceContext: string | null;
}

/**
 * Saves the deliveries of the events between two positions and moves the cursor, in one statement.
 * False if another node was faster: it has saved the same.
 */
export async function saveDeliveries(
  database: Database,
  from: string,
  to: string,
  deliveries: readonly NewDelivery[],
): Promise<boolean> {
  const rows = await database.query(Prisma.sql`
    WITH moved AS (
      UPDATE webhook_cursor SET position = ${to}::bigint WHERE position = ${from}::bigint
      RETURNING position
    ), added AS (
      INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_type, subject_id, position,
        payload, trace_context, next_attempt_at, created_at)
      SELECT given.id, given."webhookId", given."eventId", given."eventType", given."subjectId",
        given.position, given.payload, given."traceContext", clock_timestamp(), clock_timestamp()
      FROM moved, jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) AS given(id uuid,
        "webhookId" uuid, "eventId" text, "eventType" text, "subjectId" uuid, position bigint,
        payload text, "traceContext" text)
      JOIN webhooks webhook ON webhook.id = given."webhookId"
      ON CONFLICT (webhook_id, event_id) DO NOTHING
    ) SELECT position FROM moved`);
  return rows.length > 0;
}
