import { builder } from '../builder.ts';
import { listById } from '../list-by-id.ts';
import { offsetArgument } from '../page.ts';
import { SessionRef } from './type.ts';

builder.queryFields((t) => ({
  sessions: t.connection(
    {
      type: SessionRef,
      nullable: true,
      description: 'Your active sessions, oldest first.',
      extensions: { access: 'login' },
      args: { offset: offsetArgument(t) },
      resolve: (_root, args, { database, caller, clock }) => {
        const { session } = database.prisma;
        const active = {
          accountId: caller.accountId ?? '',
          revokedAt: null,
          expiresAt: { gt: clock() },
        };
        return listById(
          args,
          async ({ where, ...range }) => {
            const rows = await session.findMany({ where: { ...active, ...where }, ...range });
            return rows.map((row) => ({ ...row, isCurrent: row.id === caller.sessionId }));
          },
          () => session.count({ where: active }),
        );
      },
    },
    { name: 'SessionConnection', description: 'A page of sessions.' },
    { name: 'SessionEdge', description: 'A session and its cursor.' },
  ),
}));
