import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import type { ImportCount } from '../db/question-import.ts';
import { inTransaction } from '../db/transaction.ts';
import { ServiceError } from '../domain/errors.ts';
import type { NewQuestion } from '../domain/question-input.ts';
import { readJsonLine } from '../formats/jsonl.ts';
import { type CommandContext, jsonOption } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { createProgress } from './progress.ts';
import { tellFaults } from './tell-faults.ts';

const batchSize = 500;
const mostFaultsShown = 20;

/** `import FILE`: checks the whole file first and stores nothing of one that has a fault. */
export function importCommand(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description(
      'Store the questions of a JSON Lines file; those with a known source and external_id are updated.',
    )
    .argument('<file>', 'one question a line, in the names of the REST interface')
    .addOption(jsonOption())
    .action(async (file: string, { json }: { json?: true }) => {
      const total = await checkFile(file);
      const progress = createProgress('importing', total);
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
        console.log(
          json
            ? JSON.stringify(count)
            : `${created} added, ${updated} changed, ${unchanged} as they were.`,
        );
      });
    });
}

/** Reads the file to its end and tells every line that cannot be stored; returns how many can. */
async function checkFile(file: string): Promise<number> {
  const { originOf } = await import('../db/question-origin.ts');
  const faults: string[] = [];
  const seen = new Map<string, number>();
  let count = 0;
  for await (const { line, number } of readLines(file)) {
    try {
      const origin = originOf(readJsonLine(line));
      const earlier = origin === '' ? undefined : seen.get(origin);
      if (earlier) faults.push(`line ${number}: has the source and external_id of line ${earlier}`);
      if (origin !== '') seen.set(origin, number);
      count += 1;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      faults.push(`line ${number}: ${tell(error)}`);
    }
  }
  if (faults.length === 0) return count;
  const shown = faults.slice(0, mostFaultsShown).join('\n');
  const lines = faults.length === 1 ? 'one line is' : `${faults.length} lines are`;
  throw new CommandError(`Nothing was stored; ${lines} at fault:\n${shown}`);
}

function tell({ message, faults }: ServiceError): string {
  if (faults.length === 0) return message;
  return tellFaults(faults, ' ');
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
    throw new CommandError(`${file} cannot be read: ${error.message}.`);
  });
  if (!(await handle.stat()).isFile()) throw new CommandError(`${file} is not a file.`);
  let number = 0;
  for await (const line of handle.readLines()) {
    number += 1;
    if (line.trim() !== '') yield { line, number };
  }
}
