import { FormatError } from '../format-error.ts';
import { decodeText, detectEncoding } from '../kit/decode-text.ts';
import { guessDelimiter, readRecords } from '../kit/delimited.ts';
import { withFirstChunk } from '../kit/first-chunk.ts';
import { readQtiResults } from './read-qti-results.ts';
import { readResponseTable } from './read-table.ts';
import type { CellKind, ResponseFormat, ResponseRow } from './response-row.ts';

export interface OpenResponses {
  readonly format: ResponseFormat;
  readonly rows: AsyncIterable<ResponseRow>;
}

/** Opens a file of responses: a table (comma, semicolon or tab), or QTI results. */
export async function openResponses(
  bytes: AsyncIterable<Uint8Array>,
  given: ResponseFormat | undefined,
  kind: CellKind,
): Promise<OpenResponses> {
  const { first, all } = await withFirstChunk(decode(bytes));
  if (first.trim() === '') throw new FormatError('The file is empty.', { code: 'empty' });
  const format = given ?? (first.trimStart().startsWith('<') ? 'qti' : 'csv');
  const rows =
    format === 'qti'
      ? readQtiResults(all)
      : readResponseTable(readRecords(all, { delimiter: guessDelimiter(first), quote: '"' }), kind);
  return { format, rows };
}

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const iterator = bytes[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const encoding = detectEncoding(first.value);
  if (!encoding) {
    throw new FormatError('The file is binary, not text.', {
      code: 'unknown_format',
      suggestion: 'Save the table as CSV.',
    });
  }
  const all = (async function* () {
    yield first.value;
    for (let next = await iterator.next(); !next.done; next = await iterator.next())
      yield next.value;
  })();
  yield* decodeText(all, encoding);
}
