import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { signToken } from './token.ts';
import { waitForSignal } from './wait-for-signal.ts';

interface ListenOptions {
  readonly url?: string;
  readonly token?: string;
  readonly account?: string;
  readonly events?: string;
  readonly after: string;
  readonly forward?: string;
  readonly secret?: string;
  readonly json?: true;
}

/** An event as the feed of REST shows it. */
interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly occurred_at: string;
  readonly question_id: string | null;
  readonly analysis_id: string | null;
  readonly version: number | null;
}

const waitSeconds = 30;
const pauseAfterErrorMs = 2000;
const forwardTimeoutMs = 15_000;

/** `webhook listen`: for developers whose receiver has no public address. */
export function listenCommand(webhook: Command, context: CommandContext): void {
  webhook
    .command('listen')
    .description('Print events as they happen, until SIGINT or SIGTERM; --forward posts them too.')
    .addOption(new Option('--url <url>', 'the service (default: the one of these settings)'))
    .addOption(new Option('--token <token>', 'access token or API key (default: one of --account)'))
    .addOption(new Option('--account <email>', 'account of the token (default: the first admin)'))
    .addOption(new Option('--events <list>', 'comma-separated types of events (default: all)'))
    .addOption(new Option('--after <position>', 'events after this position').default('latest'))
    .addOption(new Option('--forward <url>', 'post each event, signed like a webhook'))
    .addOption(new Option('--secret <secret>', 'signs what is forwarded (default: a new one)'))
    .addOption(new Option('--json', 'print each event as a line of JSON'))
    .action(async (options: ListenOptions) => {
      const stopping = new AbortController();
      const stopped = waitForSignal(context.io).then(() => stopping.abort());
      const forward = await createForward(options, context);
      const feed = await createFeed(options, context);
      const listening = listen(feed, options, stopping.signal, async (event) => {
        context.print(options.json ? JSON.stringify(event) : formatEvent(event));
        await forward?.(event);
      });
      await Promise.race([listening, stopped]);
      stopping.abort();
      await listening;
    });
}

/** Asks for a page of events; waits for the first one. */
type Feed = (after: string, signal: AbortSignal) => Promise<Response>;

async function createFeed(options: ListenOptions, context: CommandContext): Promise<Feed> {
  const { issuerOf } = await import('../auth/open-auth.ts');
  const base = (options.url ?? issuerOf(context.config())).replace(/\/+$/, '');
  if (!URL.canParse(base)) throw new CommandError('--url must be an http or https URL.');
  const isOwn = options.url === undefined && options.token === undefined;
  let token = options.token;
  const renew = () =>
    context.withDatabase(async (services) => {
      token = (await signToken(services, { account: options.account })).token;
    });
  if (isOwn) await renew();
  const ask: Feed = (after, signal) => {
    const query = new URLSearchParams({ after, limit: '100' });
    if (options.events) query.set('types', options.events);
    return fetch(`${base}/events?${query}`, {
      headers: {
        prefer: `wait=${waitSeconds}`,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout((waitSeconds + 30) * 1000)]),
    });
  };
  return async (after, signal) => {
    const response = await ask(after, signal);
    if (response.status !== 401 || !isOwn) return response;
    // It has expired.
    await response.body?.cancel();
    await renew();
    return ask(after, signal);
  };
}

async function listen(
  feed: Feed,
  { after: start }: ListenOptions,
  signal: AbortSignal,
  handle: (event: FeedEvent) => Promise<void>,
): Promise<void> {
  let after = start;
  while (!signal.aborted) {
    const response = await feed(after, signal).catch(() => undefined);
    if (response && response.status < 500 && response.status !== 429 && !response.ok) {
      const { detail, title } = (await response.json().catch(() => ({}))) as Record<string, string>;
      throw new CommandError(detail ?? title ?? `The service responded ${response.status}.`);
    }
    if (!response?.ok) {
      await response?.body?.cancel();
      await sleep(pauseAfterErrorMs, undefined, { signal }).catch(() => undefined);
      continue;
    }
    const page = await response.json().catch(() => undefined);
    // The connection was lost, or the command stopped: the same page is asked for again.
    if (page === undefined) continue;
    const { data, next } = page as { data: FeedEvent[]; next: string };
    for (const event of data) if (!signal.aborted) await handle(event);
    after = next;
  }
}

async function createForward({ forward, secret }: ListenOptions, context: CommandContext) {
  if (forward === undefined) return undefined;
  if (!URL.canParse(forward) || !/^https?:/.test(forward)) {
    throw new CommandError('--forward must be an http or https URL.');
  }
  const [{ postMessage }, { makeSecret, signatureHeaders }] = await Promise.all([
    import('../webhooks/post-message.ts'),
    import('../webhooks/signature.ts'),
  ]);
  const key = secret ?? makeSecret();
  const tell = (line: string) => void context.io.stderr.write(`${line}\n`);
  tell(`Forwarding to ${forward}, signed with ${key}`);
  return async (event: FeedEvent): Promise<void> => {
    const given = Object.entries(event).filter(([, value]) => value !== null);
    const { id, type, occurred_at: timestamp } = event;
    const body = JSON.stringify({ type, timestamp, data: Object.fromEntries(given) });
    const headers = {
      'content-type': 'application/json',
      ...signatureHeaders({ id, sentAt: new Date(), body }, [key]),
    };
    const options = { allowPrivate: true, timeoutMs: forwardTimeoutMs };
    const outcome = await postMessage(forward, headers, body, options);
    tell('status' in outcome ? `  → ${outcome.status}` : `  → ${outcome.error.detail}`);
  };
}

function formatEvent({ type, occurred_at, question_id, analysis_id, version }: FeedEvent): string {
  const subject = question_id ?? analysis_id ?? '';
  return `${occurred_at}  ${type.padEnd(19)}  ${subject}${version === null ? '' : `  version ${version}`}`;
}
