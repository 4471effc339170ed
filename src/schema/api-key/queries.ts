import { builder } from '../builder.ts';
import { listById } from '../list-by-id.ts';
import { offsetArgument } from '../page.ts';
import { ApiKeyRef } from './type.ts';

builder.queryFields((t) => ({
  apiKeys: t.connection(
    {
      type: ApiKeyRef,
      nullable: true,
      description: 'Your API keys, oldest first.',
      extensions: { access: 'login' },
      args: { offset: offsetArgument(t) },
      resolve: (_root, args, { database, caller }) => {
        const own = { accountId: caller.accountId ?? '' };
        const { apiKey } = database.prisma;
        return listById(
          args,
          ({ where, ...range }) => apiKey.findMany({ where: { ...own, ...where }, ...range }),
          () => apiKey.count({ where: own }),
        );
      },
    },
    { name: 'ApiKeyConnection', description: 'A page of API keys.' },
    { name: 'ApiKeyEdge', description: 'An API key and its cursor.' },
  ),
}));
