import type { Command } from 'commander';
import { type CommandContext, jsonOption } from './command-context.ts';

export function keysCommand(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description('The keys that sign access tokens.');

  keys
    .command('list')
    .description('The keys that are published, and which one signs.')
    .addOption(jsonOption())
    .action(({ json }: { json?: true }) =>
      context.withDatabase(async ({ database }) => {
        const select = { kid: true, status: true, createdAt: true };
        const stored = await database.prisma.signingKey.findMany({
          select,
          orderBy: { createdAt: 'asc' },
        });
        if (json) console.log(JSON.stringify(stored));
        else for (const { kid, status } of stored) console.log(`${kid}  ${status}`);
      }),
    );

  keys
    .command('rotate')
    .description('Sign with the next key from now on. Nobody is logged out.')
    .addOption(jsonOption())
    .action(({ json }: { json?: true }) =>
      context.withDatabase(async ({ auth }) => {
        const { kid } = await auth.keys.rotate();
        console.log(json ? JSON.stringify({ kid }) : `Tokens are signed with ${kid} from now on.`);
      }),
    );
}
