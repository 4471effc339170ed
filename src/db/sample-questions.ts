import { readFile } from 'node:fs/promises';
import { readJsonLine } from '../formats/jsonl.ts';
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
    const questions = text.trim().split('\n').map(readJsonLine);
    const change = { kind: 'created', by: 'samples', at: now } as const;
    for (let start = 0; start < questions.length; start += batchSize) {
      await insertQuestions(transaction, questions.slice(start, start + batchSize), change);
    }
    return questions.length;
  });
}
