import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { isUnavailable, reasonOf } from '../db/database-error.ts';
import type { ImportCount } from '../db/question-import.ts';
import { inTransaction } from '../db/transaction.ts';
import { ServiceError } from '../domain/errors.ts';
import { type QuestionLine, readJsonLine } from '../formats/jsonl.ts';
import { type CommandContext, jsonOption } from './command-context.ts';
import { CommandError } from './command-error.ts';
import type { StopSignal } from './command-io.ts';
import { formatServiceError } from './format-errors.ts';
import { createProgress } from './progress.ts';
import { waitForSignal } from './wait-for-signal.ts';

const batchSize = 500;
const maxErrors = 20;

/** `import FILE`: validates the whole file first and imports nothing if a line is invalid. */
export function importCommand(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description(
      'Import questions from a JSON Lines file. Questions with a known id, or a known source and external_id, are updated.',
    )
    .argument('<file>', 'one question per line, with the field names of the REST API')
    .addOption(jsonOption())
    .action(async (file: string, { json }: { json?: true }) => {
      const total = await validateFile(file);
      const progress = createProgress(context.io.stderr, 'Importing', total);
      // Stops between two batches: a process that just ends says nothing of what it has imported.
      let stoppedBy: StopSignal | undefined;
      void waitForSignal(context.io).then((signal) => {
        stoppedBy = signal;
      });
      await context.withDatabase(async ({ database }) => {
        const { importQuestions } = await import('../db/question-import.ts');
        const { rejectDuplicateSourceKey } = await import('../db/source-key.ts');
        const count: ImportCount = { created: 0, updated: 0, unchanged: 0 };
        let lastLine = 0;
        try {
          for await (const batch of readBatches(file)) {
            if (stoppedBy) throw new CommandError(`Stopped by ${stoppedBy}.`);
            const change = { by: 'command-line', at: new Date() };
            const added = await rejectDuplicateSourceKey(() =>
              inTransaction(database, (transaction) =>
                importQuestions(transaction, batch.questions, change),
              ),
            );
            count.created += added.created;
            count.updated += added.updated;
            count.unchanged += added.unchanged;
            lastLine = batch.lastLine;
            progress.advance(batch.questions.length);
          }
        } catch (error) {
          throw describeIncomplete(error, count, lastLine);
        } finally {
          progress.end();
        }
        context.print(json ? JSON.stringify(count) : `${formatCount(count)}.`);
      });
    });
}

function formatCount({ created, updated, unchanged }: ImportCount): string {
  return `${created} created, ${updated} updated, ${unchanged} unchanged`;
}

/** Batches are committed one by one; whoever is left with a part of a file must know which. */
function describeIncomplete(error: unknown, count: ImportCount, lastLine: number): CommandError {
  const reason = error instanceof ServiceError ? formatServiceError(error, ' ') : reasonOf(error);
  const isUncertain = isUnavailable(error);
  const nothing = isUncertain ? 'The import failed' : 'Nothing was imported';
  const done =
    lastLine === 0 ? nothing : `Only lines 1 to ${lastLine} were imported (${formatCount(count)})`;
  const doubt = isUncertain
    ? `The connection was lost while the next ${batchSize} were stored; they may be imported too.`
    : '';
  const advice =
    lastLine === 0 && !isUncertain
      ? ''
      : 'To complete it, import the file again: lines with an id, or a source and external_id, are updated and not added twice. Remove others that are imported already.';
  const sentences = [`${done}: ${reason}`, doubt, advice].filter((text) => text !== '');
  return new CommandError(sentences.join('\n'), { cause: error });
}

/** Reports all invalid lines at once; returns the number of questions. */
async function validateFile(file: string): Promise<number> {
  const { sourceKeyOf } = await import('../db/source-key.ts');
  const errors: string[] = [];
  const seen = new Map<string, number>();
  let count = 0;
  for await (const { line, number } of readLines(file)) {
    try {
      const question = readJsonLine(line);
      const keys = [
        ['id', question.id ?? ''],
        ['source and external_id', sourceKeyOf(question)],
      ].filter(([, key]) => key !== '');
      for (const [name = '', key = ''] of keys) {
        const earlier = seen.get(key);
        if (earlier) errors.push(`line ${number}: same ${name} as line ${earlier}`);
        seen.set(key, number);
      }
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

interface Batch {
  readonly questions: QuestionLine[];
  readonly lastLine: number;
}

async function* readBatches(file: string): AsyncGenerator<Batch> {
  let questions: QuestionLine[] = [];
  let lastLine = 0;
  for await (const { line, number } of readLines(file)) {
    questions.push(readJsonLine(line));
    lastLine = number;
    if (questions.length < batchSize) continue;
    yield { questions, lastLine };
    questions = [];
  }
  if (questions.length > 0) yield { questions, lastLine };
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
