import { findAnalysis } from '../../db/analysis-read.ts';
import { notFound } from '../../domain/errors.ts';
import { watchRun } from '../../jobs/watch-run.ts';
import type { Stream } from '../../limits/streams.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { AnalysisRef } from './type.ts';

builder.subscriptionType({ description: 'Event streams.' });

builder.subscriptionFields((t) => ({
  analysisProgress: t.field({
    type: AnalysisRef,
    description: 'Sends the current state of a run and every change of it, until the run ends.',
    extensions: { access: 'analysis:read' },
    args: { id: t.arg.id({ required: true }) },
    subscribe: async (_root, { id }, context) => {
      if (!(await findAnalysis(context.database, id))) return notFound('analysis', id);
      const { caller, client, streams, authorize } = context;
      const stream = streams.enter(caller.accountId ?? client.address, () =>
        authorize('analysis:read'),
      );
      return watch(context, id, stream);
    },
    resolve: (run) => run,
  }),
}));

/** Frees the stream slot even if the client never reads: the `finally` of an unstarted generator would not run. */
function watch({ database, events, shutdown }: Context, id: string, { signal, leave }: Stream) {
  const steps = watchRun(database, events.listen, id, AbortSignal.any([shutdown, signal]));
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        const step = await steps.next();
        signal.throwIfAborted();
        if (step.done) leave();
        return step;
      } catch (error) {
        leave();
        throw error;
      }
    },
    return() {
      leave();
      return steps.return(undefined);
    },
  };
}
