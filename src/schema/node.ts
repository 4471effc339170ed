import { findAnalysis } from '../db/analysis-read.ts';
import { findQuestion } from '../db/question-read.ts';
import { requireAccess } from '../domain/caller.ts';
import { notFound } from '../domain/errors.ts';
import { isUuid } from '../domain/uuid.ts';
import { builder } from './builder.ts';

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'The question or analysis with this id.',
    extensions: { access: 'public' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, context) => {
      const { database, caller, reads } = context;
      // The required scope depends on the type; without it, the caller does not learn that the id exists.
      const canReadAnalyses = caller.scopes.has('analysis:read');
      if (!canReadAnalyses) requireAccess(caller, 'questions:read');
      const question =
        isUuid(id) && caller.scopes.has('questions:read')
          ? await findQuestion(context, id)
          : undefined;
      if (question) {
        reads.question(question.id, question.version);
        return { ...question, __typename: 'Question' };
      }
      reads.other();
      const analysis = canReadAnalyses ? await findAnalysis(database, id) : undefined;
      if (analysis) return { ...analysis, __typename: 'Analysis' };
      return notFound('question or analysis', id);
    },
  }),
}));
