import { stringify } from 'csv-stringify/sync';
import { type FileRow, type Format, fileFields } from '../format.ts';
import { FormatError } from '../format-error.ts';
import { headerCells, readHeader, readRecords, toCells, toRow } from '../kit/delimited.ts';
import { withFirstChunk } from '../kit/first-chunk.ts';
import { htmlToText } from '../kit/html-text.ts';

const separators: Readonly<Record<string, string>> = {
  tab: '\t',
  comma: ',',
  semicolon: ';',
  space: ' ',
  pipe: '|',
  colon: ':',
};

/** Anki's text export: `#separator:tab`, then notes. Without `#columns`, front and back. */
export const anki: Format = {
  id: 'anki',
  title: 'Anki notes as text',
  mediaType: 'text/plain',
  extension: 'txt',
  holds: fileFields,
  isTyped: false,
  isTable: true,
  reader: {
    kind: 'text',
    async *read(text) {
      const { first, all } = await withFirstChunk(text);
      const header = readDirectives(first);
      const dialect = { delimiter: header.separator, quote: '"', comment: '#' };
      let row = 0;
      for await (const { cells, line } of readRecords(all, dialect)) {
        row += 1;
        yield readNote(cells, header, { row, line });
      }
    },
  },
  async *write(pages) {
    yield `#separator:tab\n#html:false\n#columns:${headerCells.join('\t')}\n`;
    for await (const page of pages) {
      // A line that starts with # is a comment.
      const quoted_match = /^#|^\s|\s$|[\r"]/;
      const rows = page.map((question) => toCells(question, (text) => text));
      yield stringify(rows, { delimiter: '\t', quoted_match });
    }
  },
};

interface Directives {
  readonly separator: string;
  readonly isHtml: boolean;
  readonly columns: readonly string[] | undefined;
  /** Columns of Anki's own, counted from 1. */
  readonly own: ReadonlySet<number>;
}

function readDirectives(text: string): Directives {
  const found = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^#([a-z ]+):(.*)$/.exec(line) ?? [];
    if (name === '') break;
    found.set(name, value);
  }
  const named = found.get('separator') ?? 'tab';
  const separator = separators[named.toLowerCase()] ?? named;
  if (separator.length !== 1) {
    throw new FormatError(`Unknown #separator ${JSON.stringify(named.slice(0, 20))}.`, { line: 1 });
  }
  const columns = found.get('columns');
  const own = ['guid column', 'notetype column', 'deck column', 'tags column']
    .map((name) => Number(found.get(name)))
    .filter((column) => column > 0);
  return {
    separator,
    isHtml: found.get('html') === 'true',
    columns: columns === undefined ? undefined : readHeader(columns.split(separator), 1),
    own: new Set(own),
  };
}

function readNote(
  cells: readonly string[],
  { columns, own, isHtml }: Directives,
  place: { readonly row: number; readonly line: number },
): FileRow {
  const texts = isHtml ? cells.map(htmlToText) : cells;
  const notes =
    isHtml && texts.some((text, at) => text !== cells[at])
      ? [{ field: 'question_text', value: 'HTML', readAs: 'plain text' }]
      : [];
  if (columns) return { ...toRow(columns, texts, place), notes };
  const fields = texts.filter((_, at) => !own.has(at + 1));
  const [question_text = null, correct_answer = null] = fields;
  return { ...place, values: { question_text, correct_answer }, notes };
}
