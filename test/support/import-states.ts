import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';

/** One that is too large to be stored at once, and whose job was not added yet. */
export async function makeQueuedImport({ app }: TestApp): Promise<string> {
  const id = randomUUID();
  const { prisma } = app.database;
  const report = { read: 0, added: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, more: 0 };
  await prisma.import.create({
    data: {
      id,
      status: 'QUEUED',
      format: 'csv',
      options: { onError: 'reject', onDuplicate: 'auto', dryRun: false },
      staged: 0,
      report: { ...report, errors: [], notes: [] },
      createdBy: 'anonymous',
      createdAt: new Date(),
    },
  });
  return id;
}
