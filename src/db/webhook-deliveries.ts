import type { DeliveryStatus } from '../domain/webhook-input.ts';
import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';
import type { Transaction } from './transaction.ts';

// Times are those of the database: the clocks of nodes differ.

/** A delivery that this process may attempt until its lease ends. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly payload: string;
  /** The number of this attempt. */
  readonly attempt: number;
  /** How many attempts the schedule has had, with this one. */
  readonly tried: number;
  readonly url: string;
  readonly secret: string;
  /** Null unless it is still valid. */
  readonly previousSecret: string | null;
  /** The trace of the event, packed. */
  readonly traceContext: string | null;
}

export interface ClaimOptions {
  readonly leaseMs: number;
  /** The roles that may read events of questions, and those of runs. */
  readonly questionReaders: readonly string[];
  readonly analysisReaders: readonly string[];
}

/** An earlier event of the same question or run is neither delivered nor dead. */
const waits = Prisma.sql`EXISTS (
  SELECT 1 FROM webhook_deliveries earlier
  WHERE earlier.webhook_id = due.webhook_id AND earlier.subject_id = due.subject_id
    AND earlier.status = 'PENDING' AND earlier.position < due.position)`;

const isFree = Prisma.sql`due.status = 'PENDING' AND due.next_attempt_at <= clock_timestamp()
  AND (due.lease_until IS NULL OR due.lease_until < clock_timestamp())`;

/** Saves waiting for the disk. Whoever loses a record because of a crash sends the event again. */
const unsynced = Prisma.sql`unsynced AS MATERIALIZED (
  SELECT set_config('synchronous_commit', 'off', true))`;

/** The owner is enabled and may read the event. */
function mayReceive({ questionReaders, analysisReaders }: ClaimOptions): Prisma.Sql {
  return Prisma.sql`webhook.enabled AND account.disabled_at IS NULL
    AND account.role = ANY(CASE WHEN due.event_type LIKE 'analysis.%'
      THEN ${analysisReaders}::text[] ELSE ${questionReaders}::text[] END)`;
}

/** Claims deliveries of a webhook that are due, oldest first; none of two of the same question. */
export async function claimDeliveries(
  database: Database,
  webhookId: string,
  limit: number,
  options: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  return database.query<ClaimedDelivery>(Prisma.sql`
    WITH ${unsynced}, free AS (
      SELECT due.id FROM webhook_deliveries due
      JOIN webhooks webhook ON webhook.id = due.webhook_id
      JOIN accounts account ON account.id = webhook.account_id
      WHERE due.webhook_id = ${webhookId}::uuid AND ${isFree} AND NOT ${waits}
        AND ${mayReceive(options)}
      ORDER BY due.position
      LIMIT ${limit}
      FOR UPDATE OF due SKIP LOCKED
    )
    UPDATE webhook_deliveries AS claimed
    SET attempt_count = attempt_count + 1, tried_count = tried_count + 1,
      lease_until = clock_timestamp() + ${options.leaseMs} * interval '1 millisecond'
    FROM unsynced, free, webhooks webhook
    WHERE claimed.id = free.id AND webhook.id = claimed.webhook_id
    RETURNING claimed.id, claimed.webhook_id AS "webhookId", claimed.event_id AS "eventId",
      claimed.payload, claimed.attempt_count AS attempt, claimed.tried_count AS tried, webhook.url,
      claimed.trace_context AS "traceContext",
      webhook.secret, CASE WHEN webhook.previous_secret_until > now() THEN webhook.previous_secret END
        AS "previousSecret"`);
}

export interface AttemptRecord {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: { readonly code: string; readonly detail: string } | null;
}

export interface NextStep {
  readonly status: DeliveryStatus;
  /** Until the next attempt, if it is still PENDING. */
  readonly delayMs: number;
  /** Why the webhook is disabled; null to leave it as it is. */
  readonly disabledReason: string | null;
}

