-- CreateTable
CREATE TABLE "quiz_sessions" (
    "id" UUID NOT NULL,
    "account_id" UUID,
    "seed" TEXT NOT NULL,
    "criteria" JSON NOT NULL,
    "quotas" JSON NOT NULL,
    "length" INTEGER NOT NULL,
    "available" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "drawn" INTEGER NOT NULL DEFAULT 0,
    "quota_counts" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "cursors" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "score" INTEGER NOT NULL DEFAULT 0,
    "answered" INTEGER NOT NULL DEFAULT 0,
    "time_ms" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "quiz_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quiz_draws" (
    "session_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "question_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "drawn_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "is_correct" BOOLEAN,
    "time_ms" INTEGER,

    CONSTRAINT "quiz_draws_pkey" PRIMARY KEY ("session_id","position")
);

-- CreateIndex
CREATE INDEX "quiz_sessions_account_id_idx" ON "quiz_sessions"("account_id");

-- CreateIndex
CREATE INDEX "quiz_sessions_expires_at_idx" ON "quiz_sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "quiz_draws_session_id_question_id_key" ON "quiz_draws"("session_id", "question_id");

-- AddForeignKey
ALTER TABLE "quiz_sessions" ADD CONSTRAINT "quiz_sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quiz_draws" ADD CONSTRAINT "quiz_draws_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "quiz_sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
