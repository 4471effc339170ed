-- AlterTable
ALTER TABLE "accounts" ADD COLUMN "quota" INTEGER;
