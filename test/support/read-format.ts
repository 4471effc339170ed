import type { FileQuestion, FileRow, Format } from '../../src/formats/format.ts';
import { openFile, type ReadOptions } from '../../src/formats/read-file.ts';
import { createRowReader, type InterpretedRow } from '../../src/formats/rows/interpret-row.ts';
import type { Mapping, RowDefaults } from '../../src/formats/rows/row-options.ts';

export interface ReadText extends ReadOptions {
  readonly mapping?: Mapping;
  readonly defaults?: RowDefaults;
  /** Bytes of a chunk; all in one by default. */
  readonly chunkSize?: number;
}

export async function* inChunks(
  content: string | Uint8Array,
  size = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a whole file and interprets its rows. */
export async function readAll(
  content: string | Uint8Array,
  { mapping = {}, defaults = {}, chunkSize, ...options }: ReadText = {},
): Promise<{ format: string; encoding: string; rows: (FileRow & { read: InterpretedRow })[] }> {
  const { columns } = mapping;
  const file = await openFile(inChunks(content, chunkSize), { columns, ...options });
  const interpret = createRowReader(file.format, { mapping, defaults });
  const rows: (FileRow & { read: InterpretedRow })[] = [];
  for await (const row of file.rows) rows.push({ ...row, read: interpret(row) });
  return { format: file.format.id, encoding: file.encoding, rows };
}

export async function writeAll(
  format: Format,
  questions: readonly FileQuestion[],
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const source = (async function* () {
    for (let at = 0; at < questions.length; at += 2) yield questions.slice(at, at + 2);
  })();
  for await (const part of format.write?.(source) ?? []) parts.push(Buffer.from(part as string));
  return Buffer.concat(parts);
}
