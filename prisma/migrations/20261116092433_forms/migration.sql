-- CreateTable
CREATE TABLE "forms" (
    "id" UUID NOT NULL,
    "name" TEXT,
    "status" TEXT NOT NULL,
    "request" JSON NOT NULL,
    "seed" TEXT NOT NULL,
    "analysis_id" UUID,
    "candidate_count" INTEGER,
    "objective" DOUBLE PRECISION,
    "bound" DOUBLE PRECISION,
    "conflicts" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "irreducible" BOOLEAN,
    "error" JSON,
    "created_by" TEXT NOT NULL,
    "attempt" SMALLINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "forms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "form_questions" (
    "form_id" UUID NOT NULL,
    "number" SMALLINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "question_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "form_questions_pkey" PRIMARY KEY ("form_id","number","position")
);

-- CreateIndex
CREATE INDEX "forms_status_id_idx" ON "forms"("status", "id");

-- CreateIndex
CREATE INDEX "form_questions_question_id_idx" ON "form_questions"("question_id");

-- AddForeignKey
ALTER TABLE "form_questions" ADD CONSTRAINT "form_questions_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A form never changes.
CREATE FUNCTION "keep_form_question"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The questions of a form are never changed.' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER "form_questions_kept" BEFORE UPDATE ON "form_questions"
FOR EACH ROW EXECUTE FUNCTION "keep_form_question"();
