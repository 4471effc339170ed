-- CreateTable
CREATE TABLE "analyses" (
    "id" UUID NOT NULL,
    "analysis_type" TEXT NOT NULL,
    "engine_version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "parameters" JSON NOT NULL,
    "input" JSON,
    "selection" JSON,
    "question_count" INTEGER NOT NULL,
    "question_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "versions" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "summary" JSON,
    "details" JSON,
    "item_count" INTEGER,
    "error" JSON,
    "created_by" TEXT NOT NULL,
    "attempt" SMALLINT NOT NULL DEFAULT 1,
    "job_id" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "analyses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "analysis_items" (
    "analysis_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "item" JSON NOT NULL,

    CONSTRAINT "analysis_items_pkey" PRIMARY KEY ("analysis_id","position")
);

-- CreateIndex
CREATE INDEX "analyses_status_id_idx" ON "analyses"("status", "id");

-- CreateIndex
CREATE INDEX "analyses_analysis_type_id_idx" ON "analyses"("analysis_type", "id");

-- CreateIndex
CREATE INDEX "analyses_question_ids_idx" ON "analyses" USING GIN ("question_ids");

-- CreateIndex
CREATE INDEX "question_versions_changed_at_idx" ON "question_versions"("changed_at");

-- AddForeignKey
ALTER TABLE "analysis_items" ADD CONSTRAINT "analysis_items_analysis_id_fkey" FOREIGN KEY ("analysis_id") REFERENCES "analyses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
