import { type FileRow, type Format, fileFields } from '../format.ts';
import { FormatError } from '../format-error.ts';
import { emptyFile, readHeader, toRow } from '../kit/delimited.ts';
import { readZipFiles } from '../kit/zip-files.ts';

/** A sheet is held as a whole; larger ones are better sent as CSV. */
const maxBytes = 32 * 1024 * 1024;

/** Excel: the first sheet, with a header. */
export const xlsx: Format = {
  id: 'xlsx',
  title: 'Excel workbook',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: 'xlsx',
  holds: fileFields,
  isTyped: false,
  isTable: true,
  reader: {
    kind: 'binary',
    async *read(bytes) {
      const whole = await collect(bytes);
      await assertExpandable(whole);
      const [header, ...rows] = await readCells(whole);
      if (!header) throw emptyFile();
      const names = readHeader(header.map(String), 1);
      let row = 0;
      for (const [at, cells] of rows.entries()) {
        if (cells.every((cell) => cell === null || cell === '')) continue;
        row += 1;
        yield readRow(names, cells, { row, line: at + 2 });
      }
    },
  },
};

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > maxBytes) {
      throw new FormatError('The workbook has more than 32 MB.', {
        code: 'too_long',
        suggestion: 'Save it as CSV.',
      });
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Expands it once with a limit: the library has none. */
async function assertExpandable(whole: Uint8Array): Promise<void> {
  const once = (async function* () {
    yield whole;
  })();
  for await (const _ of readZipFiles(once, () => true));
}

async function readCells(whole: Uint8Array): Promise<(readonly unknown[])[]> {
  // On demand: few need it, and everyone would wait for it at the start.
  const { default: readSheet } = await import('read-excel-file/universal');
  try {
    const [sheet] = await readSheet(new Blob([whole as Uint8Array<ArrayBuffer>]));
    return sheet?.data ?? [];
  } catch (error) {
    throw new FormatError(`The workbook cannot be read: ${(error as Error).message}.`);
  }
}

function readRow(
  names: readonly string[],
  cells: readonly unknown[],
  place: { readonly row: number; readonly line: number },
): FileRow {
  const dated = cells.findIndex((cell) => cell instanceof Date);
  if (dated >= 0) {
    const detail = 'The cell is a date, whose text depends on its format.';
    const fault = { field: names[dated] ?? null, code: 'wrong_type', detail };
    return {
      ...place,
      values: {},
      faults: [{ ...fault, suggestion: 'Format the column as text.' }],
    };
  }
  const texts = cells.map((cell) => (cell === null ? '' : toText(cell)));
  return toRow(names, texts, place);
}

/** What Excel shows for it. */
function toText(cell: unknown): string {
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}
