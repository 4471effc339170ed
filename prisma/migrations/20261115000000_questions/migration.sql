-- CreateTable
CREATE TABLE "questions" (
    "id" UUID NOT NULL,
    "question_text" TEXT NOT NULL,
    "correct_answer" TEXT NOT NULL,
    "incorrect_answers" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "category" TEXT NOT NULL,
    "difficulty" SMALLINT NOT NULL,
    "topic_focus" TEXT,
    "source" TEXT,
    "external_id" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- Stems for ordinary searches, whole words for those that are all stop words ("The Who").
    "search_vector" tsvector GENERATED ALWAYS AS (
        setweight(to_tsvector('english', "question_text"), 'A') ||
        setweight(to_tsvector('english', "correct_answer"), 'B') ||
        setweight(to_tsvector('english', coalesce("topic_focus", '')), 'C') ||
        setweight(to_tsvector('simple', "question_text"), 'D') ||
        setweight(to_tsvector('simple', "correct_answer"), 'D') ||
        setweight(to_tsvector('simple', coalesce("topic_focus", '')), 'D')
    ) STORED,

    CONSTRAINT "questions_category_check" CHECK ("category" IN ('Astronomy', 'Geography', 'Literature', 'Mathematics', 'Science', 'General Knowledge')),
    CONSTRAINT "questions_difficulty_check" CHECK ("difficulty" BETWEEN 0 AND 2),
    CONSTRAINT "questions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "question_versions" (
    "question_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "change" TEXT NOT NULL,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "question_text" TEXT NOT NULL,
    "correct_answer" TEXT NOT NULL,
    "incorrect_answers" TEXT[] NOT NULL,
    "category" TEXT NOT NULL,
    "difficulty" SMALLINT NOT NULL,
    "topic_focus" TEXT,
    "source" TEXT,
    "external_id" TEXT,

    CONSTRAINT "question_versions_pkey" PRIMARY KEY ("question_id","version")
);

-- CreateTable
CREATE TABLE "idempotent_requests" (
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "committed" BOOLEAN NOT NULL DEFAULT false,
    "status" INTEGER,
    "headers" JSONB,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_requests_pkey" PRIMARY KEY ("caller","key")
);

-- CreateIndex
CREATE INDEX "questions_created_at_id_category_difficulty_idx" ON "questions"("created_at", "id", "category", "difficulty");

-- CreateIndex
CREATE INDEX "questions_category_created_at_id_difficulty_idx" ON "questions"("category", "created_at", "id", "difficulty");

-- CreateIndex
CREATE INDEX "questions_updated_at_id_category_difficulty_idx" ON "questions"("updated_at", "id", "category", "difficulty");

-- CreateIndex
CREATE INDEX "questions_difficulty_id_category_idx" ON "questions"("difficulty", "id", "category");

-- CreateIndex
CREATE INDEX "questions_category_id_difficulty_idx" ON "questions"("category", "id", "difficulty");

-- CreateIndex
CREATE INDEX "questions_search_vector_idx" ON "questions" USING GIN ("search_vector");

-- CreateIndex: topic focus matches in any case (Prisma cannot express an index over an expression).
CREATE INDEX "questions_topic_focus_idx" ON "questions"(lower("topic_focus"), "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "questions_source_external_id_key" ON "questions"("source", "external_id");

-- CreateIndex
CREATE INDEX "idempotent_requests_expires_at_idx" ON "idempotent_requests"("expires_at");
