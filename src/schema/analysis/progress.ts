import { findAnalysis } from '../../db/analysis-read.ts';
import { notFound } from '../../domain/errors.ts';
import { followRun } from '../../jobs/run-news.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { AnalysisRef } from './type.ts';

builder.subscriptionType({ description: 'Everything that can be watched as it happens.' });

builder.subscriptionFields((t) => ({
  analysisProgress: t.field({
    type: AnalysisRef,
    description: 'A run as it is now and at each step, until it is over.',
    extensions: { access: 'analysis:read' },
    args: { id: t.arg.id({ required: true, description: 'The run to watch.' }) },
    subscribe: async (_root, { id }, context) => {
      if (!(await findAnalysis(context.database, id))) return notFound('analysis', id);
      const leave = context.streams.enter(context.caller.accountId ?? context.client.address);
      return watch(context, id, leave);
    },
    resolve: (run) => run,
  }),
}));

/** Leaves its place also when nobody ever reads from it: a generator's own end would not run then. */
function watch({ database, events, streams }: Context, id: string, leave: () => void) {
  const steps = followRun(database, events.listen, id, streams.stopping);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const step = await steps.next().catch((error: unknown) => {
        leave();
        throw error;
      });
      if (step.done) leave();
      return step;
    },
    return() {
      leave();
      return steps.return(undefined);
    },
  };
}
