import { analysisFilter } from '../../analyses/run-request.ts';
import { findAnalysis, listAnalyses } from '../../db/analysis-read.ts';
import { notFound } from '../../domain/errors.ts';
import { builder } from '../builder.ts';
import { offsetArgument, readListArguments, toListing } from '../page.ts';
import { AnalysisFilterInput } from './inputs.ts';
import { AnalysisRef } from './type.ts';

builder.queryFields((t) => ({
  analysis: t.field({
    type: AnalysisRef,
    nullable: true,
    description: 'The run with this id.',
    extensions: { access: 'analysis:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { database }) =>
      (await findAnalysis(database, id)) ?? notFound('analysis', id),
  }),

  analyses: t.connection(
    {
      type: AnalysisRef,
      description: 'Runs that match the filter, newest first.',
      extensions: { access: 'analysis:read' },
      args: {
        filter: t.arg({ type: AnalysisFilterInput, description: 'Default: all runs.' }),
        offset: offsetArgument(t),
      },
      resolve: async (_root, { filter, ...paging }, { database }) => {
        const wanted = readListArguments(analysisFilter, filter, paging);
        const { analyses, hasMore, cursorOf, countTotal } = await listAnalyses(
          database,
          wanted.filter,
          wanted.page,
        );
        return toListing(wanted.page, analyses, hasMore, cursorOf, countTotal);
      },
    },
    { name: 'AnalysisConnection', description: 'A page of runs.' },
    { name: 'AnalysisEdge', description: 'A run and its cursor.' },
  ),
}));
