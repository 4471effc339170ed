import { stringify } from 'csv-stringify/sync';
import { type Format, fileFields, type QuestionPages } from '../format.ts';
import { guessDelimiter, headerCells, readRecords, readTable, toCells } from '../kit/delimited.ts';
import { withFirstChunk } from '../kit/first-chunk.ts';

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
  write: (pages) => writeDelimited(pages, ','),
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
  write: (pages) => writeDelimited(pages, '\t'),
};

async function* writeDelimited(pages: QuestionPages, delimiter: string): AsyncGenerator<string> {
  const write = (rows: (readonly string[])[]) =>
    stringify(rows, { delimiter, quoted_match: /^\s|\s$|[\r"]/ });
  yield write([headerCells]);
  for await (const page of pages) yield write(page.map((question) => toCells(question)));
}
