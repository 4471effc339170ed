import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ImportedQuestion } from '../../formats/rows/interpret-row.ts';
import { contentColumnNames } from '../question-columns.ts';

/** A row of a file that follows the rules, and its place. */
export interface StagedRow {
  readonly row: number;
  readonly line: number | null;
  readonly question: ImportedQuestion;
  readonly given: readonly string[];
  /** The question's own, or a new one. */
  readonly id: string;
}

/** The bits of `given`. */
export const givenBits: Readonly<Record<string, number>> = {
  incorrect_answers: 1,
  topic_focus: 2,
  source: 4,
  external_id: 8,
  accepted_answers: 16,
};

const packedLength = 64 * 1024;

/** Rows as text that PostgreSQL copies. */
export interface StagedText {
  readonly text: string | Uint8Array;
  /** The number of its rows. */
  readonly count: number;
}

/** Puts rows together for the staging table. */
export async function* packRows(
  importId: string,
  rows: AsyncIterable<StagedRow>,
): AsyncGenerator<StagedText> {
  let count = 0;
  let text = '';
  for await (const row of rows) {
    count += 1;
    text += toLine(importId, row);
    if (text.length < packedLength) continue;
    yield { text, count };
    [text, count] = ['', 0];
  }
  if (count > 0) yield { text, count };
}

/** Copies rows into the staging table as they come; returns their number. */
export async function stageRows(
  client: pg.Client,
  texts: AsyncIterable<StagedText>,
): Promise<number> {
  const columns = `import_id, row, line, id, has_id, version, given, ${contentColumnNames}`;
  const copy = client.query(copyFrom(`COPY import_rows (${columns}) FROM STDIN`));
  // One listener for as long as it lives: it may also fail after it was destroyed.
  let lost: Error | undefined;
  const failure = new Promise<never>((_, reject) => {
    copy.on('error', (error) => {
      lost ??= error;
      reject(error);
    });
  });
  failure.catch(() => undefined);
  const until = (event: string) => Promise.race([once(copy, event), failure]);
  let total = 0;
  try {
    for await (const { text, count } of texts) {
      // What is written to a stream that has failed has no connection to go to.
      if (lost) throw lost;
      total += count;
      if (!copy.write(text)) await until('drain');
    }
    if (lost) throw lost;
    copy.end();
    await until('finish');
    return total;
  } catch (error) {
    if (!lost) copy.destroy(error as Error);
    throw error;
  }
}

function toLine(importId: string, { row, line, question, given, id }: StagedRow): string {
  let bits = 0;
  for (const field of given) bits |= givenBits[field] ?? 0;
  const { version } = question;
  return `${importId}\t${row}\t${line ?? '\\N'}\t${id}\t${question.id ? 't' : 'f'}\t${version ?? '\\N'}\t${bits}\t${cell(
    question.questionText,
  )}\t${cell(question.correctAnswer)}\t${cell(arrayOf(question.incorrectAnswers))}\t${cell(
    arrayOf(question.acceptedAnswers),
  )}\t${cell(question.category)}\t${question.difficulty}\t${cell(question.topicFocus)}\t${cell(question.source)}\t${cell(
    question.externalId,
  )}\n`;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

function cell(text: string | null): string {
  if (text === null) return '\\N';
  return /[\\\t\n\r]/.test(text)
    ? text.replace(/[\\\t\n\r]/g, (letter) => escapes[letter] ?? letter)
    : text;
}

function arrayOf(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
