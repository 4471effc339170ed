-- CreateTable
CREATE TABLE "responses" (
    "id" UUID NOT NULL,
    "question_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "respondent" TEXT,
    "option" TEXT,
    "answer" TEXT,
    "score" DOUBLE PRECISION NOT NULL,
    "time_ms" INTEGER,
    "form_id" UUID,
    "session_id" UUID,
    "group_name" TEXT,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_by" TEXT NOT NULL,

    CONSTRAINT "responses_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "responses_question_id_id_idx" ON "responses"("question_id", "id");

-- CreateIndex
CREATE INDEX "responses_recorded_at_idx" ON "responses"("recorded_at");

-- CreateIndex
CREATE INDEX "responses_respondent_id_idx" ON "responses"("respondent", "id");

-- CreateIndex
CREATE INDEX "responses_form_id_id_idx" ON "responses"("form_id", "id");

-- CreateIndex
CREATE INDEX "responses_session_id_id_idx" ON "responses"("session_id", "id");
