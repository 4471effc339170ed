-- CreateTable
CREATE TABLE "trusted_documents" (
    "id" TEXT NOT NULL,
    "document" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trusted_documents_pkey" PRIMARY KEY ("id")
);
