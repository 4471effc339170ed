import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Database } from '../db/database.ts';
import { findCategory } from '../domain/question.ts';
import type { QuestionFilter } from '../domain/question-criteria.ts';
import { addLosses } from '../formats/export-losses.ts';
import type { Format } from '../formats/format.ts';
import type { CommandContext } from './command-context.ts';
import { UsageError } from './command-error.ts';
import { writeTo } from './command-io.ts';

interface ExportOptions {
  readonly format: string;
  readonly source?: string;
  readonly category?: NonNullable<QuestionFilter['category']>;
  readonly difficulty?: number[];
  readonly topic?: string;
  readonly search?: string;
}

/** Written at once. */
const chunkLength = 64 * 1024;

/** `export`: the matching questions, oldest first; what the format cannot hold is said on stderr. */
export function exportCommand(program: Command, context: CommandContext): void {
  program
    .command('export')
    .description('Print questions in a format that `quaestor import` reads; JSON Lines by default.')
    .argument('[file]', '- for standard output', '-')
    .addOption(new Option('--format <id>', 'the format').default('jsonl'))
    .addOption(new Option('--source <name>', 'only questions from this source'))
    .addOption(new Option('--category <name>', 'only this category').argParser(readCategory))
    .addOption(new Option('--difficulty <level>', 'only this level: 0 to 2').argParser(readLevel))
    .addOption(new Option('--topic <name>', 'only this topic'))
    .addOption(new Option('--search <words>', 'only questions with these words'))
    .action(async (file: string, options: ExportOptions) => {
      if (file !== '-') throw new UsageError('Only - is supported: redirect the output to a file.');
      const { findFormat, formats } = await import('../formats/registry.ts');
      const format = findFormat(options.format);
      if (!format?.write) {
        const known = formats.filter(({ write }) => write).map(({ id }) => id);
        throw new UsageError(`--format must be one of ${known.join(', ')}.`);
      }
      await context.withDatabase(({ database }) => exportAll(context, database, format, options));
    });
}

async function exportAll(
  { io }: CommandContext,
  database: Database,
  format: Format,
  options: ExportOptions,
): Promise<void> {
  const { readQuestions } = await import('../db/question-export.ts');
  const { source, category, difficulty, topic, search } = options;
  const filter: QuestionFilter = {
    ...(source !== undefined && { source }),
    ...(category && { category }),
    ...(difficulty && { difficulty }),
    ...(topic !== undefined && { topicFocus: [topic] }),
    ...(search !== undefined && { search }),
  };
  const losses: Record<string, number> = {};
  const pages = (async function* () {
    for await (const page of readQuestions(database, filter)) {
      addLosses(losses, format, page);
      yield page;
    }
  })();
  let text = '';
  for await (const part of format.write?.(pages) ?? []) {
    if (typeof part !== 'string') {
      if (!(await writeTo(io.stdout, part))) return;
      continue;
    }
    text += part;
    if (text.length < chunkLength) continue;
    if (!(await writeTo(io.stdout, text))) return;
    text = '';
  }
  if (text !== '' && !(await writeTo(io.stdout, text))) return;
  const names = Object.entries(losses).map(([field, rows]) => `${field} of ${rows}`);
  if (names.length > 0) {
    io.stderr.write(`${format.title} cannot hold: ${names.join(', ')} questions.\n`);
  }
}

function readCategory(value: string) {
  const found = findCategory(value);
  if (!found) throw new InvalidArgumentError('There is no such category.');
  return [found];
}

function readLevel(value: string): number[] {
  if (!/^[012]$/.test(value)) throw new InvalidArgumentError('Must be 0, 1 or 2.');
  return [Number(value)];
}
