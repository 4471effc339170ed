-- AlterTable
ALTER TABLE "analyses" ADD COLUMN     "trace_context" TEXT DEFAULT NULLIF(current_setting('quaestor.trace'::text, true), ''::text);
