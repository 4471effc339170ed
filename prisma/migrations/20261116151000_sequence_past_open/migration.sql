-- Nothing of a transaction in progress is visible, yet a scan looks at each of its entries: while a large
-- import was being stored, every reading of the log took as long as reading all of it. Both readers now
-- leave these transactions out: they read the gaps between them, in the order of the index, and stop early.

-- Changes of questions that became visible since a snapshot that ended before the transaction `next` and did not see
-- those that were open. Stable: of the snapshot of the statement that calls it.
CREATE FUNCTION "changes_since"("next" BIGINT, "open" BIGINT[], "most" INTEGER) RETURNS SETOF "change_log"
LANGUAGE plpgsql STABLE
SET enable_seqscan = off
SET enable_bitmapscan = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
    -- A restored backup has the transaction numbers of another server, some of which are yet to come here.
    "restored" BIGINT := (SELECT "restored_id" FROM "change_log_pruning");
BEGIN
    RETURN QUERY SELECT "entry".* FROM (
        SELECT lag("bound") OVER (ORDER BY "bound") AS "after", "bound" AS "before" FROM (
            SELECT "next" - 1
            UNION ALL SELECT pg_snapshot_xip(pg_current_snapshot())::text::bigint
            UNION ALL SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        ) AS "bounds" ("bound")
        WHERE "bound" >= "next" - 1
    ) AS "gap" CROSS JOIN LATERAL (
        SELECT * FROM "change_log"
        WHERE "xid" > "gap"."after" AND "xid" < "gap"."before" AND "id" > "restored"
            AND "analysis_id" IS NULL
        ORDER BY "xid", "id" LIMIT "most"
    ) AS "entry" LIMIT "most";
    RETURN QUERY SELECT "entry".* FROM (
        SELECT unnest("open") EXCEPT SELECT pg_snapshot_xip(pg_current_snapshot())::text::bigint
    ) AS "ended" ("xid") CROSS JOIN LATERAL (
        SELECT * FROM "change_log"
        WHERE "change_log"."xid" = "ended"."xid" AND "id" > "restored" AND "analysis_id" IS NULL
        ORDER BY "id" LIMIT "most"
    ) AS "entry" LIMIT "most";
END
$$;

CREATE OR REPLACE FUNCTION "sequence_events"() RETURNS BIGINT LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_bitmapscan = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
    "state" "event_sequencer"%ROWTYPE;
    "here" TEXT;
    "is_same" BOOLEAN;
    "next" BIGINT;
    "open" BIGINT[];
    "last" BIGINT;
    "seen" TEXT;
    "restored" BIGINT;
BEGIN
    PERFORM pg_advisory_xact_lock(4815162346);
    SELECT * INTO "state" FROM "event_sequencer";
    "restored" := (SELECT "restored_id" FROM "change_log_pruning");
    "here" := (SELECT "system_identifier"::text FROM pg_control_system());
    "next" := pg_snapshot_xmax("state"."snapshot"::pg_snapshot)::text::bigint;
    "open" := ARRAY(SELECT x::text::bigint FROM pg_snapshot_xip("state"."snapshot"::pg_snapshot) AS x);
    "is_same" := "here" = "state"."cluster"
        AND "next" <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
    WITH "gaps" AS (
        SELECT lag("bound") OVER (ORDER BY "bound") AS "after", "bound" AS "before" FROM (
            SELECT "next" - 1
            UNION ALL SELECT pg_snapshot_xip(pg_current_snapshot())::text::bigint
            UNION ALL SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        ) AS "bounds" ("bound")
        WHERE "bound" >= "next" - 1
    ), "fresh" AS (
        SELECT "entry".* FROM "gaps" CROSS JOIN LATERAL (
            SELECT "xid", min("id") AS "first_id", max("id") AS "last_id" FROM "change_log"
            WHERE "is_same" AND "xid" > "gaps"."after" AND "xid" < "gaps"."before" AND "id" > "restored"
            GROUP BY "xid"
        ) AS "entry"
        UNION ALL
        SELECT "xid", min("id"), max("id") FROM "change_log"
        WHERE "is_same" AND "id" > "restored" AND "xid" = ANY(ARRAY(
            SELECT unnest("open") EXCEPT ALL SELECT pg_snapshot_xip(pg_current_snapshot())::text::bigint
        )) GROUP BY "xid"
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
    IF NOT "is_same" THEN
        -- Numbers that this server has not given yet are those of the other one.
        UPDATE "change_log_pruning" SET "restored_id" = greatest("restored_id", (
            SELECT max("id") FROM "change_log"
            WHERE "xid" >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        ));
    END IF;
    UPDATE "event_sequencer" SET "snapshot" = "seen", "cluster" = "here", "last_position" = "last";
    RETURN "last";
END
$$;
