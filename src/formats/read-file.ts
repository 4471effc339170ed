import { detectFormat, sampleBytes } from './detect-format.ts';
import type { FileRow, Format } from './format.ts';
import { FormatError } from './format-error.ts';
import { decodeText, detectEncoding, type Encoding } from './kit/decode-text.ts';
import { takeHead } from './kit/take-head.ts';
import { findFormat, formatIds } from './registry.ts';

export interface ReadOptions {
  /** Detected from the content when left out. */
  readonly format?: string | undefined;
  readonly encoding?: Encoding | undefined;
  /** The mapped names of columns, which make a header known. */
  readonly columns?: Readonly<Record<string, string | null>> | undefined;
}

export interface OpenFile {
  readonly format: Format;
  readonly encoding: Encoding;
  readonly rows: AsyncIterable<FileRow>;
}

/** Opens a file of any format, of which no more than a row is held at a time. */
export async function openFile(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<OpenFile> {
  const { head, all } = await takeHead(bytes, sampleBytes);
  const { format: id, encoding } = identify(head.subarray(0, sampleBytes), options);
  const format = findFormat(id);
  if (!format) {
    throw new FormatError(
      `There is no format ${JSON.stringify(id)}; there are ${formatIds.join(', ')}.`,
      {
        code: 'unknown_format',
      },
    );
  }
  const rows =
    format.reader.kind === 'text'
      ? format.reader.read(decodeText(all, encoding))
      : format.reader.read(all);
  return { format, encoding, rows };
}

function identify(sample: Uint8Array, { format, encoding, columns }: ReadOptions) {
  if (format === undefined) {
    const detected = detectFormat(sample, columns);
    return { ...detected, ...(encoding && { encoding }) };
  }
  if (sample.length === 0) throw new FormatError('The file is empty.', { code: 'empty' });
  const isText = findFormat(format)?.reader.kind === 'text';
  const found = encoding ?? detectEncoding(sample);
  const isArchive = sample[0] === 0x50 && sample[1] === 0x4b && sample[2] === 3;
  if (isText && (!found || isArchive)) {
    const what = isArchive ? 'a zip archive' : 'binary';
    throw new FormatError(`The file is ${what}, not ${format}.`, {
      code: 'wrong_format',
      suggestion: 'Leave the format out to have it detected.',
    });
  }
  return { format, encoding: found ?? 'utf-8' };
}
