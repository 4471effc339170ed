import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { waitForSignal } from './wait-for-signal.ts';

export function serveCommand(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('Serve GraphQL and REST until SIGINT or SIGTERM.')
    .action(async () => {
      const config = context.config();
      const log = context.log(config);
      const stopped = waitForSignal();
      const { createApp } = await import('../app.ts');
      const app = await createApp({ config, log });
      try {
        const url = await app.listen().catch((error) => {
          throw new CommandError(explainListen(error));
        });
        log.info({ url }, 'Listening.');
        console.error(welcome(url));
        const signal = await stopped;
        log.info({ signal }, 'Stopping: finishing the requests under way.');
      } finally {
        await app.stop();
      }
    });
}

function explainListen({ code, port, message }: NodeJS.ErrnoException & { port?: number }): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Stop it, or set PORT to another one.`;
  }
  return `HOST and PORT cannot be listened on: ${message}.`;
}

function welcome(url: string): string {
  return `
  Quaestor is ready.

  GraphiQL   ${url}/graphql
  REST       ${url}/questions
  Docs       ${url}/docs
`;
}
