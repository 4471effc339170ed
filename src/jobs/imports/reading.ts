import type { ReadFile } from '../../db/imports/save-import.ts';
import { packRows, type StagedText } from '../../db/imports/stage-rows.ts';
import { type FileToImport, readImport } from './read-import.ts';

/** The rows of a file for the staging table, and what was read once they were. */
export interface Reading {
  readonly texts: AsyncIterable<StagedText>;
  readonly finish: () => ReadFile;
}

/** Reads a file in this thread. */
export function readHere(importId: string, file: FileToImport): Reading {
  const reading = readImport(file);
  return {
    texts: packRows(importId, reading.rows),
    finish: () => ({
      format: reading.format(),
      report: reading.report(),
      isStorable: reading.isStorable(),
    }),
  };
}
