import * as z from 'zod';
import { DatabaseError } from '../database-error.ts';

// A backup is a gzip file of lines. The first is the manifest. Then follows, for each table, a line that
// names it and its columns, its rows in the text format of COPY, and the line `\.`. The last line has the
// number of rows of each table and the SHA-256 of all lines before it. `zcat` shows it.

/** A file that is no backup, or cannot be restored here; the message says why. */
export class BackupError extends DatabaseError {}

export const formatName = 'quaestor-backup';
/** Increased when an older release could no longer read what is written. */
export const formatVersion = 1;
export const endOfRows = '\\.\n';

const manifestSchema = z.object({
  format: z.literal(formatName),
  version: z.int(),
  /** The release that wrote it. */
  application: z.string(),
  created_at: z.string(),
  postgresql: z.string(),
  /** Where the key is that encrypts the secrets; null if they are not encrypted. */
  key: z.enum(['file', 'DATA_KEY']).nullable(),
  /** Those the tables had, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })),
});

const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });

const endSchema = z.object({ rows: z.record(z.string(), z.int()), sha256: z.string() });

export type Manifest = z.output<typeof manifestSchema>;
export type TableHeader = z.output<typeof tableSchema>;
export type BackupEnd = z.output<typeof endSchema>;

/** Undefined if it is the first line of some other file. */
export function readManifest(line: string): Manifest | undefined {
  return parse(manifestSchema, line);
}

export function readHeader(line: string): TableHeader | BackupEnd | undefined {
  return parse(z.union([tableSchema, endSchema]), line);
}

function parse<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
