-- CreateTable
CREATE TABLE "change_log" (
    "xid" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "question_id" UUID,
    "version_before" INTEGER,
    "version" INTEGER,
    "category_before" TEXT,
    "category" TEXT,
    "difficulty_before" SMALLINT,
    "difficulty" SMALLINT,
    "topic_focus_before" TEXT,
    "topic_focus" TEXT,
    "source_before" TEXT,
    "source" TEXT,

    CONSTRAINT "change_log_pkey" PRIMARY KEY ("xid","id")
);

-- CreateTable
CREATE TABLE "change_log_pruning" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "generation" BIGINT NOT NULL,
    "pruned" TEXT NOT NULL,
    "snapshot" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "change_log_pruning_pkey" PRIMARY KEY ("id")
);

INSERT INTO "change_log_pruning" ("generation", "pruned", "snapshot", "taken_at")
VALUES (0, pg_current_snapshot()::text, pg_current_snapshot()::text, now());

-- Replaces the trigger that only counted. Transition tables keep statements that write many rows cheap;
-- PostgreSQL allows them for one event a trigger.
DROP TRIGGER "questions_changed" ON "questions";
DROP FUNCTION "count_question_change"();

CREATE FUNCTION "log_question_change"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    -- Creating a question changes totals, but makes no run stale.
    INSERT INTO "question_changes" ("shard", "changes", "rewrites")
    VALUES (pg_backend_pid() % 64, 1, CASE TG_OP WHEN 'INSERT' THEN 0 ELSE 1 END)
    ON CONFLICT ("shard") DO UPDATE SET
        "changes" = "question_changes"."changes" + 1,
        "rewrites" = "question_changes"."rewrites" + EXCLUDED."rewrites";
    RETURN NULL;
END
$$;

CREATE TRIGGER "questions_inserted" AFTER INSERT ON "questions"
REFERENCING NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "log_question_change"();

CREATE TRIGGER "questions_updated" AFTER UPDATE ON "questions"
REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
FOR EACH STATEMENT EXECUTE FUNCTION "log_question_change"();

CREATE TRIGGER "questions_deleted" AFTER DELETE ON "questions"
REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "log_question_change"();

CREATE TRIGGER "questions_truncated" AFTER TRUNCATE ON "questions"
FOR EACH STATEMENT EXECUTE FUNCTION "log_question_change"();
