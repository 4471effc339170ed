import { stringify } from 'csv-stringify/sync';
import { type FileQuestion, type Format, fileFields } from '../format.ts';
import { guessDelimiter, headerCells, readRecords, readTable, toCells } from '../kit/delimited.ts';
import { withFirstChunk } from '../kit/first-chunk.ts';

const rowsPerChunk = 200;

/** Comma-separated; semicolons, tabs and bars are recognized when reading. */
export const csv: Format = {
  id: 'csv',
  title: 'CSV',
  mediaType: 'text/csv',
  extension: 'csv',
  holds: fileFields,
  isTyped: false,
  isTable: true,
  reader: {
    kind: 'text',
    async *read(text) {
      const { first, all } = await withFirstChunk(text);
      yield* readTable(readRecords(all, { delimiter: guessDelimiter(first), quote: '"' }));
    },
  },
  write: (questions) => writeDelimited(questions, ','),
};

/** Tab-separated; quotes count only in files that start cells with them. */
export const tsv: Format = {
  ...csv,
  id: 'tsv',
  title: 'Tab-separated values',
  mediaType: 'text/tab-separated-values',
  extension: 'tsv',
  reader: {
    kind: 'text',
    async *read(text) {
      const { first, all } = await withFirstChunk(text);
      const quote = /(?:^|[\t\n])"/.test(first) ? '"' : null;
      yield* readTable(readRecords(all, { delimiter: '\t', quote }));
    },
  },
  write: (questions) => writeDelimited(questions, '\t'),
};

async function* writeDelimited(
  questions: AsyncIterable<FileQuestion>,
  delimiter: string,
): AsyncGenerator<string> {
  let rows: (readonly string[])[] = [headerCells];
  const format = () => stringify(rows, { delimiter, quoted_match: /^\s|\s$|[\r"]/ });
  for await (const question of questions) {
    rows.push(toCells(question));
    if (rows.length < rowsPerChunk) continue;
    yield format();
    rows = [];
  }
  if (rows.length > 0) yield format();
}
