import { once } from 'node:events';
import { type Command, Option } from 'commander';
import { roles } from '../domain/scopes.ts';
import type { CommandContext } from './command-context.ts';
import { UsageError } from './command-error.ts';
import type { SendRequest } from './mcp-bridge.ts';
import { signToken } from './token.ts';
import { waitForSignal } from './wait-for-signal.ts';

interface McpOptions {
  readonly url?: string;
  readonly token?: string;
  readonly account?: string;
  readonly scopes?: string;
  readonly write?: true;
}

/** `mcp`: /mcp over standard input and output, for clients that start a program. */
export function mcpCommand(program: Command, context: CommandContext): void {
  program
    .command('mcp')
    .description(
      'Serve the Model Context Protocol over standard input and output: of the database of these settings, or of a running service.',
    )
    .addOption(new Option('--url <url>', 'a running service (default: the database itself)'))
    .addOption(
      new Option('--token <token>', 'with --url: access token or API key').env('QUAESTOR_TOKEN'),
    )
    .addOption(new Option('--account <email>', 'who acts (default: the first admin)'))
    .addOption(new Option('--write', 'let it change questions, run analyses and assemble forms'))
    .addOption(new Option('--scopes <list>', 'comma-separated scopes, instead of --write'))
    .action(async (options: McpOptions) => {
      const { io } = context;
      const signaled = waitForSignal(io);
      const closed = once(io.stdin, 'end');
      const { connectStdio } = await import('./mcp-bridge.ts');
      const serve = async (send: SendRequest) => {
        const bridge = await connectStdio(io, send);
        // Who pipes requests in still gets their answers.
        await Promise.race([signaled, closed.then(bridge.answered)]);
        await bridge.close();
      };
      if (options.url !== undefined) return serve(sendTo(options));
      await withApp(context, options, serve);
    });
}

function sendTo({ url = '', token }: McpOptions): SendRequest {
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new UsageError('--url must be an http or https URL.');
  }
  const base = url.replace(/\/(?:mcp)?$/, '');
  return (path, init) => fetch(base + new URL(path).pathname, withToken(init, token));
}

/** Standard output belongs to the protocol: the log goes to standard error. */
async function withApp(
  context: CommandContext,
  { account, scopes, write }: McpOptions,
  work: (send: SendRequest) => Promise<void>,
): Promise<void> {
  const { io } = context;
  const config = context.config();
  const log = await context.log(config, io.stderr);
  const { createApp } = await import('../app.ts');
  const notify = (message: string) => void io.stderr.write(`${message}\n`);
  const app = await createApp({ config, log, notify });
  const chosen = scopes ?? roles[write ? 'editor' : 'viewer'].join();
  const sign = () => signToken({ config, ...app }, { account, scopes: chosen });
  try {
    let { token } = await sign();
    await work(async (url, init) => {
      const response = await app.fetch(url, withToken(init, token));
      if (response.status !== 401) return response;
      // It has expired.
      await response.body?.cancel();
      ({ token } = await sign());
      return app.fetch(url, withToken(init, token));
    });
  } finally {
    await app.stop();
    setTimeout(() => io.exit?.(), 1000).unref();
  }
}

function withToken(init: RequestInit, token: string | undefined): RequestInit {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
