import type { Command } from 'commander';
import { type CommandContext, jsonOption } from './command-context.ts';

export function keysCommand(program: Command, context: CommandContext): void {
  const { print } = context;
  const keys = program.command('keys').description('Manage the keys that sign access tokens.');

  keys
    .command('list')
    .description('List the published keys and their status.')
    .addOption(jsonOption())
    .action(({ json }: { json?: true }) =>
      context.withDatabase(async ({ database }) => {
        const select = { kid: true, status: true, createdAt: true };
        const stored = await database.prisma.signingKey.findMany({
          select,
          orderBy: { createdAt: 'asc' },
        });
        if (json) print(JSON.stringify(stored));
        else for (const { kid, status } of stored) print(`${kid}  ${status}`);
      }),
    );

  keys
    .command('rotate')
    .description('Sign new tokens with the next key. Existing tokens stay valid.')
    .addOption(jsonOption())
    .action(({ json }: { json?: true }) =>
      context.withDatabase(async ({ auth }) => {
        const { kid } = await auth.keys.rotate();
        print(json ? JSON.stringify({ kid }) : `New tokens are signed with key ${kid}.`);
      }),
    );
}
