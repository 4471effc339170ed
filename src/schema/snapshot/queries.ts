import { notFound } from '../../domain/errors.ts';
import { isUuid } from '../../domain/uuid.ts';
import { builder } from '../builder.ts';
import { listById } from '../list-by-id.ts';
import { offsetArgument } from '../page.ts';
import { SnapshotRef } from './type.ts';

builder.queryFields((t) => ({
  snapshot: t.field({
    type: SnapshotRef,
    nullable: true,
    description: 'The snapshot with this id.',
    extensions: { access: 'quizzes:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { database, reads }) => {
      reads.other();
      const { snapshot } = database.prisma;
      const found = isUuid(id) ? await snapshot.findUnique({ where: { id } }) : null;
      return found ?? notFound('snapshot', id);
    },
  }),

  snapshots: t.connection(
    {
      type: SnapshotRef,
      nullable: true,
      description: 'Snapshots, newest first.',
      extensions: { access: 'quizzes:read' },
      args: { offset: offsetArgument(t) },
      resolve: (_root, args, { database, reads }) => {
        reads.other();
        const { snapshot } = database.prisma;
        return listById(
          args,
          (range) => snapshot.findMany(range),
          () => snapshot.count(),
          { isNewestFirst: true },
        );
      },
    },
    { name: 'SnapshotConnection', description: 'A page of snapshots.' },
    { name: 'SnapshotEdge', description: 'A snapshot and its cursor.' },
  ),
}));
