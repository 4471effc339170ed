-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "second_factor_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "second_factor" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "second_factors" (
    "account_id" UUID NOT NULL,
    "secret" TEXT NOT NULL,
    "last_step" INTEGER,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "hash" TEXT NOT NULL,
    "account_id" UUID NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "recovery_codes_account_id_idx" ON "recovery_codes"("account_id");

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
