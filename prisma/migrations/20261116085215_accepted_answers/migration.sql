-- AlterTable
ALTER TABLE "import_rows" ADD COLUMN "accepted_answers" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "question_versions" ADD COLUMN "accepted_answers" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "questions" ADD COLUMN "accepted_answers" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
