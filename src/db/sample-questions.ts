import { readFile } from 'node:fs/promises';
import { readJsonRow } from '../formats/kit/json-rows.ts';
import { createRowReader } from '../formats/rows/interpret-row.ts';
import { packageFile } from '../package-file.ts';
import type { Database } from './database.ts';
import { hasRows } from './has-rows.ts';
import { insertQuestions } from './question-store.ts';
import { inTransaction, takeAdvisoryLock } from './transaction.ts';

export const sampleFile = packageFile('prisma/sample-questions.jsonl');

const batchSize = 500;

/**
 * Loads the sample questions into a new database and returns their number. A database whose questions
 * were all deleted stays empty: its history shows that it is not new.
 */
export async function loadSampleQuestions(database: Database, now: Date): Promise<number> {
  if (await hasRows(database, 'question_versions')) return 0;
  const text = await readFile(sampleFile, 'utf8');
  return inTransaction(database, async (transaction) => {
    await takeAdvisoryLock(transaction, 'sampleQuestions');
    if (await transaction.questionVersion.findFirst()) return 0;
    const questions = readSamples(text);
    const change = { kind: 'created', by: 'samples', at: now } as const;
    for (let start = 0; start < questions.length; start += batchSize) {
      await insertQuestions(transaction, questions.slice(start, start + batchSize), change);
    }
    return questions.length;
  });
}

/** The questions of the file, by the rules of an import. */
export function readSamples(text: string) {
  const read = createRowReader({ isTyped: true }, { mapping: {}, defaults: {} });
  return text
    .trim()
    .split('\n')
    .map((line, at) => {
      const row = read(readJsonRow(line, at + 1, at + 1));
      if ('question' in row) return row.question;
      throw new Error(`The sample question of line ${at + 1} is not valid`);
    });
}
