import { type Command, Option } from 'commander';
import type { Database } from '../db/database.ts';
import type { Account } from '../db/generated/prisma/client.ts';
import { canonicalEmail } from '../domain/account-input.ts';
import { commonScopes, isScope, scopesOf } from '../domain/scopes.ts';
import { type CommandContext, jsonOption } from './command-context.ts';
import { CommandError } from './command-error.ts';

/** The name of the API key that tokens from the command line belong to, so that they can be revoked. */
const keyName = 'command line';

export function tokenCommand(program: Command, context: CommandContext): void {
  program
    .command('token')
    .description(
      'Print an access token that works with a service of the same HOST, PORT and PUBLIC_URL.',
    )
    .addOption(
      new Option('--scopes <list>', 'what it may do, by commas; all the account may when left out'),
    )
    .addOption(new Option('--account <email>', 'whose token; the first admin when left out'))
    .addOption(jsonOption())
    .action((options: { scopes?: string; account?: string; json?: true }) =>
      context.withDatabase(async ({ database, auth, config }) => {
        const account = await findAccount(database, options.account);
        const scopes = chooseScopes(account, options.scopes);
        const key = await findKey(database, account);
        const token = await auth.tokens.sign(account.id, key, scopes);
        const answer = {
          access_token: token,
          token_type: 'Bearer',
          expires_in: config.accessTokenTtl,
        };
        console.log(options.json ? JSON.stringify({ ...answer, scope: scopes.join(' ') }) : token);
      }),
    );
}

async function findAccount({ prisma }: Database, email: string | undefined): Promise<Account> {
  const account = await prisma.account.findFirst({
    where: email ? { email: canonicalEmail(email) } : { role: 'admin', disabledAt: null },
    orderBy: { id: 'asc' },
  });
  if (!account) {
    throw new CommandError(
      email ? `There is no account ${email}.` : 'There is no account yet. Start the service once.',
    );
  }
  if (account.disabledAt) throw new CommandError(`The account ${account.email} is disabled.`);
  return account;
}

function chooseScopes({ role }: Account, list: string | undefined) {
  const allowed = scopesOf(role);
  if (list === undefined) return [...allowed];
  const words = list.split(/[\s,]+/).filter((word) => word !== '');
  const wrong = words.find((word) => !isScope(word) || !allowed.includes(word));
  if (wrong === undefined && words.length > 0) return commonScopes(words, allowed);
  throw new CommandError(
    `The scope ${JSON.stringify(wrong ?? '')} cannot be given; there are ${allowed.join(', ')}.`,
  );
}

async function findKey({ prisma }: Database, { id, role }: Account): Promise<string> {
  const scopes = [...scopesOf(role)];
  // A key of this name that may do less, or ends, is somebody's own: it must not grow by a command.
  const found = await prisma.apiKey.findFirst({
    where: { accountId: id, name: keyName, expiresAt: null, scopes: { equals: scopes } },
  });
  if (found) return found.id;
  const { createApiKey } = await import('../auth/api-keys.ts');
  const key = { accountId: id, name: keyName, scopes, expiresAt: null };
  const { stored } = await createApiKey(prisma, key, new Date());
  return stored.id;
}
