import {
  defaultWait,
  longestWait,
  planRun,
  requireProvider,
  runRequest,
} from '../../analyses/run-request.ts';
import { findAnalysis } from '../../db/analysis-read.ts';
import { cancelRun, deleteRun, readStatus } from '../../db/analysis-store.ts';
import { countChosen, saveRun } from '../../db/new-run.ts';
import { brokenRules, notFound, ServiceError } from '../../domain/errors.ts';
import { parseBy } from '../../domain/rules.ts';
import { waitForRun } from '../../jobs/run-news.ts';
import { builder } from '../builder.ts';
import { withoutNulls } from '../page.ts';
import { QuestionFilterInput } from '../question/inputs.ts';
import { AnalysisRef, AnalysisTypeEnum } from './type.ts';

const RunAnalysisInput = builder.inputType('RunAnalysisInput', {
  description: 'Which analysis, on which questions: by ids, by criteria, or all.',
  extensions: { rules: runRequest },
  fields: (t) => ({
    analysisType: t.field({
      type: AnalysisTypeEnum,
      required: true,
      description: 'Which analysis.',
    }),
    questionIds: t.idList({ description: 'The questions, 1 to 100,000; each counts once.' }),
    selection: t.field({
      type: QuestionFilterInput,
      description: 'Criteria that choose the questions; not with ids.',
    }),
    parameters: t.field({
      type: 'JSON',
      description: 'Settings of the analysis, as analysisTypes describes them; each has a default.',
    }),
  }),
});

builder.mutationFields((t) => ({
  runAnalysis: t.field({
    type: AnalysisRef,
    nullable: true,
    description:
      'Runs an analysis and waits a while for its result; what takes longer goes on by itself.',
    extensions: { access: 'analysis:run' },
    args: {
      input: t.arg({ type: RunAnalysisInput, required: true, description: 'What to run.' }),
      wait: t.arg.int({
        defaultValue: defaultWait,
        description: `How many seconds to wait for the end, 0 to ${longestWait}.`,
      }),
    },
    resolve: async (_root, { input, wait }, context) => {
      const patience = readWait(wait);
      const selection = input.selection && withoutNulls(input.selection);
      const plan = planRun(parseBy(runRequest, { ...input, selection }));
      const { database, caller, clock, engine, events, streams, hasEmbeddings } = context;
      requireProvider(plan, hasEmbeddings);
      const questionCount = await countChosen(database, plan);
      await context.chargeRun();
      const frame = { questionCount, by: caller.id, at: clock() };
      const run = await context.change((transaction) => saveRun(transaction, plan, frame));
      await engine.enqueue(run);
      const found = await waitForRun(
        database,
        events.listen,
        run.id,
        patience * 1000,
        streams.stopping,
      );
      return found ?? notFound('analysis', run.id);
    },
  }),

  cancelAnalysis: t.field({
    type: AnalysisRef,
    nullable: true,
    description: 'Stops a run that is not over yet.',
    extensions: { access: 'analysis:run' },
    args: { id: t.arg.id({ required: true, description: 'The run to stop.' }) },
    resolve: async (_root, { id }, { database, events, change }) => {
      const before = (await findAnalysis(database, id)) ?? notFound('analysis', id);
      await change(async (transaction) => {
        if (await cancelRun(transaction, before.id)) return;
        const status = (await readStatus(transaction, before.id)) ?? notFound('analysis', id);
        throw new ServiceError('CONFLICT', `The run ${id} is over: it is ${status}.`);
      });
      await events.publish({ type: 'analysis.cancelled', id: before.id });
      return (await findAnalysis(database, id)) ?? notFound('analysis', id);
    },
  }),

  deleteAnalysis: t.field({
    type: 'ID',
    nullable: true,
    description: 'Deletes a run that is over, with its result, and returns its id.',
    extensions: { access: 'analysis:run' },
    args: { id: t.arg.id({ required: true, description: 'The run to delete.' }) },
    resolve: async (_root, { id }, { database, change }) => {
      const run = (await findAnalysis(database, id)) ?? notFound('analysis', id);
      await change(async (transaction) => {
        if (await deleteRun(transaction, run.id)) return;
        const status = (await readStatus(transaction, run.id)) ?? notFound('analysis', id);
        throw new ServiceError('CONFLICT', `The run ${id} is ${status}. Cancel it first.`);
      });
      return run.id;
    },
  }),
}));

function readWait(wait: number | null | undefined): number {
  const seconds = wait ?? defaultWait;
  if (seconds >= 0 && seconds <= longestWait) return seconds;
  const detail = `Must be at least 0 and at most ${longestWait}.`;
  throw brokenRules('BAD_USER_INPUT', [{ path: ['wait'], code: 'out_of_range', detail }]);
}
