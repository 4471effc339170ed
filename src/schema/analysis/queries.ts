import { analysisFilter } from '../../analyses/run-request.ts';
import { findAnalysis, listAnalyses } from '../../db/analysis-read.ts';
import { notFound } from '../../domain/errors.ts';
import { listFaults, parseBy } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
import { pageFaults, prefixed, readPage, refuseFaults, toListing, withoutNulls } from '../page.ts';
import { AnalysisRef, AnalysisStatusEnum, AnalysisTypeEnum } from './type.ts';

const AnalysisFilterInput = builder.inputType('AnalysisFilter', {
  description: 'Which runs; all conditions must hold. Lists mean any of these.',
  extensions: { rules: analysisFilter },
  fields: (t) => ({
    analysisType: t.field({ type: [AnalysisTypeEnum], description: 'Any of these analyses.' }),
    status: t.field({ type: [AnalysisStatusEnum], description: 'In any of these states.' }),
    questionId: t.id({ description: 'Runs that are about this question among others.' }),
  }),
});

builder.queryFields((t) => ({
  analysis: t.field({
    type: AnalysisRef,
    nullable: true,
    description: 'One run by its id.',
    extensions: { access: 'analysis:read' },
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: async (_root, { id }, { database }) =>
      (await findAnalysis(database, id)) ?? notFound('analysis', id),
  }),

  analyses: t.connection(
    {
      type: AnalysisRef,
      description: 'Runs that match, newest first, a page at a time.',
      extensions: { access: 'analysis:read' },
      args: {
        filter: t.arg({ type: AnalysisFilterInput, description: 'Which runs; all when left out.' }),
        offset: t.arg.int({ description: 'How many to skip, 0 to 1,000,000; not with cursors.' }),
      },
      resolve: async (_root, { filter, ...paging }, { database }) => {
        const wanted = withoutNulls(filter ?? {});
        refuseFaults(prefixed('filter', listFaults(analysisFilter, wanted)), pageFaults(paging));
        const page = readPage(paging);
        const { analyses, hasMore, cursorOf, countTotal } = await listAnalyses(
          database,
          parseBy(analysisFilter, wanted),
          page,
        );
        return toListing(page, analyses, hasMore, cursorOf, countTotal);
      },
    },
    { name: 'AnalysisConnection', description: 'A page of runs.' },
    { name: 'AnalysisEdge', description: 'A run and its place in the list.' },
  ),
}));
