import {
  defaultWaitSeconds,
  maxWaitSeconds,
  planInSteps,
  runRequest,
} from '../../analyses/run-request.ts';
import { findAnalysis } from '../../db/analysis-read.ts';
import { cancelRun, deleteRun, readStatus } from '../../db/analysis-store.ts';
import { countChosen, saveRun } from '../../db/new-run.ts';
import { requireAccess } from '../../domain/caller.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { runWithPauses } from '../../domain/rules.ts';
import { runAnalysisJob } from '../../jobs/run-analysis-job.ts';
import { waitForRun } from '../../jobs/watch-run.ts';
import { builder } from '../builder.ts';
import { parseInput } from '../context.ts';
import { withoutNulls } from '../page.ts';
import { readWait } from '../read-wait.ts';
import { RunAnalysisInput } from './inputs.ts';
import { AnalysisRef } from './type.ts';

builder.mutationFields((t) => ({
  runAnalysis: t.field({
    type: AnalysisRef,
    nullable: true,
    description:
      'Runs an analysis. Returns when it ends or after `wait` seconds; the run then continues in the background.',
    extensions: { access: 'analysis:run' },
    args: {
      input: t.arg({ type: RunAnalysisInput, required: true }),
      wait: t.arg.int({
        defaultValue: defaultWaitSeconds,
        description: `Seconds to wait for the end of the run, 0 to ${maxWaitSeconds}.`,
      }),
    },
    resolve: async (_root, { input, wait }, context) => {
      const seconds = readWait(wait);
      const selection = input.selection && withoutNulls(input.selection);
      const request = await parseInput(context, runRequest, { ...input, selection });
      const plan = await runWithPauses(planInSteps(request), context.pause);
      const { database, caller, clock, jobs, events, shutdown } = context;
      if (plan.readsResponses) requireAccess(caller, 'responses:read');
      const questionCount = await countChosen(database, plan);
      await context.chargeRun();
      const frame = { questionCount, by: caller.id, at: clock() };
      const id = await context.change((transaction) => saveRun(transaction, plan, frame));
      await jobs.add(runAnalysisJob, id, { id }, context.cancellation);
      context.deadline.extend(seconds * 1000);
      const until = [shutdown, context.cancellation.signal];
      const found = await waitForRun(database, events.listen, id, seconds * 1000, until);
      return found ?? notFound('analysis', id);
    },
  }),

  cancelAnalysis: t.field({
    type: AnalysisRef,
    nullable: true,
    description: 'Cancels a run that is queued or running.',
    extensions: { access: 'analysis:run' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { database, events, change, caller }) => {
      const before = (await findAnalysis(database, id)) ?? notFound('analysis', id);
      await change(async (transaction) => {
        if (await cancelRun(transaction, before.id, caller.id)) return;
        const status = (await readStatus(transaction, before.id)) ?? notFound('analysis', id);
        throw new ServiceError('CONFLICT', `The run ${id} has already ended: it is ${status}.`);
      });
      await events.publish({ type: 'analysis.cancelled', id: before.id });
      return (await findAnalysis(database, id)) ?? notFound('analysis', id);
    },
  }),

  deleteAnalysis: t.field({
    type: 'ID',
    nullable: true,
    description: 'Deletes a run that has ended, with its result, and returns its id.',
    extensions: { access: 'analysis:run' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { database, change }) => {
      const run = (await findAnalysis(database, id)) ?? notFound('analysis', id);
      await change(async (transaction) => {
        if (await deleteRun(transaction, run.id)) return;
        const status = (await readStatus(transaction, run.id)) ?? notFound('analysis', id);
        throw new ServiceError(
          'CONFLICT',
          `The run ${id} is ${status}. Cancel it before deleting it.`,
        );
      });
      return run.id;
    },
  }),
}));
