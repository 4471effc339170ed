import pg from 'pg';
import type { Category } from '../domain/question.ts';
import type { QuestionFilter } from '../domain/question-criteria.ts';
import { type FileQuestion, fileFields } from '../formats/format.ts';
import { beginLong } from './begin-long.ts';
import { copyRows, type PrintedRow } from './copy-rows.ts';
import type { Database } from './database.ts';
import { matchesOf } from './question-list.ts';

const columns = fileFields.map((name) => `questions.${name}`).join(', ');
/** Of pg: that of `text[]`, which its names of types lack. */
const parseList: (printed: string) => string[] = pg.types.getTypeParser(1009 as number);

/** The matching questions, oldest first, page by page of one snapshot, on a connection of its own. */
export async function* readQuestions(
  database: Database,
  filter: QuestionFilter,
): AsyncGenerator<FileQuestion[]> {
  const client = await database.openConnection('quaestor export');
  try {
    await beginLong(client, 'READ ONLY');
    const { text: from, values } = matchesOf(filter);
    const text = `SELECT ${columns} ${from} ORDER BY questions.created_at, questions.id`;
    for await (const rows of copyRows(client, { text, values })) yield rows.map(toQuestion);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The columns are in the order of `fileFields`. */
function toQuestion(row: PrintedRow): FileQuestion {
  return {
    id: row[0] as string,
    questionText: row[1] as string,
    correctAnswer: row[2] as string,
    incorrectAnswers: toList(row[3] as string),
    acceptedAnswers: toList(row[4] as string),
    category: row[5] as Category,
    difficulty: Number(row[6]),
    topicFocus: row[7] as string | null,
    source: row[8] as string | null,
    externalId: row[9] as string | null,
    version: Number(row[10]),
  };
}

function toList(printed: string): string[] {
  return printed === '{}' ? [] : parseList(printed);
}
