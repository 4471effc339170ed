import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Scope } from '../domain/scopes.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { waitForSignal } from './wait-for-signal.ts';

const connectMs = 5;

export function serveCommand(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('Serve GraphQL and REST until SIGINT or SIGTERM.')
    .action(async () => {
      const config = context.config();
      const log = await context.log(config);
      const stopped = waitForSignal(context.io);
      const { beginStorage, findDataKey } = await import('../db/storage.ts');
      const { opening } = await beginStorage(config, log);
      const { deriveKey } = await import('../auth/secret-box.ts');
      // Whoever needs the key handles its failure.
      findDataKey(config)
        .then((key) => (key ? deriveKey(key) : undefined))
        .catch(() => undefined);
      // Loaded and built while PostgreSQL starts.
      const [{ createApp }, { buildSchema }] = await Promise.all([
        import('../app.ts'),
        import('../schema/schema.ts'),
      ]);
      // For the connection to be begun: PostgreSQL starts a process for it meanwhile.
      // The timer alone would be over at once: its time starts with the turn in which all was loaded.
      await setImmediate();
      await sleep(connectMs);
      buildSchema();
      const notify = (message: string) => void context.io.stderr.write(`${message}\n`);
      const app = await createApp({ config, log, storage: opening, notify });
      try {
        const url = await app.listen().catch((error) => {
          throw new CommandError(describeListenError(error));
        });
        log.info({ url }, 'Listening');
        notify(welcome(url) + warnOfKeys(config.anonymousScopes));
        const signal = await stopped;
        log.info({ signal }, 'Shutting down: completing open requests');
        // Who presses Ctrl-C waits for it; a load balancer needs time to notice.
        const drainDelayMs = signal === 'SIGTERM' ? config.drainDelay * 1000 : 0;
        await app.stop({ drainDelayMs });
      } finally {
        await app.stop();
        // A statement that cannot be cancelled would keep the process alive.
        setTimeout(() => context.io.exit?.(), 1000).unref();
      }
    });
}

function describeListenError(error: NodeJS.ErrnoException & { port?: number }): string {
  const { code, port, message } = error;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Stop the other program, or set PORT to another port.`;
  }
  return `Cannot listen on HOST and PORT: ${message}.`;
}

/** Scopes whose operations show correct answers. */
const readKeys: readonly Scope[] = ['questions:read', 'analysis:read', 'quizzes:read'];

/** Convenient while a bank is tried out; not where players can reach it. */
function warnOfKeys(anonymousScopes: readonly Scope[]): string {
  if (!anonymousScopes.some((scope) => readKeys.includes(scope))) return '';
  return `
  Everyone who can reach it may read the correct answers without a token.
  Set ANONYMOUS_SCOPES=quizzes:play to let them play only, or empty for nothing.
`;
}

function welcome(url: string): string {
  return `
  Quaestor is ready.

  Workbench  ${url}
  GraphiQL   ${url}/graphql
  REST       ${url}/questions
  Docs       ${url}/docs
`;
}
