import { Argument, type Command, Option } from 'commander';
import type { AccountChanges } from '../auth/accounts.ts';
import type { Database } from '../db/database.ts';
import type { Account } from '../db/generated/prisma/client.ts';
import { inTransaction } from '../db/transaction.ts';
import { canonicalEmail, newAccount, newPassword } from '../domain/account-input.ts';
import { defineRules, parseBy } from '../domain/rules.ts';
import { type Role, roleNames } from '../domain/scopes.ts';
import { type CommandContext, jsonOption } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { readSecret } from './read-secret.ts';

/** Loaded when a command runs: it brings the password hashing along. */
const loadAccounts = () => import('../auth/accounts.ts');

/** `account list|add|role|password|disable|enable|delete`. Passwords are asked for, or read from a pipe. */
export function accountCommand(program: Command, context: CommandContext): void {
  const account = program.command('account').description('List, add and change accounts.');
  const email = () => new Argument('<email>', 'the account');
  const role = () => new Argument('<role>', 'what it may do').choices(roleNames);

  account
    .command('list')
    .description('All accounts.')
    .addOption(jsonOption())
    .action(({ json }: { json?: true }) =>
      context.withDatabase(async ({ database }) => {
        const accounts = await database.prisma.account.findMany({ orderBy: { id: 'asc' } });
        if (json) console.log(JSON.stringify(accounts.map(show)));
        else for (const one of accounts) console.log(describe(one));
      }),
    );

  account
    .command('add')
    .description('Add an account; its password is asked for.')
    .addArgument(email())
    .addOption(new Option('--role <role>', 'what it may do').choices(roleNames).default('viewer'))
    .addOption(jsonOption())
    .action((address: string, options: { role: Role; json?: true }) =>
      context.withDatabase(async ({ database }) => {
        const password = await readSecret('Password: ');
        const input = parseBy(newAccount, { email: address, password, role: options.role });
        const { addAccount } = await loadAccounts();
        tell(await addAccount(database.prisma, input, new Date()), options.json);
      }),
    );

  const change = (
    name: string,
    description: string,
    changes: (value: string | undefined) => Promise<AccountChanges>,
    argument?: Argument,
  ) => {
    const command = account.command(name).description(description).addArgument(email());
    if (argument) command.addArgument(argument);
    command.addOption(jsonOption()).action((address: string, ...rest: unknown[]) =>
      context.withDatabase(async ({ database }) => {
        const [value] = argument ? (rest as [string]) : [undefined];
        const { json } = (argument ? rest[1] : rest[0]) as { json?: true };
        const { changeAccount } = await loadAccounts();
        const found = await findByEmail(database, address);
        const wanted = await changes(value);
        const account = await inTransaction(database, (transaction) =>
          changeAccount(transaction, found.id, wanted, new Date()),
        );
        tell(account, json);
      }),
    );
  };
  change(
    'role',
    'Give an account another role.',
    async (value) => ({ role: value as Role }),
    role(),
  );
  change('password', 'Give an account a new password and end its sessions.', async () => ({
    password: parseBy(defineRules(newPassword), await readSecret('New password: ')),
  }));
  change('disable', 'Shut an account out, with all its tokens.', async () => ({ disabled: true }));
  change('enable', 'Let a disabled account in again.', async () => ({ disabled: false }));

  account
    .command('delete')
    .description('Delete an account with its sessions and keys.')
    .addArgument(email())
    .action((address: string) =>
      context.withDatabase(async ({ database }) => {
        const { removeAccount } = await loadAccounts();
        const { id } = await findByEmail(database, address);
        await inTransaction(database, (transaction) => removeAccount(transaction, id));
        console.log(`Deleted ${address}.`);
      }),
    );
}

async function findByEmail({ prisma }: Database, address: string): Promise<Account> {
  const email = canonicalEmail(address);
  const account = await prisma.account.findUnique({ where: { email } });
  if (account) return account;
  throw new CommandError(`There is no account ${address}. \`account list\` shows which there are.`);
}

function tell(account: Account, json: true | undefined): void {
  console.log(json ? JSON.stringify(show(account)) : describe(account));
}

function show({ id, email, role, disabledAt, createdAt }: Account) {
  return { id, email, role, disabled: disabledAt !== null, created_at: createdAt };
}

function describe({ id, email, role, disabledAt }: Account): string {
  return `${id}  ${role.padEnd(8)} ${email}${disabledAt ? '  (disabled)' : ''}`;
}
