-- CreateTable
CREATE TABLE "snapshots" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "criteria" JSONB,
    "question_count" INTEGER NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "snapshots_pkey" PRIMARY KEY ("id")
);

-- CreateTable: a thousand pins a row, so that a million questions are a thousand rows.
CREATE TABLE "snapshot_pages" (
    "snapshot_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "question_ids" UUID[],
    "versions" INTEGER[],

    CONSTRAINT "snapshot_pages_pkey" PRIMARY KEY ("snapshot_id","number")
);

-- AddForeignKey
ALTER TABLE "snapshot_pages" ADD CONSTRAINT "snapshot_pages_snapshot_id_fkey" FOREIGN KEY ("snapshot_id") REFERENCES "snapshots"("id") ON DELETE CASCADE ON UPDATE CASCADE;
