-- CreateTable: how many questions each category and level has, so that counting them reads a few rows. The sum
-- over all shards is exact in every snapshot: it changes in the transaction that changes the questions.
CREATE TABLE "question_totals" (
    "shard" SMALLINT NOT NULL,
    "category" TEXT NOT NULL,
    "difficulty" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "question_totals_pkey" PRIMARY KEY ("shard","category","difficulty")
);

-- Its few rows are written all the time: room beside each keeps them in their place.
ALTER TABLE "question_totals" SET (fillfactor = 20);

-- Keeps writers out until the questions are counted.
LOCK TABLE "questions" IN SHARE ROW EXCLUSIVE MODE;

INSERT INTO "question_totals" ("shard", "category", "difficulty", "count")
SELECT 0, "category", "difficulty", count(*) FROM "questions" GROUP BY "category", "difficulty";

-- A shard belongs to one transaction until it ends. One whose shard another has takes the next: before, it
-- waited, for as long as an import takes if that was the other. Nobody waits for rows of its shard, in
-- whatever order it writes them.
CREATE FUNCTION "own_question_shard"() RETURNS SMALLINT LANGUAGE plpgsql AS $$
DECLARE
    "shard" INTEGER := pg_backend_pid() % 64;
BEGIN
    WHILE NOT pg_try_advisory_xact_lock(4815170000 + "shard") LOOP
        "shard" := ("shard" + 64) % 32704;
    END LOOP;
    RETURN "shard";
END
$$;

CREATE OR REPLACE FUNCTION "log_question_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "own" SMALLINT;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "change_log" ("kind", "question_id", "version", "category", "difficulty", "topic_focus", "source")
        SELECT 'created', "id", "version", "category", "difficulty", "topic_focus", "source" FROM "after";
    ELSIF TG_OP = 'UPDATE' THEN
        -- An update by plain SQL may change ids: then it deletes one question and creates another.
        INSERT INTO "change_log" (
            "kind", "question_id", "version_before", "version", "category_before", "category",
            "difficulty_before", "difficulty", "topic_focus_before", "topic_focus", "source_before", "source"
        )
        SELECT
            CASE WHEN "before"."id" IS NULL THEN 'created' WHEN "after"."id" IS NULL THEN 'deleted' ELSE 'updated' END,
            "id", "before"."version", "after"."version", "before"."category", "after"."category",
            "before"."difficulty", "after"."difficulty", "before"."topic_focus", "after"."topic_focus",
            "before"."source", "after"."source"
        FROM "before" FULL JOIN "after" USING ("id");
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO "change_log" (
            "kind", "question_id", "version_before", "category_before", "difficulty_before", "topic_focus_before", "source_before"
        )
        SELECT 'deleted', "id", "version", "category", "difficulty", "topic_focus", "source" FROM "before";
    ELSE
        INSERT INTO "change_log" ("kind") VALUES ('truncated');
    END IF;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    "own" := "own_question_shard"();
    -- Creating a question changes totals, but makes no run stale.
    INSERT INTO "question_changes" ("shard", "changes", "rewrites")
    VALUES ("own", 1, CASE TG_OP WHEN 'INSERT' THEN 0 ELSE 1 END)
    ON CONFLICT ("shard") DO UPDATE SET
        "changes" = "question_changes"."changes" + 1,
        "rewrites" = "question_changes"."rewrites" + EXCLUDED."rewrites";
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "question_totals" AS "total" ("shard", "category", "difficulty", "count")
        SELECT "own", "category", "difficulty", count(*) FROM "after" GROUP BY "category", "difficulty"
        ON CONFLICT ("shard", "category", "difficulty") DO UPDATE SET "count" = "total"."count" + EXCLUDED."count";
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO "question_totals" AS "total" ("shard", "category", "difficulty", "count")
        SELECT "own", "category", "difficulty", sum("moved") FROM (
            SELECT "category", "difficulty", -1 AS "moved" FROM "before"
            UNION ALL SELECT "category", "difficulty", 1 FROM "after"
        ) AS "moves" GROUP BY "category", "difficulty" HAVING sum("moved") <> 0
        ON CONFLICT ("shard", "category", "difficulty") DO UPDATE SET "count" = "total"."count" + EXCLUDED."count";
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO "question_totals" AS "total" ("shard", "category", "difficulty", "count")
        SELECT "own", "category", "difficulty", -count(*) FROM "before" GROUP BY "category", "difficulty"
        ON CONFLICT ("shard", "category", "difficulty") DO UPDATE SET "count" = "total"."count" + EXCLUDED."count";
    ELSE
        DELETE FROM "question_totals";
    END IF;
    RETURN NULL;
END
$$;
