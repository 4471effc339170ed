import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

const patience = 3000;

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

/**
 * One Ctrl-C under `npm start` arrives twice, from the terminal and from npm, so a second signal
 * counts only when it comes later: then someone is tired of waiting, and what is left behind (a
 * PostgreSQL that the next start takes over) does no harm.
 */
function waitForSignal(): Promise<string> {
  let first = 0;
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.on(signal, () => {
        first ||= performance.now();
        if (performance.now() - first > patience) process.exit(1);
        resolve(signal);
      });
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
