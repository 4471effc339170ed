import { Argument, type Command, Option } from 'commander';
import type { AccountChanges } from '../auth/accounts.ts';
import type { Database } from '../db/database.ts';
import type { Account } from '../db/generated/prisma/client.ts';
import { inTransaction } from '../db/transaction.ts';
import {
  accountChanges,
  canonicalEmail,
  newAccount,
  newPassword,
} from '../domain/account-input.ts';
import { defineRules, parseBy } from '../domain/rules.ts';
import { type Role, roleNames } from '../domain/scopes.ts';
import { type CommandContext, type CommandServices, jsonOption } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { readSecret } from './read-secret.ts';

/** Imported on demand: it loads the native password hashing. */
const loadAccounts = () => import('../auth/accounts.ts');

/** `account list|add|role|password|quota|disable|enable|reset-second-factor|delete`. Passwords are prompted for, or read from a pipe. */
export function accountCommand(program: Command, context: CommandContext): void {
  const { print } = context;
  const printAccount = (account: Account, json: true | undefined) =>
    print(json ? JSON.stringify(toJson(account)) : formatAccount(account));
  const account = program.command('account').description('Manage accounts.');
  const email = () => new Argument('<email>', 'e-mail address of the account');
  const role = () => new Argument('<role>', 'new role').choices(roleNames);

  account
    .command('list')
    .description('List all accounts.')
    .addOption(jsonOption())
    .action(({ json }: { json?: true }) =>
      context.withDatabase(async ({ database }) => {
        const accounts = await database.prisma.account.findMany({ orderBy: { id: 'asc' } });
        if (json) print(JSON.stringify(accounts.map(toJson)));
        else for (const one of accounts) print(formatAccount(one));
      }),
    );

  account
    .command('add')
    .description('Create an account. Prompts for its password.')
    .addArgument(email())
    .addOption(
      new Option('--role <role>', 'role of the account').choices(roleNames).default('viewer'),
    )
    .addOption(jsonOption())
    .action((address: string, options: { role: Role; json?: true }) =>
      context.withDatabase(async ({ auth, database }) => {
        const secret = await readSecret('Password: ', context.io);
        const { password, ...input } = parseBy(newAccount, {
          email: address,
          password: secret,
          role: options.role,
        });
        const { addAccount } = await loadAccounts();
        const passwordHash = await auth.passwords.accept(password, input.email, 'password');
        const added = await addAccount(database.prisma, { ...input, passwordHash }, new Date());
        printAccount(added, options.json);
      }),
    );

  const change = (
    name: string,
    description: string,
    changes: (
      value: string | undefined,
      found: Account,
      services: CommandServices,
    ) => Promise<AccountChanges>,
    argument?: Argument,
  ) => {
    const command = account.command(name).description(description).addArgument(email());
    if (argument) command.addArgument(argument);
    command.addOption(jsonOption()).action((address: string, ...rest: unknown[]) =>
      context.withDatabase(async (services) => {
        const { database } = services;
        const [value] = argument ? (rest as [string]) : [undefined];
        const { json } = (argument ? rest[1] : rest[0]) as { json?: true };
        const { changeAccount } = await loadAccounts();
        const found = await findByEmail(database, address);
        const wanted = await changes(value, found, services);
        const account = await inTransaction(database, (transaction) =>
          changeAccount(transaction, found.id, wanted, new Date()),
        );
        printAccount(account, json);
      }),
    );
  };
  change(
    'role',
    'Change the role of an account.',
    async (value) => ({ role: value as Role }),
    role(),
  );
  change(
    'password',
    'Set a new password and end all sessions of the account.',
    async (_, { email: address }, { auth }) => {
      const secret = await readSecret('New password: ', context.io);
      const password = parseBy(defineRules(newPassword), secret);
      return { passwordHash: await auth.passwords.accept(password, address, 'password') };
    },
  );
  change(
    'quota',
    'Set how many points a minute the requests of an account may cost.',
    async (value) => parseBy(accountChanges, { quota: readQuota(value) }),
    new Argument('<points>', "points a minute, or 'default' for RATE_LIMIT_TOKEN"),
  );
  change('disable', 'Disable an account, its tokens and its API keys.', async () => ({
    disabled: true,
  }));
  change('enable', 'Enable a disabled account.', async () => ({ disabled: false }));

  account
    .command('reset-second-factor')
    .description('Remove a lost second factor and end all sessions of the account.')
    .addArgument(email())
    .addOption(jsonOption())
    .action((address: string, { json }: { json?: true }) =>
      context.withDatabase(async ({ database }) => {
        const { resetSecondFactor } = await import('../auth/second-factor-changes.ts');
        const { id } = await findByEmail(database, address);
        const account = await inTransaction(database, (transaction) =>
          resetSecondFactor(transaction, id, new Date()),
        );
        printAccount(account, json);
      }),
    );

  account
    .command('delete')
    .description('Delete an account with its sessions and API keys.')
    .addArgument(email())
    .action((address: string) =>
      context.withDatabase(async ({ database }) => {
        const { removeAccount } = await loadAccounts();
        const { id } = await findByEmail(database, address);
        await inTransaction(database, (transaction) => removeAccount(transaction, id));
        print(`Deleted ${address}.`);
      }),
    );
}

async function findByEmail({ prisma }: Database, address: string): Promise<Account> {
  const email = canonicalEmail(address);
  const account = await prisma.account.findUnique({ where: { email } });
  if (account) return account;
  throw new CommandError(
    `There is no account ${address}. Run \`account list\` to see all accounts.`,
  );
}

/** What is no number is refused by the rules of an account. */
function readQuota(value: string | undefined): number | string | null | undefined {
  if (value === 'default') return null;
  return /^\d+$/.test(value ?? '') ? Number(value) : value;
}

function toJson({ id, email, role, disabledAt, quota, secondFactorAt, createdAt }: Account) {
  const stored = { id, email, role, disabled: disabledAt !== null, quota };
  return { ...stored, second_factor_at: secondFactorAt, created_at: createdAt };
}

function formatAccount({ id, email, role, disabledAt, quota, secondFactorAt }: Account): string {
  const notes = [
    ...(disabledAt ? ['disabled'] : []),
    ...(secondFactorAt ? ['second factor'] : []),
    ...(quota === null ? [] : [`${quota} points a minute`]),
  ];
  return `${id}  ${role.padEnd(8)} ${email}${notes.length > 0 ? `  (${notes.join(', ')})` : ''}`;
}
