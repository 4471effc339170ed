import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Database } from '../db/database.ts';
import { ServiceError } from '../domain/errors.ts';
import { findCategory } from '../domain/question.ts';
import { errorsToCsv } from '../formats/error-csv.ts';
import { duplicatePolicies, errorPolicies, type ImportPolicy } from '../formats/import-options.ts';
import { type Encoding, encodings } from '../formats/kit/decode-text.ts';
import type { RowDefaults } from '../formats/rows/row-options.ts';
import type { ImportResult } from '../jobs/imports/imports.ts';
import { type CommandContext, jsonOption } from './command-context.ts';
import { CommandError, UsageError } from './command-error.ts';
import { openBytes } from './open-bytes.ts';
import { createProgress } from './progress.ts';
import { formatImport } from './report/format-import.ts';
import { waitForSignal } from './wait-for-signal.ts';

interface ImportOptions {
  readonly format?: string;
  readonly encoding?: Encoding;
  readonly onError: ImportPolicy['onError'];
  readonly onDuplicate: ImportPolicy['onDuplicate'];
  readonly dryRun?: true;
  readonly category?: RowDefaults['category'];
  readonly difficulty?: number;
  readonly source?: string;
  readonly mapping?: string;
  readonly saveMapping?: string;
  readonly json?: true;
  readonly csv?: true;
}

/** `import FILE…`: each file is stored as a whole or, with `--on-error skip`, without the rows that fail. */
export function importCommand(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description(
      'Import questions from files of any format that `quaestor export` knows, or from standard input (-). Importing a file again changes nothing.',
    )
    .argument('<file...>', 'files, or - for standard input')
    .addOption(new Option('--format <id>', 'the format; by default it is detected'))
    .addOption(new Option('--encoding <name>', 'the encoding of text').choices([...encodings]))
    .addOption(
      new Option('--on-error <policy>', 'store nothing, or all rows but those that fail')
        .choices(errorPolicies)
        .default('reject'),
    )
    .addOption(
      new Option('--on-duplicate <policy>', 'what to do with questions that exist')
        .choices(duplicatePolicies)
        .default('auto'),
    )
    .option('--dry-run', 'report what would happen and store nothing')
    .addOption(new Option('--category <name>', 'of rows without one').argParser(readCategory))
    .addOption(
      new Option('--difficulty <level>', 'of rows without one: 0 to 2').argParser(readLevel),
    )
    .option('--source <name>', 'of rows without one')
    .option(
      '--mapping <file>',
      'a JSON file that maps columns, categories and levels, or a saved name',
    )
    .option('--save-mapping <name>', 'save the mapping under a name')
    .addOption(jsonOption())
    .option('--csv', 'print all failures as CSV')
    .action(async (files: string[], options: ImportOptions) => {
      const results: ImportResult[] = [];
      await context.withDatabase(async ({ database }) => {
        for (const file of files) {
          const result = await importFile(context, database, file, options);
          results.push(result);
          const prefix = files.length > 1 ? `${file}: ` : '';
          if (options.json) context.print(JSON.stringify(toJson(result)));
          else if (options.csv) context.print(errorsToCsv(result.report.errors).trimEnd());
          else if (result.status === 'SUCCEEDED') context.print(prefix + formatImport(result));
          else context.io.stderr.write(`${prefix}${formatImport(result)}\n`);
        }
      });
      if (results.some(({ status }) => status !== 'SUCCEEDED')) {
        throw new CommandError('');
      }
    });
}

function toJson({ id, status, format, dryRun, report }: ImportResult): object {
  return { id, status, format, dry_run: dryRun, ...report };
}

async function importFile(
  { io }: CommandContext,
  database: Database,
  file: string,
  options: ImportOptions,
): Promise<ImportResult> {
  const { uploadImport, executeImport } = await import('../jobs/imports/imports.ts');
  const stopping = new AbortController();
  void waitForSignal(io).then((signal) => {
    stopping.abort(new CommandError(`Stopped by ${signal}. Nothing was stored.`));
  });
  const { bytes, size } = await openBytes(io, file);
  const reading = createProgress(io.stderr, `Reading ${file}`, size);
  const counted = (async function* () {
    for await (const chunk of bytes) {
      reading.advance(chunk.length);
      yield chunk;
    }
  })();
  const { format, encoding, onError, onDuplicate, dryRun = false } = options;
  const { category, difficulty, source } = options;
  const uploaded = await uploadImport(
    database,
    {
      bytes: counted,
      format,
      encoding,
      mapping: await readMapping(database, options),
      defaults: {
        ...(category !== undefined && { category }),
        ...(difficulty !== undefined && { difficulty }),
        ...(source !== undefined && { source }),
      },
      policy: { onError, onDuplicate, dryRun },
      signal: stopping.signal,
    },
    { by: 'command-line' },
  ).finally(() => reading.end());
  if (uploaded.status === 'FAILED') return uploaded;
  const { id } = uploaded;
  stopping.signal.addEventListener('abort', () => void cancel(database, id));
  if (stopping.signal.aborted) await cancel(database, id);
  const storing = createProgress(io.stderr, 'Storing', uploaded.report.read);
  let done = 0;
  const onProgress = (progress: number) => {
    const rows = Math.round(progress * uploaded.report.read);
    storing.advance(rows - done);
    done = rows;
  };
  const result = await executeImport(database, id, onProgress).finally(() => storing.end());
  stopping.signal.throwIfAborted();
  return result ?? { ...uploaded, status: 'CANCELLED' };
}

async function cancel(database: Database, id: string): Promise<void> {
  const { cancelImport } = await import('../db/imports/import-store.ts');
  await cancelImport(database, id);
}

async function readMapping(database: Database, { mapping, saveMapping }: ImportOptions) {
  const { resolveMapping } = await import('../jobs/imports/resolve-mapping.ts');
  // A file, if there is one of this name.
  const text = mapping && (await readFile(mapping, 'utf8').catch(() => mapping));
  const resolved = await resolveMapping(database, text).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    throw new UsageError(`--mapping: ${error.message}`);
  });
  if (saveMapping !== undefined) {
    const { saveMapping: save } = await import('../db/imports/import-store.ts');
    await save(database, saveMapping, resolved, 'command-line');
  }
  return resolved;
}

function readCategory(value: string): string {
  const found = findCategory(value);
  if (!found) throw new InvalidArgumentError('There is no such category.');
  return found;
}

function readLevel(value: string): number {
  if (!/^[012]$/.test(value)) throw new InvalidArgumentError('Must be 0, 1 or 2.');
  return Number(value);
}
