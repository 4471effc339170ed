import { noneOwned } from '../../auth/own-account.ts';
import { findOwnWebhook } from '../../db/webhook-store.ts';
import { builder } from '../builder.ts';
import { listById } from '../list-by-id.ts';
import { offsetArgument } from '../page.ts';
import { DeliveryStatusEnum, WebhookDeliveryRef, WebhookRef } from './type.ts';

/** Of each delivery in a list; a schedule has ten. */
export const maxAttemptsListed = 20;

builder.queryFields((t) => ({
  webhook: t.field({
    type: WebhookRef,
    nullable: true,
    description: 'Your webhook with this id.',
    extensions: { access: 'webhooks:manage' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { database, caller }) =>
      (await findOwnWebhook(database, caller.accountId ?? '', id)) ?? noneOwned('webhook', id),
  }),

  webhooks: t.connection(
    {
      type: WebhookRef,
      nullable: true,
      description: 'Your webhooks, oldest first.',
      extensions: { access: 'webhooks:manage' },
      args: { offset: offsetArgument(t) },
      resolve: (_root, args, { database, caller }) => {
        const own = { accountId: caller.accountId ?? '' };
        const { webhook } = database.prisma;
        return listById(
          args,
          ({ where, ...range }) => webhook.findMany({ where: { ...own, ...where }, ...range }),
          () => webhook.count({ where: own }),
        );
      },
    },
    { name: 'WebhookConnection', description: 'A page of webhooks.' },
    { name: 'WebhookEdge', description: 'A webhook and its cursor.' },
  ),

  webhookDeliveries: t.connection(
    {
      type: WebhookDeliveryRef,
      nullable: true,
      description: 'The deliveries to your webhook with this id, newest first.',
      extensions: { access: 'webhooks:manage' },
      args: {
        id: t.arg.id({ required: true }),
        status: t.arg({ type: [DeliveryStatusEnum], description: 'Default: all.' }),
        offset: offsetArgument(t),
      },
      resolve: async (_root, { id, status, ...args }, { database, caller }) => {
        const found = await findOwnWebhook(database, caller.accountId ?? '', id);
        if (!found) return noneOwned('webhook', id);
        const { webhookDelivery } = database.prisma;
        const own = { webhookId: found.id, ...(status && { status: { in: [...status] } }) };
        const attempts = { orderBy: { number: 'desc' }, take: maxAttemptsListed } as const;
        return listById(
          args,
          ({ where, ...range }) =>
            webhookDelivery.findMany({
              where: { ...own, ...where },
              include: { attempts },
              ...range,
            }),
          () => webhookDelivery.count({ where: own }),
          { isNewestFirst: true },
        );
      },
    },
    { name: 'WebhookDeliveryConnection', description: 'A page of deliveries.' },
    { name: 'WebhookDeliveryEdge', description: 'A delivery and its cursor.' },
  ),
}));