/** Records an attempt and what follows from it; false if another worker has claimed the delivery since. */
export async function recordAttempt(
  database: Database,
  { id, attempt, webhookId }: Pick<ClaimedDelivery, 'id' | 'attempt' | 'webhookId'>,
  { startedAt, durationMs, status, error }: AttemptRecord,
  next: NextStep,
): Promise<boolean> {
  const rows = await database.query(Prisma.sql`
    WITH ${unsynced}, recorded AS (
      UPDATE webhook_deliveries SET status = ${next.status}, lease_until = NULL,
        next_attempt_at = clock_timestamp() + ${next.delayMs} * interval '1 millisecond',
        finished_at = CASE WHEN ${next.status} = 'PENDING' THEN NULL ELSE clock_timestamp() END
      FROM unsynced
      WHERE id = ${id}::uuid AND attempt_count = ${attempt} AND status = 'PENDING' RETURNING id
    ), listed AS (
      INSERT INTO webhook_attempts
        (delivery_id, number, started_at, duration_ms, status, error_code, error_detail)
      SELECT id, ${attempt}, ${startedAt}, ${durationMs}, ${status}::int, ${error?.code ?? null}::text,
        ${error?.detail ?? null}::text FROM recorded
    ), disabled AS (
      UPDATE webhooks SET enabled = false, disabled_reason = ${next.disabledReason}::text,
        version = version + 1, updated_at = clock_timestamp()
      WHERE id = ${webhookId}::uuid AND enabled AND ${next.disabledReason}::text IS NOT NULL
        AND EXISTS (SELECT 1 FROM recorded)
    ) SELECT id FROM recorded`);
  return rows.length > 0;
}

/** Gives a claimed delivery back: this process is shutting down, and the attempt does not count. */
export async function releaseDelivery(
  database: Database,
  { id, attempt }: Pick<ClaimedDelivery, 'id' | 'attempt'>,
): Promise<void> {
  await database.query(Prisma.sql`
    UPDATE webhook_deliveries SET lease_until = NULL, attempt_count = attempt_count - 1,
      tried_count = tried_count - 1
    WHERE id = ${id}::uuid AND attempt_count = ${attempt} AND status = 'PENDING'`);
}

/** The webhooks that have something to send now. */
export async function listDueWebhooks(
  database: Database,
  options: ClaimOptions,
  limit: number,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(Prisma.sql`
    SELECT webhook.id FROM webhooks webhook JOIN accounts account ON account.id = webhook.account_id
    WHERE webhook.enabled AND EXISTS (
      SELECT 1 FROM webhook_deliveries due
      WHERE due.webhook_id = webhook.id AND ${isFree} AND ${mayReceive(options)} AND NOT ${waits}
    ) ORDER BY random() LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

export async function countPendingDeliveries(
  database: Database,
): Promise<{ pending: number; retrying: number }> {
  const [row] = await database.query<{ pending: number; retrying: number }>(Prisma.sql`
    SELECT count(*) FILTER (WHERE tried_count = 0)::int AS pending,
      count(*) FILTER (WHERE tried_count > 0)::int AS retrying
    FROM webhook_deliveries WHERE status = 'PENDING'`);
  return row ?? { pending: 0, retrying: 0 };
}

/** Makes a delivery due now, with a whole schedule of attempts; whatever its status was. */
export async function sendAgain(transaction: Transaction, id: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE webhook_deliveries SET status = 'PENDING', next_attempt_at = clock_timestamp(),
      finished_at = NULL, tried_count = 0
    WHERE id = ${id}::uuid`;
}

/** Deletes deliveries that ended so many seconds ago, and those that waited for so long. */
export async function deleteOldDeliveries(database: Database, seconds: number): Promise<void> {
  const before = Prisma.sql`now() - ${seconds} * interval '1 second'`;
  await database.query(Prisma.sql`DELETE FROM webhook_deliveries WHERE finished_at < ${before}`);
  await database.query(Prisma.sql`
    DELETE FROM webhook_deliveries WHERE status = 'PENDING' AND created_at < ${before}`);
}

export interface TestMessage {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly payload: string;
}

/** Saves a message that this process sends at once: no other claims it while its lease lasts. */
export async function insertTest(
  transaction: Transaction,
  { id, webhookId, eventId, eventType, payload }: TestMessage,
  leaseMs: number,
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_type, position, payload,
      attempt_count, tried_count, next_attempt_at, lease_until, created_at)
    VALUES (${id}::uuid, ${webhookId}::uuid, ${eventId}, ${eventType}, 0, ${payload}, 1, 1,
      clock_timestamp(), clock_timestamp() + ${leaseMs} * interval '1 millisecond', clock_timestamp())`;
}
