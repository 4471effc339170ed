-- AlterTable
ALTER TABLE "change_log" ADD COLUMN     "trace_context" TEXT DEFAULT NULLIF(current_setting('quaestor.trace'::text, true), ''::text);

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "trace_context" TEXT;
