-- AlterTable
ALTER TABLE "accounts" ADD COLUMN "password_expires_at" TIMESTAMPTZ(3);
