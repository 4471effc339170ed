import { Argument, type Command, Option } from 'commander';

import { toCamelCase } from '../domain/naming.ts';
import { parseBy } from '../domain/rules.ts';
import { scopesOf } from '../domain/scopes.ts';
import { deliveryStatuses, newWebhook, webhookChanges } from '../domain/webhook-input.ts';
import type { OwnWebhook, WebhookOwner } from '../webhooks/manage-webhooks.ts';
import { type CommandContext, type CommandServices, jsonOption } from './command-context.ts';
import { UsageError } from './command-error.ts';
import { formatDelivery, formatWebhook, toDeliveryJson, toWebhookJson } from './format-webhook.ts';
import { chooseAccount } from './token.ts';
import { listenCommand } from './webhook-listen.ts';

interface ContentOptions {
  readonly url?: string;
  readonly events?: string;
  readonly filter?: string;
  readonly enabled?: boolean;
}

interface CommonOptions {
  readonly account?: string;
  readonly json?: true;
}

/** Imported on demand: `--help` and other commands do not need it. */
const loadWebhooks = () => import('../webhooks/manage-webhooks.ts');
const loadSending = () => import('../webhooks/send-on-demand.ts');
const loadTransactions = () => import('../db/transaction.ts');

/** `webhook create|list|show|update|delete|rotate|test|deliveries|retry|listen`. */
export function webhookCommand(program: Command, context: CommandContext): void {
  const { print } = context;
  const webhook = program.command('webhook').description('Manage webhooks.');
  const id = () => new Argument('<id>', 'id of the webhook');
  const add = (name: string, description: string) =>
    webhook
      .command(name)
      .description(description)
      .addOption(new Option('--account <email>', 'owner (default: the first admin)'))
      .addOption(jsonOption());
  const withContent = (command: Command) =>
    command
      .addOption(new Option('--events <list>', 'comma-separated types of events'))
      .addOption(
        new Option('--filter <json>', 'criteria of questions, such as {"category":["Science"]}'),
      );
  const as = (
    { account }: CommonOptions,
    work: (services: CommandServices, owner: WebhookOwner) => Promise<void>,
  ) => context.withDatabase(async (services) => work(services, await findOwner(services, account)));
  const show = (found: OwnWebhook, { json }: CommonOptions) =>
    print(json ? JSON.stringify(toWebhookJson(found)) : formatWebhook(found));

  withContent(add('create', 'Create a webhook and print its secret, this once.'))
    .argument('<url>', 'where events are posted to')
    .addOption(new Option('--disabled', 'do not send events yet'))
    .action((url: string, options: ContentOptions & CommonOptions & { disabled?: true }) =>
      as(options, async ({ database }, owner) => {
        const content = { ...readContent(options), url, enabled: !options.disabled };
        const input = parseBy(newWebhook, content);
        const { sequenceEvents } = await import('../db/event-log.ts');
        const start = await sequenceEvents(database);
        const { createWebhook } = await loadWebhooks();
        const { inTransaction } = await loadTransactions();
        show(
          await inTransaction(database, (transaction) =>
            createWebhook(transaction, input, start, owner),
          ),
          options,
        );
      }),
    );

  add('list', 'List webhooks.').action((options: CommonOptions) =>
    as(options, async ({ database }, { accountId }) => {
      const found = await database.prisma.webhook.findMany({
        where: { accountId },
        orderBy: { id: 'asc' },
      });
      if (options.json) print(JSON.stringify(found.map(toWebhookJson)));
      else for (const one of found) print(formatWebhook(one));
    }),
  );

  add('show', 'Show a webhook.')
    .addArgument(id())
    .action((webhookId: string, options: CommonOptions) =>
      as(options, async (services, owner) => show(await find(services, owner, webhookId), options)),
    );

  withContent(add('update', 'Change a webhook; what is not given stays as it is.'))
    .addArgument(id())
    .addOption(new Option('--url <url>', 'where events are posted to'))
    .addOption(new Option('--enabled', 'send events'))
    .addOption(new Option('--no-enabled', 'send no events'))
    .action((webhookId: string, options: ContentOptions & CommonOptions) =>
      as(options, async ({ database }, owner) => {
        const changes = parseBy(webhookChanges, readContent(options));
        const { sequenceEvents } = await import('../db/event-log.ts');
        const startPosition = await sequenceEvents(database);
        const { changeWebhook } = await loadWebhooks();
        const { inTransaction } = await loadTransactions();
        show(
          await inTransaction(database, (transaction) =>
            changeWebhook(transaction, webhookId, changes, { startPosition }, owner),
          ),
          options,
        );
      }),
    );

  add('delete', 'Delete a webhook and its deliveries.')
    .addArgument(id())
    .action((webhookId: string, options: CommonOptions) =>
      as(options, async ({ database }, owner) => {
        const { deleteWebhook } = await loadWebhooks();
        const { inTransaction } = await loadTransactions();
        await inTransaction(database, (transaction) =>
          deleteWebhook(transaction, webhookId, undefined, owner),
        );
        print(options.json ? JSON.stringify({ id: webhookId }) : `Deleted ${webhookId}.`);
      }),
    );

  add('rotate', 'Replace the secret and print the new one; both are valid for 24 hours.')
    .addArgument(id())
    .action((webhookId: string, options: CommonOptions) =>
      as(options, async ({ database }, owner) => {
        const { rotateSecret } = await loadWebhooks();
        const { inTransaction } = await loadTransactions();
        show(
          await inTransaction(database, (transaction) =>
            rotateSecret(transaction, webhookId, owner),
          ),
          options,
        );
      }),
    );

  const showDelivery = async ({ database }: CommandServices, found: string, json?: true) => {
    const include = { attempts: { orderBy: { number: 'asc' } } } as const;
    const delivery = await database.prisma.webhookDelivery.findFirstOrThrow({
      where: { id: found },
      include,
    });
    print(json ? JSON.stringify(toDeliveryJson(delivery)) : formatDelivery(delivery));
    return delivery;
  };

  add('test', 'Send a test message once, and show what came of it.')
    .addArgument(id())
    .action((webhookId: string, options: CommonOptions) =>
      as(options, async (services, { accountId, box, now }) => {
        const { database, config } = services;
        const { saveTest, sendTest } = await loadSending();
        const { webhookSettingsOf } = await import('../webhooks/webhook-settings.ts');
        const { inTransaction } = await loadTransactions();
        const settings = webhookSettingsOf(config);
        const message = await inTransaction(database, (transaction) =>
          saveTest(transaction, accountId, webhookId, now, settings),
        );
        await sendTest(database, box, settings, message);
        await showDelivery(services, message.id, options.json);
      }),
    );

  add('deliveries', 'List the last 100 deliveries with their attempts, newest first.')
    .addArgument(id())
    .addOption(new Option('--status <status>', 'only those').choices([...deliveryStatuses]))
    .action((webhookId: string, options: CommonOptions & { status?: string }) =>
      as(options, async (services, owner) => {
        const found = await find(services, owner, webhookId);
        const deliveries = await services.database.prisma.webhookDelivery.findMany({
          where: { webhookId: found.id, ...(options.status && { status: options.status }) },
          include: { attempts: { orderBy: { number: 'asc' } } },
          orderBy: { id: 'desc' },
          take: 100,
        });
        if (options.json) print(JSON.stringify(deliveries.map(toDeliveryJson)));
        else for (const one of deliveries) print(formatDelivery(one));
      }),
    );

  add('retry', 'Send an event again; a running service or worker sends it within seconds.')
    .addArgument(id())
    .argument('<delivery>', 'id of the delivery')
    .action((webhookId: string, delivery: string, options: CommonOptions) =>
      as(options, async (services, { accountId }) => {
        const { retryDelivery } = await loadSending();
        const { inTransaction } = await loadTransactions();
        await inTransaction(services.database, (transaction) =>
          retryDelivery(transaction, accountId, webhookId, delivery),
        );
        await showDelivery(services, delivery, options.json);
      }),
    );

  listenCommand(webhook, context);
}

async function findOwner(
  { database, auth, config }: CommandServices,
  email: string | undefined,
): Promise<WebhookOwner> {
  const { id: accountId, role } = await chooseAccount(database, email);
  const allowPrivate = config.webhookAllowPrivate;
  const scopes = new Set(scopesOf(role));
  return { accountId, scopes, allowPrivate, box: auth.box, now: new Date() };
}

async function find(
  { database }: CommandServices,
  { accountId }: WebhookOwner,
  id: string,
): Promise<OwnWebhook> {
  const [{ findOwnWebhook }, { noneOwned }] = await Promise.all([
    import('../db/webhook-store.ts'),
    import('../auth/own-account.ts'),
  ]);
  return (await findOwnWebhook(database, accountId, id)) ?? noneOwned('webhook', id);
}

/** The given fields, as the rules of the input take them. */
function readContent({ url, events, filter, enabled }: ContentOptions) {
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: events.split(/[\s,]+/).filter((word) => word !== '') }),
    ...(filter !== undefined && { filter: readFilter(filter) }),
    ...(enabled !== undefined && { enabled }),
  };
}

function readFilter(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [toCamelCase(key), item]));
  } catch {
    throw new UsageError('--filter must be JSON, such as {"category":["Science"]}, or null.');
  }
}
