import { maxRowLength } from '../format.ts';
import { FormatError } from '../format-error.ts';

export interface TextLine {
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
}

/** The lines of a text without their ends; none is longer than a row may be. */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let rest = '';
  let number = 1;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      const text = rest + chunk.slice(start, end);
      rest = '';
      start = end + 1;
      yield { text: withoutReturn(assertLength(text, number)), number };
      number += 1;
    }
    rest = assertLength(rest + chunk.slice(start), number);
  }
  if (rest !== '') yield { text: withoutReturn(rest), number };
}

/** Lines in groups that blank lines separate. */
export async function* readBlocks(chunks: AsyncIterable<string>): AsyncGenerator<TextLine[]> {
  let block: TextLine[] = [];
  let length = 0;
  for await (const line of readLines(chunks)) {
    if (line.text.trim() === '') {
      if (block.length > 0) yield block;
      [block, length] = [[], 0];
      continue;
    }
    block.push(line);
    length += line.text.length;
    if (length > maxRowLength) throw tooLong(block[0]?.number ?? line.number);
  }
  if (block.length > 0) yield block;
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

function assertLength(text: string, line: number): string {
  if (text.length > maxRowLength) throw tooLong(line);
  return text;
}

export function tooLong(line: number): FormatError {
  const limit = maxRowLength.toLocaleString('en');
  return new FormatError(
    `Line ${line.toLocaleString('en')} starts a row of more than ${limit} characters.`,
    {
      line,
      code: 'too_long',
      suggestion: 'Check that the format of the file is the right one and that quotes are closed.',
    },
  );
}
