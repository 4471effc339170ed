import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import type { ImportCount } from '../db/question-import.ts';
import { inTransaction } from '../db/transaction.ts';
import { ServiceError } from '../domain/errors.ts';
import type { NewQuestion } from '../domain/question-input.ts';
import { readJsonLine } from '../formats/jsonl.ts';
import { type CommandContext, jsonOption } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { formatServiceError } from './format-errors.ts';
import { createProgress } from './progress.ts';

const batchSize = 500;
const maxErrors = 20;

/** `import FILE`: validates the whole file first and imports nothing if a line is invalid. */
export function importCommand(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description(
      'Import questions from a JSON Lines file. Questions with a known source and external_id are updated.',
    )
    .argument('<file>', 'one question per line, with the field names of the REST API')
    .addOption(jsonOption())
    .action(async (file: string, { json }: { json?: true }) => {
      const total = await validateFile(file);
      const progress = createProgress(context.io.stderr, 'Importing', total);
      await context.withDatabase(async ({ database }) => {
        const { importQuestions } = await import('../db/question-import.ts');
        const count: ImportCount = { created: 0, updated: 0, unchanged: 0 };
        for await (const batch of readBatches(file)) {
          const change = { by: 'command-line', at: new Date() };
          const added = await inTransaction(database, (transaction) =>
            importQuestions(transaction, batch, change),
          );
          count.created += added.created;
          count.updated += added.updated;
          count.unchanged += added.unchanged;
          progress.advance(batch.length);
        }
        progress.end();
        const { created, updated, unchanged } = count;
        context.print(
          json
            ? JSON.stringify(count)
            : `${created} created, ${updated} updated, ${unchanged} unchanged.`,
        );
      });
    });
}

/** Reports all invalid lines at once; returns the number of questions. */
async function validateFile(file: string): Promise<number> {
  const { sourceKeyOf } = await import('../db/source-key.ts');
  const errors: string[] = [];
  const seen = new Map<string, number>();
  let count = 0;
  for await (const { line, number } of readLines(file)) {
    try {
      const sourceKey = sourceKeyOf(readJsonLine(line));
      const earlier = sourceKey === '' ? undefined : seen.get(sourceKey);
      if (earlier) errors.push(`line ${number}: same source and external_id as line ${earlier}`);
      if (sourceKey !== '') seen.set(sourceKey, number);
      count += 1;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      errors.push(`line ${number}: ${formatServiceError(error, ' ')}`);
    }
  }
  if (errors.length === 0) return count;
  const lines = errors.length === 1 ? '1 line is' : `${errors.length} lines are`;
  const rest = errors.length > maxErrors ? [`… and ${errors.length - maxErrors} more`] : [];
  throw new CommandError(
    [`Nothing was imported; ${lines} invalid:`, ...errors.slice(0, maxErrors), ...rest].join('\n'),
  );
}

async function* readBatches(file: string): AsyncGenerator<NewQuestion[]> {
  let batch: NewQuestion[] = [];
  for await (const { line } of readLines(file)) {
    batch.push(readJsonLine(line));
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* readLines(file: string): AsyncGenerator<{ line: string; number: number }> {
  const handle = await open(file).catch((error: Error) => {
    throw new CommandError(`Cannot read ${file}: ${error.message}.`);
  });
  if (!(await handle.stat()).isFile()) throw new CommandError(`${file} is not a regular file.`);
  let number = 0;
  for await (const line of handle.readLines()) {
    number += 1;
    if (line.trim() !== '') yield { line, number };
  }
}
