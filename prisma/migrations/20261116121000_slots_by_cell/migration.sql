-- Slots are counted up within each category and level (a cell), so that a random page with these criteria looks
-- up no slots of other questions. A slot is the number of its cell and, in the lower 26 bits, the number within.

-- Keeps writers out until the slots are new.
LOCK TABLE "questions" IN SHARE ROW EXCLUSIVE MODE;

TRUNCATE "question_slots";

-- DropIndex
DROP INDEX "question_slots_slot_question_id_category_difficulty_idx";

-- AlterTable
ALTER TABLE "question_slots" DROP COLUMN "category", DROP COLUMN "difficulty";

-- Starting over is harmless: questions may share a slot.
DO $$
BEGIN
    FOR cell IN 0..17 LOOP
        EXECUTE format('CREATE SEQUENCE %I AS INTEGER MINVALUE 0 MAXVALUE 67108863 START 0 CYCLE', 'question_slots_' || cell);
    END LOOP;
END
$$;

CREATE FUNCTION "new_question_slot"("category" TEXT, "difficulty" SMALLINT) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
    "cell" INTEGER := "difficulty" + 3 * (array_position(
        ARRAY['Astronomy', 'Geography', 'Literature', 'Mathematics', 'Science', 'General Knowledge'], "category") - 1);
BEGIN
    RETURN "cell" * 67108864 + nextval(('question_slots_' || "cell")::regclass);
END
$$;

CREATE OR REPLACE FUNCTION "keep_question_slots"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "question_slots" ("question_id", "slot")
        SELECT "id", "new_question_slot"("category", "difficulty") FROM "after";
    ELSIF TG_OP = 'UPDATE' THEN
        UPDATE "question_slots"
        SET "question_id" = NEW."id", "slot" = "new_question_slot"(NEW."category", NEW."difficulty")
        WHERE "question_id" = OLD."id";
    ELSIF TG_OP = 'DELETE' THEN
        DELETE FROM "question_slots" USING "before" WHERE "question_slots"."question_id" = "before"."id";
    ELSE
        TRUNCATE "question_slots";
    END IF;
    RETURN NULL;
END
$$;

DROP SEQUENCE "question_slots_sequence";

INSERT INTO "question_slots" ("question_id", "slot")
SELECT "id", "new_question_slot"("category", "difficulty") FROM "questions";

-- CreateIndex
CREATE INDEX "question_slots_slot_question_id_idx" ON "question_slots"("slot", "question_id");

-- After many questions of a cell were deleted, moves the ones with the highest slots to free ones, so that less
-- than half of the slots are free again. Moves at most so many; returns how many.
CREATE FUNCTION "pack_question_slots"("most" INTEGER) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
    "first" INTEGER;
    "held" INTEGER;
    "top" INTEGER;
    "moved" INTEGER;
BEGIN
    -- Of two nodes, one moves.
    IF NOT pg_try_advisory_xact_lock(4815162347) THEN
        RETURN 0;
    END IF;
    SELECT min("slot") / 67108864 * 67108864, count(*), max("slot") INTO "first", "held", "top"
    FROM "question_slots" GROUP BY "slot" / 67108864
    HAVING max("slot") % 67108864 >= 2 * count(*) + 1000 LIMIT 1;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    WITH "high" AS (
        SELECT "question_id", "slot", row_number() OVER (ORDER BY "slot") AS "number" FROM "question_slots"
        WHERE "slot" BETWEEN "first" + "held" AND "top" ORDER BY "slot" LIMIT "most"
    ), "free" AS (
        SELECT "slot", row_number() OVER (ORDER BY "slot") AS "number" FROM (
            SELECT generate_series("first", "first" + "held" - 1) AS "slot"
            EXCEPT SELECT "slot" FROM "question_slots" WHERE "slot" BETWEEN "first" AND "first" + "held" - 1
        ) AS "all" ORDER BY "slot" LIMIT "most"
    )
    UPDATE "question_slots" SET "slot" = "free"."slot" FROM "high" JOIN "free" USING ("number")
    WHERE "question_slots"."question_id" = "high"."question_id" AND "question_slots"."slot" = "high"."slot";
    GET DIAGNOSTICS "moved" = ROW_COUNT;
    IF "moved" < "most" THEN
        -- Without writers, so that none has taken a higher slot that would be counted up to again. Busy: next time.
        BEGIN
            LOCK TABLE "question_slots" IN SHARE ROW EXCLUSIVE MODE NOWAIT;
            PERFORM setval(('question_slots_' || "first" / 67108864)::regclass, max("slot") % 67108864)
            FROM "question_slots" WHERE "slot" BETWEEN "first" AND "first" + 67108863 HAVING max("slot") IS NOT NULL;
        EXCEPTION WHEN lock_not_available THEN
            NULL;
        END;
    END IF;
    RETURN "moved";
END
$$;
