import type { Command } from 'commander';
import { type CommandContext, jsonOption } from './command-context.ts';

export function signingKeysCommand(program: Command, context: CommandContext): void {
  addCommands(program.command('signing-keys'), context);
  // Its name until 0.1.0, which reads like API keys.
  const former = program.command('keys', { hidden: true });
  addCommands(former, context).hook('preAction', () => {
    context.io.stderr.write('`keys` is now `signing-keys`; for API keys, see `api-key`.\n');
  });
}

function addCommands(keys: Command, context: CommandContext): Command {
  const { print } = context;
  keys
    .description('Manage the keys that sign access tokens.')
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
  return keys;
}
