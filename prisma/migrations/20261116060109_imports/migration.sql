-- CreateTable
CREATE TABLE "imports" (
    "id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "options" JSON NOT NULL,
    "staged" INTEGER NOT NULL,
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "report" JSON NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_rows" (
    "import_id" UUID NOT NULL,
    "row" INTEGER NOT NULL,
    "line" INTEGER,
    "id" UUID NOT NULL,
    "has_id" BOOLEAN NOT NULL,
    "version" INTEGER,
    "given" SMALLINT NOT NULL,
    "question_text" TEXT NOT NULL,
    "correct_answer" TEXT NOT NULL,
    "incorrect_answers" TEXT[],
    "category" TEXT NOT NULL,
    "difficulty" SMALLINT NOT NULL,
    "topic_focus" TEXT,
    "source" TEXT,
    "external_id" TEXT,

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("import_id","row")
);

-- CreateTable
CREATE TABLE "import_changes" (
    "import_id" UUID NOT NULL,
    "question_id" UUID NOT NULL,
    "version_before" INTEGER,
    "version" INTEGER NOT NULL,

    CONSTRAINT "import_changes_pkey" PRIMARY KEY ("import_id","question_id")
);

-- CreateTable
CREATE TABLE "import_mappings" (
    "name" TEXT NOT NULL,
    "mapping" JSON NOT NULL,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "import_mappings_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "imports_status_id_idx" ON "imports"("status", "id");

-- Staging: written once, read once.
ALTER TABLE "import_rows" SET UNLOGGED;

-- Finds the same question and answer, whatever their case.
CREATE INDEX "questions_same_content_idx" ON "questions" ((md5(lower("question_text") || E'\n' || lower("correct_answer"))::uuid));
