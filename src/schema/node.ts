import { findAnalysis } from '../db/analysis-read.ts';
import { requireAccess } from '../domain/caller.ts';
import { ServiceError } from '../domain/errors.ts';
import { isUuid } from '../domain/uuid.ts';
import { builder } from './builder.ts';

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'Anything by its id.',
    extensions: { access: 'public' },
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: async (_root, { id }, { database, caller }) => {
      // What kind of thing it is decides what a caller must be allowed; a stranger learns neither.
      const canReadAnalyses = caller.scopes.has('analysis:read');
      if (!canReadAnalyses) requireAccess(caller, 'questions:read');
      const question =
        isUuid(id) && caller.scopes.has('questions:read')
          ? await database.prisma.question.findUnique({ where: { id } })
          : null;
      if (question) return { ...question, __typename: 'Question' };
      const analysis = canReadAnalyses ? await findAnalysis(database, id) : undefined;
      if (analysis) return { ...analysis, __typename: 'Analysis' };
      const told = JSON.stringify(id.slice(0, 100));
      throw new ServiceError('NOT_FOUND', `Nothing has the id ${told}.`);
    },
  }),
}));
