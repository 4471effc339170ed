import { Argument, type Command, Option } from 'commander';
import type { ApiKey } from '../db/generated/prisma/client.ts';
import { newApiKey } from '../domain/account-input.ts';
import { parseBy } from '../domain/rules.ts';
import { type CommandContext, jsonOption } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { chooseAccount, chooseScopes } from './token.ts';

interface Options {
  readonly account?: string;
  readonly scopes?: string;
  readonly expires?: string;
  readonly json?: true;
}

/** `api-key list|create|revoke`. */
export function apiKeyCommand(program: Command, context: CommandContext): void {
  const { print } = context;
  const apiKey = program.command('api-key').description('Manage API keys.');
  const ofAccount = () => new Option('--account <email>', 'owner (default: the first admin)');

  apiKey
    .command('list')
    .description('List the API keys of an account.')
    .addOption(ofAccount())
    .addOption(jsonOption())
    .action(({ account, json }: Options) =>
      context.withDatabase(async ({ database }) => {
        const { id: accountId } = await chooseAccount(database, account);
        const keys = await database.prisma.apiKey.findMany({
          where: { accountId },
          orderBy: { id: 'asc' },
        });
        if (json) print(JSON.stringify(keys.map(toJson)));
        else for (const one of keys) print(formatKey(one));
      }),
    );

  apiKey
    .command('create')
    .description('Create an API key and print it, this once.')
    .addArgument(new Argument('<name>', 'what the key is for'))
    .addOption(
      new Option('--scopes <list>', 'comma-separated scopes (default: all scopes of the account)'),
    )
    .addOption(new Option('--expires <time>', 'such as 2027-01-31T00:00:00Z (default: never)'))
    .addOption(ofAccount())
    .addOption(jsonOption())
    .action((name: string, options: Options) =>
      context.withDatabase(async ({ database }) => {
        const owner = await chooseAccount(database, options.account);
        const scopes = chooseScopes(owner, options.scopes);
        const input = parseBy(newApiKey, { name, scopes, expiresAt: options.expires ?? null });
        const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
        const now = new Date();
        if (expiresAt && expiresAt <= now) {
          throw new CommandError('--expires must be in the future.');
        }
        const [{ createApiKey }, { inTransaction }] = await Promise.all([
          import('../auth/api-keys.ts'),
          import('../db/transaction.ts'),
        ]);
        const wanted = { accountId: owner.id, name: input.name, scopes: input.scopes, expiresAt };
        const created = await inTransaction(database, (transaction) =>
          createApiKey(transaction, wanted, now),
        );
        print(
          options.json ? JSON.stringify({ ...toJson(created), key: created.key }) : created.key,
        );
      }),
    );

  apiKey
    .command('revoke')
    .description('Delete an API key; it stops working at once.')
    .addArgument(new Argument('<id>', 'id of the key'))
    .action((id: string) =>
      context.withDatabase(async ({ database }) => {
        const { isUuid } = await import('../domain/uuid.ts');
        const { count } = isUuid(id)
          ? await database.prisma.apiKey.deleteMany({ where: { id } })
          : { count: 0 };
        if (count === 0) {
          throw new CommandError(`There is no API key ${id}. Run \`api-key list\` to see them.`);
        }
        print(`Revoked ${id}.`);
      }),
    );
}

function toJson({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: ApiKey) {
  const times = { created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt };
  return { id, name, scopes, ...times };
}

function formatKey({ id, name, scopes, expiresAt, lastUsedAt }: ApiKey): string {
  const notes = [
    expiresAt ? `expires ${expiresAt.toISOString()}` : 'does not expire',
    lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used',
  ];
  return `${id}  ${name}  ${scopes.join(',')}  (${notes.join(', ')})`;
}
