import { readMigrations } from '../migrate.ts';
import type { Manifest } from './backup-format.ts';
import { openBackup, type ReadOptions } from './read-backup.ts';
import { splitMigrations } from './restore-backup.ts';

export interface VerifiedBackup {
  readonly manifest: Manifest;
  readonly rows: number;
  readonly tables: number;
}

/** Reads a whole backup, without a database; throws a sentence if it could not be restored. */
export async function verifyBackup(file: string, options: ReadOptions): Promise<VerifiedBackup> {
  const reader = await openBackup(file, options);
  try {
    const { manifest } = reader;
    splitMigrations(file, await readMigrations(), manifest);
    for await (const { rows } of reader.tables()) {
      for await (const _ of rows);
    }
    const counts = Object.values(reader.rows());
    const rows = counts.reduce((sum, count) => sum + count, 0);
    return { manifest, rows, tables: counts.length };
  } finally {
    reader.close();
  }
}
