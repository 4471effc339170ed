-- CreateTable
CREATE TABLE "embeddings" (
    "model" TEXT NOT NULL,
    "text_hash" BYTEA NOT NULL,
    "vector" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "embeddings_pkey" PRIMARY KEY ("model","text_hash")
);

-- Numbers like these do not get smaller by being compressed.
ALTER TABLE "embeddings" ALTER COLUMN "vector" SET STORAGE EXTERNAL;
