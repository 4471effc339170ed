import type { Command } from 'commander';
import type { TrustedDocument } from '../db/trusted-documents.ts';
import { type CommandContext, jsonOption } from './command-context.ts';
import { CommandError, UsageError } from './command-error.ts';

interface Options {
  readonly all?: true;
  readonly json?: true;
}

const loadStore = () => import('../db/trusted-documents.ts');

/** `documents add|list|remove`: what clients may name by documentId. */
export function documentsCommand(program: Command, context: CommandContext): void {
  const { print } = context;
  const documents = program
    .command('documents')
    .description('Manage trusted GraphQL documents, which clients name by documentId.');

  documents
    .command('add')
    .description('Add the documents of manifests, as graphql-codegen, Relay or Apollo write them.')
    .argument('<file...>', 'manifests')
    .addOption(jsonOption())
    .action(async (files: string[], { json }: Options) => {
      const valid = await readValid(files);
      await context.withDatabase(async ({ database }) => {
        const { addTrustedDocuments } = await loadStore();
        const { added, conflicts } = await addTrustedDocuments(database, valid, new Date());
        if (conflicts.length > 0) {
          throw new CommandError(
            `Nothing was added: other documents have the ids ${conflicts.slice(0, 20).join(', ')}. Remove these first.`,
          );
        }
        const unchanged = valid.length - added;
        print(
          json
            ? JSON.stringify({ added, unchanged })
            : `Added ${added} documents; ${unchanged} were there already.`,
        );
      });
    });

  documents
    .command('list')
    .description('List the documents that were added.')
    .addOption(jsonOption())
    .action(({ json }: Options) =>
      context.withDatabase(async ({ database }) => {
        const { listTrustedDocuments } = await loadStore();
        const stored = await listTrustedDocuments(database);
        if (json) print(JSON.stringify(stored));
        else for (const { id, document } of stored) print(`${id}  ${firstLine(document)}`);
      }),
    );

  documents
    .command('remove')
    .description('Remove documents; services notice within a minute.')
    .argument('[id...]', 'ids of documents')
    .option('--all', 'remove all documents')
    .addOption(jsonOption())
    .action(async (ids: string[], { all, json }: Options) => {
      if (ids.length === 0 && !all) throw new UsageError('Name the ids to remove, or use --all.');
      await context.withDatabase(async ({ database }) => {
        const { removeTrustedDocuments } = await loadStore();
        const removed = await removeTrustedDocuments(database, all ? undefined : ids);
        print(json ? JSON.stringify({ removed }) : `Removed ${removed} documents.`);
      });
    });
}

/** The documents of all files; an error lists what is wrong with them, and nothing is added. */
async function readValid(files: readonly string[]): Promise<TrustedDocument[]> {
  const { readManifest } = await import('../http/documents/read-manifests.ts');
  const { prepareDocument } = await import('../http/operations/prepare-document.ts');
  const { buildSchema } = await import('../schema/schema.ts');
  const options = { schema: buildSchema(), introspection: true, fastPath: false };
  const valid: TrustedDocument[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const { documents, problems: own } = await readManifest(file);
    problems.push(...own.map((problem) => `${file}: ${problem}`));
    for (const [id, document] of documents) {
      valid.push({ id, document });
      const { errors } = prepareDocument(document, false, options);
      problems.push(...errors.map(({ message }) => `${file}: ${id}: ${message}`));
    }
  }
  if (problems.length === 0) return valid;
  const shown = problems.slice(0, 20);
  if (problems.length > shown.length) shown.push(`and ${problems.length - shown.length} more`);
  throw new CommandError(`Nothing was added:\n  ${shown.join('\n  ')}`);
}

function firstLine(document: string): string {
  const line = document.trim().split('\n', 1)[0] ?? '';
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
