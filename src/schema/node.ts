import { isUuid } from '../domain/uuid.ts';
import { builder } from './builder.ts';
import { questionNotFound } from './question/queries.ts';

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'Anything by its id.',
    extensions: { access: 'questions:read' },
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: async (_root, { id }, { database }) => {
      const question = isUuid(id)
        ? await database.prisma.question.findUnique({ where: { id } })
        : null;
      return question ? { ...question, __typename: 'Question' } : questionNotFound(id);
    },
  }),
}));
