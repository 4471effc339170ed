-- AlterTable
ALTER TABLE "forms" ADD COLUMN     "conflict_pointers" TEXT[] DEFAULT ARRAY[]::TEXT[];
