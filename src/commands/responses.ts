import { type Command, Option } from 'commander';
import type { ResponseImport } from '../db/imports/import-responses.ts';
import { errorPolicies } from '../formats/import-options.ts';
import type { ResponseImportOptions } from '../formats/responses/import-responses-input.ts';
import { cellKinds, responseFormats } from '../formats/responses/response-row.ts';
import { type CommandContext, jsonOption } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { openBytes } from './open-bytes.ts';

type Options = ResponseImportOptions & { readonly json?: true };

/** `responses import FILE`, `responses delete RESPONDENT`. */
export function responsesCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('responses')
    .description('Import the responses of a file, or delete those of a respondent.');
  command
    .command('import')
    .description(
      'Record responses from a table (one response a row, or one respondent a row and one question a column) or from QTI results.',
    )
    .argument('<file>', 'a file, or - for standard input')
    .addOption(new Option('--format <id>', 'by default detected').choices(responseFormats))
    .addOption(
      new Option('--on-error <policy>', 'store nothing, or all responses but those that fail')
        .choices(errorPolicies)
        .default('reject'),
    )
    .option('--dry-run', 'report what would happen and store nothing')
    .addOption(
      new Option('--cells <kind>', 'what the cells of one respondent a row hold')
        .choices(cellKinds)
        .default('score'),
    )
    .option('--source <name>', 'of questions that the file names by their external id')
    .option('--group <name>', 'of responses without a group')
    .addOption(jsonOption())
    .action(async (file: string, { json, ...options }: Options) => {
      await context.withDatabase(async ({ database }) => {
        const { importResponses, readResponseFile } = await import(
          '../db/imports/import-responses.ts'
        );
        const { inTransaction } = await import('../db/transaction.ts');
        const { FormatError } = await import('../formats/format-error.ts');
        const { bytes } = await openBytes(context.io, file);
        const read = await readResponseFile(bytes, options).catch((error: unknown) => {
          throw error instanceof FormatError ? new CommandError(error.message) : error;
        });
        const author = { by: 'command-line', at: new Date() };
        const result = await inTransaction(database, (transaction) =>
          importResponses(transaction, read, options, author),
        );
        if (json) context.print(JSON.stringify(toJson(result)));
        else report(context, result);
        if (result.failed > 0 && options.onError !== 'skip') throw new CommandError('');
      });
    });
  command
    .command('delete')
    .description('Delete all responses of a respondent.')
    .argument('<respondent>', 'the id that the responses were recorded with')
    .action(async (respondent: string) => {
      await context.withDatabase(async ({ database }) => {
        const { deleteRespondent } = await import('../db/response-store.ts');
        const { inTransaction } = await import('../db/transaction.ts');
        const count = await inTransaction(database, (transaction) =>
          deleteRespondent(transaction, respondent),
        );
        context.print(`Deleted ${count.toLocaleString('en')} responses.`);
      });
    });
}

function toJson({ dryRun, ...result }: ResponseImport): object {
  return { ...result, dry_run: dryRun };
}

const maxShown = 10;

function report(
  { print, io }: CommandContext,
  { read, recorded, failed, errors, dryRun }: ResponseImport,
): void {
  const number = (value: number) => value.toLocaleString('en');
  const would = dryRun ? ' Nothing was stored: this was a dry run.' : '';
  print(
    `Read ${number(read)} responses; recorded ${number(recorded)}, failed ${number(failed)}.${would}`,
  );
  for (const { line, field, value, detail } of errors.slice(0, maxShown)) {
    const at = [line === null ? [] : `line ${line}`, field ?? [], value ?? []].flat().join(', ');
    io.stderr.write(`${at}: ${detail}\n`);
  }
  if (errors.length > maxShown) io.stderr.write(`… and ${errors.length - maxShown} more.\n`);
}
