import * as z from 'zod';
import type { Database } from '../../db/database.ts';
import { failImport, listUnfinishedImports } from '../../db/imports/import-store.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Log } from '../../log.ts';
import type { JobDefinition, JobHandler } from '../job-definition.ts';
import { executeImport } from './imports.ts';

interface ImportPayload {
  readonly id: string;
}

/** Stores the rows of an import that was saved. Its job has the id of the import. */
export const importJob: JobDefinition<ImportPayload> = {
  queue: 'imports',
  payload: z.object({ id: z.uuid() }),
  attempts: 3,
  backoffMs: 1000,
};

export interface ImportJobOptions {
  readonly database: Database;
  /** How many imports this process stores at a time; 0 for none. */
  readonly concurrency: number;
  readonly log: Log;
}

/**
 * The row of an import, not the queue, says what is to be done. One that was left by a lost process is
 * rolled back by PostgreSQL, and stored from its staged rows by the next that takes it up.
 */
export function createImportHandler(options: ImportJobOptions): JobHandler<ImportPayload> {
  const { database, concurrency, log } = options;
  return {
    concurrency,
    async work({ payload: { id } }) {
      try {
        const result = await executeImport(database, id);
        if (result) log.info({ id, status: result.status }, 'Import completed');
      } catch (error) {
        // Trying again would not help.
        if (!(error instanceof ServiceError)) throw error;
        await failImport(database, id, error.message);
        log.warn({ id, reason: error.message }, 'Import failed');
      }
      return 'done';
    },
    async sweep(queue) {
      for (const id of await listUnfinishedImports(database)) {
        if (!(await queue.has(id))) await queue.add(id, { id });
      }
    },
  };
}
