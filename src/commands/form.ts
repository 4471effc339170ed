import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Database } from '../db/database.ts';
import type { Form } from '../db/generated/prisma/client.ts';
import { type CommandContext, jsonOption } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { writeTo } from './command-io.ts';

interface FileOptions {
  readonly format?: string;
  readonly key?: true;
  readonly number?: number;
}

const formats = ['md', 'html', 'json', 'qti', 'gift'];

/** `form assemble FILE`, `form show ID`. */
export function formCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('form')
    .description('Assemble test forms, or print them to hand out or for other programs.');
  withFileOptions(command.command('assemble'))
    .description('Assemble forms by a blueprint: the JSON object that POST /forms takes.')
    .argument('<blueprint>', 'a file, or - for standard input')
    .addOption(jsonOption().conflicts('format'))
    .addHelpText('after', blueprintHelp)
    .action(async (file: string, options: FileOptions & { readonly json?: true }) => {
      const { assembleHere, readBlueprint } = await import('./assemble-form.ts');
      const request = await readBlueprint(context.io, file);
      await context.withDatabase(async (services) => {
        const log = await context.log({ ...services.config, logLevel: 'warn' }, context.io.stderr);
        const form = await assembleHere(services, request, context.io, log);
        const isFound = form.status === 'OPTIMAL' || form.status === 'FEASIBLE';
        if (options.json) context.print(JSON.stringify(await describe(services.database, form)));
        else if (options.format && isFound)
          await writeFile(context, services.database, form, options);
        else context.print(summarize(form));
        if (!isFound) throw new CommandError('');
      });
    });
  withFileOptions(command.command('show'))
    .description('Print assembled forms as a file; Markdown unless --format.')
    .argument('<id>', 'the id of the forms')
    .action(async (id: string, options: FileOptions) => {
      await context.withDatabase(async ({ database }) => {
        const { findForm } = await import('../db/forms/form-read.ts');
        const form = await findForm(database, id);
        if (!form) throw new CommandError(`There are no forms with the id ${id}.`);
        await writeFile(context, database, form, { format: 'md', ...options });
      });
    });
}

const blueprintHelp = `
For example, two parallel forms of 10 questions to print, without and with the answers:
  echo '{"forms": 2, "length": 10, "quotas": [{"difficulty": 2, "max": 3}]}' |
    quaestor form assemble - --format html > exam.html
  quaestor form show ID --format html --key > answers.html
The exit code is 1 if no form meets all constraints; those that contradict each other are printed.`;

function withFileOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <id>', 'print a file: qti and gift always have the answers').choices(
        formats,
      ),
    )
    .option('--key', 'with the answers')
    .option('--number <n>', 'only this one of the parallel forms', readNumber);
}

function readNumber(word: string): number {
  if (/^[1-9]\d?$/.test(word)) return Number(word);
  throw new InvalidArgumentError('Must be the number of a form, from 1.');
}

async function writeFile(
  { io }: CommandContext,
  database: Database,
  form: Form,
  { format = 'md', key, number }: FileOptions,
): Promise<void> {
  const [{ renderForm }, { anonymous }] = await Promise.all([
    import('../schema/form/render-form.ts'),
    import('../domain/caller.ts'),
  ]);
  const reader = { database, caller: anonymous(['questions:read']) };
  const { chunks } = await renderForm(reader, { ...form, hasKey: key ?? false }, format, number);
  for await (const chunk of chunks) {
    if (!(await writeTo(io.stdout, chunk))) return;
  }
}

async function describe(database: Database, form: Form): Promise<object> {
  const { readFormPins } = await import('../db/forms/form-read.ts');
  const pins = await readFormPins(database, form.id);
  const numbers = [...new Set(pins.map(({ number }) => number))];
  const { id, name, status, objective, conflicts, seed, error } = form;
  const forms = numbers.map((number) => ({
    number,
    questions: pins
      .filter((pin) => pin.number === number)
      .map(({ id: question, version }) => ({ id: question, version })),
  }));
  return { id, name, status, objective, conflicts, seed, error, forms };
}

function summarize({ id, status, conflicts, error }: Form): string {
  if (status === 'INFEASIBLE') {
    return ['INFEASIBLE: no form meets all of these.', ...conflicts].join('\n');
  }
  if (error) return `${status}: ${(error as { detail?: string }).detail}`;
  return `${status}: ${id}\nPrint it with: quaestor form show ${id}`;
}
