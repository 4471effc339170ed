import { findAnalysis } from '../../db/analysis-read.ts';
import { notFound } from '../../domain/errors.ts';
import { watchRun } from '../../jobs/watch-run.ts';
import { builder } from '../builder.ts';
import { streamTo } from '../stream.ts';
import { AnalysisRef } from './type.ts';

builder.subscriptionType({ description: 'Event streams.' });

builder.subscriptionFields((t) => ({
  analysisProgress: t.field({
    type: AnalysisRef,
    description:
      'Sends the current state of a run and every change of it, until the run ends. Begin again after an interruption: nothing is missed.',
    extensions: { access: 'analysis:read' },
    args: { id: t.arg.id({ required: true }) },
    subscribe: async (_root, { id }, context) => {
      const { database, events } = context;
      if (!(await findAnalysis(database, id))) return notFound('analysis', id);
      return streamTo(context, 'analysis:read', (signal) =>
        watchRun(database, events.listen, id, signal),
      );
    },
    resolve: (run) => run,
  }),
}));
