-- CreateTable
CREATE TABLE "shared_secrets" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shared_secrets_pkey" PRIMARY KEY ("name")
);
