import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../db/database.ts';
import { completeImport } from '../../db/imports/complete-import.ts';
import { claimImport, findImport, type StoredImport } from '../../db/imports/import-store.ts';
import { saveImport } from '../../db/imports/save-import.ts';
import type { ImportReport, ImportStatus } from '../../formats/import-report.ts';
import { takeHead } from '../../formats/kit/take-head.ts';
import type { FileToImport } from './read-import.ts';
import { readHere } from './reading.ts';
import { saveInThread, type Upload } from './save-in-thread.ts';

export interface ImportResult {
  readonly id: string;
  readonly status: ImportStatus;
  readonly format: string;
  readonly dryRun: boolean;
  readonly report: ImportReport;
}

export interface UploadOptions extends Omit<Upload, 'id'> {
  /** Of a process that serves requests: large files are then saved by a thread, which yields to them. */
  readonly traffic?: SharedArrayBuffer;
}

/** A smaller file is read before a thread has started. */
const maxBytesHere = 256 * 1024;
/** Each takes memory; further files are read here. */
const maxThreads = 2;
let threads = 0;

/** Reads and saves a file; its rows are stored by `executeImport`, here or by a job, unless it failed. */
export async function uploadImport(
  database: Database,
  file: FileToImport,
  { by, name, traffic }: UploadOptions,
): Promise<ImportResult> {
  const { policy } = file;
  const id = uuidv7();
  const { all: bytes, isWhole } = await takeHead(file.bytes, traffic ? maxBytesHere : 0);
  const isInThread = traffic !== undefined && !isWhole && threads < maxThreads;
  if (isInThread) threads += 1;
  try {
    const opened = { ...file, bytes };
    const { saved, read } = isInThread
      ? await saveInThread(database, { id, by, name }, opened, traffic)
      : await saveHere(database, { id, by, name }, opened);
    return { ...saved, format: read.format, dryRun: policy.dryRun, report: read.report };
  } finally {
    if (isInThread) threads -= 1;
  }
}

async function saveHere(database: Database, given: Upload, file: FileToImport) {
  const reading = readHere(given.id, file);
  const saved = await saveImport(database, { ...given, policy: file.policy, ...reading });
  return { saved, read: reading.finish() };
}

/** Stores the rows of an import that was saved, unless it has ended. */
export async function executeImport(
  database: Database,
  id: string,
  onProgress?: (progress: number) => void,
): Promise<ImportResult | undefined> {
  const claimed = await claimImport(database, id);
  if (!claimed) return undefined;
  const { status, report } = await completeImport(database, claimed, onProgress);
  return { id, status, format: claimed.format, dryRun: claimed.options.dryRun, report };
}

export function toResult({ id, status, format, options, report }: StoredImport): ImportResult {
  return { id, status, format, dryRun: options.dryRun, report };
}

export async function findResult(
  database: Database,
  id: string,
): Promise<ImportResult | undefined> {
  const found = await findImport(database, id);
  return found && toResult(found);
}
