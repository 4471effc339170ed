import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
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
        const url = await app.listen();
        log.info({ url }, 'Listening.');
        console.error(welcome(url));
        const signal = await stopped;
        log.info({ signal }, 'Stopping: finishing the requests under way.');
      } finally {
        await app.stop();
      }
    });
}

function welcome(url: string): string {
  return `
  Quaestor is ready.

  GraphiQL   ${url}/graphql
  REST       ${url}/questions
  Docs       ${url}/docs
`;
}
