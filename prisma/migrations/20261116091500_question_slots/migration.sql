-- CreateTable: a number for each question, counted up, so that random orders are permutations of numbers.
CREATE TABLE "question_slots" (
    "question_id" UUID NOT NULL,
    "slot" INTEGER NOT NULL,
    "category" TEXT NOT NULL,
    "difficulty" SMALLINT NOT NULL,

    CONSTRAINT "question_slots_pkey" PRIMARY KEY ("question_id")
);

-- Two questions may share a slot: starting over is harmless.
CREATE SEQUENCE "question_slots_sequence" AS INTEGER MINVALUE 0 START 0 CYCLE;

CREATE FUNCTION "keep_question_slots"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "question_slots" ("question_id", "slot", "category", "difficulty")
        SELECT "id", nextval('question_slots_sequence'), "category", "difficulty" FROM "after";
    ELSIF TG_OP = 'UPDATE' THEN
        UPDATE "question_slots"
        SET "question_id" = NEW."id", "category" = NEW."category", "difficulty" = NEW."difficulty"
        WHERE "question_id" = OLD."id";
    ELSIF TG_OP = 'DELETE' THEN
        DELETE FROM "question_slots" USING "before" WHERE "question_slots"."question_id" = "before"."id";
    ELSE
        TRUNCATE "question_slots";
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER "questions_inserted_slots" AFTER INSERT ON "questions"
REFERENCING NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "keep_question_slots"();

-- Most changes concern none of these columns, and are not slowed down.
CREATE TRIGGER "questions_updated_slots" AFTER UPDATE ON "questions" FOR EACH ROW
WHEN (OLD."category" <> NEW."category" OR OLD."difficulty" <> NEW."difficulty" OR OLD."id" <> NEW."id")
EXECUTE FUNCTION "keep_question_slots"();

CREATE TRIGGER "questions_deleted_slots" AFTER DELETE ON "questions"
REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "keep_question_slots"();

CREATE TRIGGER "questions_truncated_slots" AFTER TRUNCATE ON "questions"
FOR EACH STATEMENT EXECUTE FUNCTION "keep_question_slots"();

-- Creating the triggers has locked out other writers.
INSERT INTO "question_slots" ("question_id", "slot", "category", "difficulty")
SELECT "id", nextval('question_slots_sequence'), "category", "difficulty" FROM "questions";

-- CreateIndex
CREATE INDEX "question_slots_slot_question_id_category_difficulty_idx" ON "question_slots"("slot", "question_id", "category", "difficulty");
