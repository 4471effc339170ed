-- AlterTable
ALTER TABLE "quiz_sessions" ADD COLUMN "begun_by" TEXT;

-- CreateIndex
CREATE INDEX "quiz_sessions_begun_by_expires_at_idx" ON "quiz_sessions"("begun_by", "expires_at");
