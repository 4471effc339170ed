-- AlterTable
ALTER TABLE "analyses" ADD COLUMN     "seen_rewrites" BIGINT;

-- AlterTable
ALTER TABLE "question_changes" ADD COLUMN     "rewrites" BIGINT NOT NULL DEFAULT 0;

-- Creating a question changes totals, but makes no run stale.
CREATE OR REPLACE FUNCTION "count_question_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "question_changes" ("shard", "changes", "rewrites")
    VALUES (pg_backend_pid() % 64, 1, CASE TG_OP WHEN 'INSERT' THEN 0 ELSE 1 END)
    ON CONFLICT ("shard") DO UPDATE SET
        "changes" = "question_changes"."changes" + 1,
        "rewrites" = "question_changes"."rewrites" + EXCLUDED."rewrites";
    RETURN NULL;
END
$$;

-- Finds the latest changes of questions, however many were created since.
CREATE INDEX "question_versions_rewrites_idx" ON "question_versions"(("version" > 1), "changed_at");
