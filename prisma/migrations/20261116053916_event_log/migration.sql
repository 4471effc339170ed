-- AlterTable
ALTER TABLE "change_log" ADD COLUMN     "actor" TEXT,
ADD COLUMN     "analysis_id" UUID,
ADD COLUMN     "progress" DOUBLE PRECISION;

-- CreateTable
CREATE TABLE "event_batches" (
    "last_position" BIGINT NOT NULL,
    "first_position" BIGINT NOT NULL,
    "xid" BIGINT NOT NULL,
    "first_id" BIGINT NOT NULL,
    "sequenced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "event_batches_pkey" PRIMARY KEY ("last_position")
);

-- CreateTable
CREATE TABLE "event_sequencer" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "snapshot" TEXT NOT NULL,
    "cluster" TEXT NOT NULL,
    "last_position" BIGINT NOT NULL DEFAULT 0,
    "pruned_position" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_sequencer_pkey" PRIMARY KEY ("id")
);

-- No cluster yet: what the log already holds gets its positions first.
INSERT INTO "event_sequencer" ("snapshot", "cluster") VALUES (pg_current_snapshot()::text, '');

-- Its one row is written all the time.
ALTER TABLE "event_sequencer" SET (fillfactor = 20);

-- Gives positions to the events of all transactions that have become visible since the last time, and
-- returns the last position. Each statement of the function sees what was committed before it began,
-- that is, after it has the lock. A transaction that changes what another one has changed writes its
-- last entry after the other has ended: in the order of their last entries, the events of a question
-- are in the order of its versions.
CREATE FUNCTION "sequence_events"() RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    "state" "event_sequencer"%ROWTYPE;
    "here" TEXT;
    "is_same" BOOLEAN;
    "next" BIGINT;
    "open" BIGINT[];
    "last" BIGINT;
    "seen" TEXT;
BEGIN
    PERFORM pg_advisory_xact_lock(4815162346);
    SELECT * INTO "state" FROM "event_sequencer";
    "here" := (SELECT "system_identifier"::text FROM pg_control_system());
    "next" := pg_snapshot_xmax("state"."snapshot"::pg_snapshot)::text::bigint;
    "open" := ARRAY(SELECT x::text::bigint FROM pg_snapshot_xip("state"."snapshot"::pg_snapshot) AS x);
    "is_same" := "here" = "state"."cluster"
        AND "next" <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
    WITH "fresh" AS (
        SELECT "xid", min("id") AS "first_id", max("id") AS "last_id" FROM "change_log"
        WHERE "is_same" AND "xid" >= "next" GROUP BY "xid"
        UNION ALL
        SELECT "xid", min("id"), max("id") FROM "change_log"
        WHERE "is_same" AND "xid" = ANY("open") GROUP BY "xid"
        UNION ALL
        SELECT "entry"."xid", min("entry"."id"), max("entry"."id") FROM "change_log" AS "entry"
        WHERE NOT "is_same" AND NOT EXISTS (
            SELECT 1 FROM "event_batches" AS "batch"
            WHERE "batch"."xid" = "entry"."xid" AND "entry"."id" BETWEEN "batch"."first_id"
                AND "batch"."first_id" + "batch"."last_position" - "batch"."first_position"
        ) GROUP BY "entry"."xid"
    ), "placed" AS (
        SELECT "xid", "first_id", "last_id" - "first_id" AS "span",
            "state"."last_position" + sum("last_id" - "first_id" + 1) OVER (ORDER BY "last_id") AS "last_position"
        FROM "fresh"
    ), "added" AS (
        INSERT INTO "event_batches" ("last_position", "first_position", "xid", "first_id")
        SELECT "placed"."last_position", "placed"."last_position" - "span", "placed"."xid", "placed"."first_id"
        FROM "placed"
        RETURNING "event_batches"."last_position"
    )
    SELECT max("added"."last_position"), pg_current_snapshot()::text INTO "last", "seen" FROM "added";
    IF "last" IS NULL AND "is_same" THEN
        RETURN "state"."last_position";
    END IF;
    "last" := coalesce("last", "state"."last_position");
    UPDATE "event_sequencer" SET "snapshot" = "seen", "cluster" = "here", "last_position" = "last";
    RETURN "last";
END
$$;

CREATE FUNCTION "log_run_step"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "change_log" ("kind", "changed_at", "analysis_id", "version", "progress", "actor")
    VALUES (
        CASE
            WHEN NEW."status" = 'SUCCEEDED' THEN 'analysis.completed'
            WHEN NEW."status" = 'FAILED' THEN 'analysis.failed'
            WHEN NEW."status" = 'CANCELLED' THEN 'analysis.cancelled'
            WHEN OLD."status" = 'RUNNING' THEN 'analysis.progressed'
            ELSE 'analysis.started'
        END,
        clock_timestamp(), NEW."id", NEW."attempt", NEW."progress",
        coalesce(nullif(current_setting('quaestor.actor', true), ''), NEW."created_by")
    );
    RETURN NULL;
END
$$;

-- A run that goes back to the queue takes no step.
CREATE TRIGGER "run_stepped" AFTER UPDATE OF "status", "progress" ON "analyses" FOR EACH ROW
WHEN (NEW."status" <> 'QUEUED' AND (OLD."status", OLD."progress") IS DISTINCT FROM (NEW."status", NEW."progress"))
EXECUTE FUNCTION "log_run_step"();
