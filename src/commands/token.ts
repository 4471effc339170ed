import { type Command, Option } from 'commander';
import type { Database } from '../db/database.ts';
import type { Account } from '../db/generated/prisma/client.ts';
import { canonicalEmail } from '../domain/account-input.ts';
import { commonScopes, isScope, type Scope, scopesOf } from '../domain/scopes.ts';
import { type CommandContext, type CommandServices, jsonOption } from './command-context.ts';
import { CommandError } from './command-error.ts';

/** Tokens from the command line belong to an API key of this name, so that they can be revoked. */
const keyName = 'command line';

export function tokenCommand(program: Command, context: CommandContext): void {
  program
    .command('token')
    .description('Print an access token for the service with the same HOST, PORT and PUBLIC_URL.')
    .addOption(
      new Option('--scopes <list>', 'comma-separated scopes (default: all scopes of the account)'),
    )
    .addOption(new Option('--account <email>', 'account of the token (default: the first admin)'))
    .addOption(jsonOption())
    .action((options: { scopes?: string; account?: string; json?: true }) =>
      context.withDatabase(async (services) => {
        const { token, scopes } = await signToken(services, options);
        const answer = {
          access_token: token,
          token_type: 'Bearer',
          expires_in: services.config.accessTokenTtl,
        };
        context.print(
          options.json ? JSON.stringify({ ...answer, scope: scopes.join(' ') }) : token,
        );
      }),
    );
}

/** An access token of an account for the service with the same settings. */
export async function signToken(
  { database, auth }: CommandServices,
  options: { scopes?: string | undefined; account?: string | undefined },
): Promise<{ token: string; scopes: Scope[] }> {
  const account = await chooseAccount(database, options.account);
  const scopes = chooseScopes(account, options.scopes);
  const key = await findKey(database, account);
  return { token: await auth.tokens.sign(account.id, key, scopes), scopes };
}

export type ChosenAccount = Pick<Account, 'id' | 'email' | 'role'>;

/** The enabled account with this e-mail address, or the first admin. */
export async function chooseAccount(
  database: Database,
  email: string | undefined,
): Promise<ChosenAccount> {
  const { findAccount } = await import('../db/account-store.ts');
  const account = await findAccount(database, email && canonicalEmail(email));
  if (!account) {
    throw new CommandError(
      email
        ? `There is no account ${email}. Run \`account list\` to see all accounts.`
        : 'There is no enabled admin account. Start the service once to create one, or use --account.',
    );
  }
  if (account.disabledAt)
    throw new CommandError(
      `The account ${account.email} is disabled. Run \`account enable ${account.email}\` first.`,
    );
  return account;
}

/** The scopes of a comma-separated list, or all that the account may have. */
export function chooseScopes({ role }: ChosenAccount, list: string | undefined) {
  const allowed = scopesOf(role);
  if (list === undefined) return [...allowed];
  const words = list.split(/[\s,]+/).filter((word) => word !== '');
  const wrong = words.find((word) => !isScope(word) || !allowed.includes(word));
  if (wrong === undefined && words.length > 0) return commonScopes(words, allowed);
  throw new CommandError(
    `Invalid scope ${JSON.stringify(wrong ?? '')}; an account with the role ${role} may have ${allowed.join(', ')}.`,
  );
}

async function findKey(database: Database, { id, role }: ChosenAccount): Promise<string> {
  const scopes = [...scopesOf(role)];
  const { findLastingKey } = await import('../db/api-key-store.ts');
  // A key of this name with fewer scopes or an expiry was created by a user: leave it alone.
  const found = await findLastingKey(database, { accountId: id, name: keyName, scopes });
  if (found) return found;
  const [{ createApiKey }, { inTransaction }] = await Promise.all([
    import('../auth/api-keys.ts'),
    import('../db/transaction.ts'),
  ]);
  const key = { accountId: id, name: keyName, scopes, expiresAt: null };
  const stored = await inTransaction(database, (transaction) =>
    createApiKey(transaction, key, new Date()),
  );
  return stored.id;
}
