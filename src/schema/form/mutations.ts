import { randomUUID } from 'node:crypto';
import { defaultWaitSeconds, maxWaitSeconds } from '../../analyses/run-request.ts';
import { findForm } from '../../db/forms/form-read.ts';
import { isFinishedForm, saveForm } from '../../db/forms/form-store.ts';
import { notFound } from '../../domain/errors.ts';
import { formRequest } from '../../domain/form-input.ts';
import { formJob } from '../../jobs/forms/form-job.ts';
import { waitForEnd } from '../../jobs/wait-for-end.ts';
import { builder } from '../builder.ts';
import { parseInput } from '../context.ts';
import { withoutNulls } from '../page.ts';
import { readWait } from '../read-wait.ts';
import { checkReferences } from './check-references.ts';
import { AssembleFormsInput } from './inputs.ts';
import { FormRef } from './type.ts';

builder.mutationFields((t) => ({
  assembleForms: t.field({
    type: FormRef,
    nullable: true,
    description:
      'Assembles test forms. Returns when they are ready or after `wait` seconds; the work then continues in the background: read `form`.',
    extensions: { access: 'quizzes:write' },
    args: {
      input: t.arg({ type: AssembleFormsInput, required: true }),
      wait: t.arg.int({
        defaultValue: defaultWaitSeconds,
        description: `Seconds to wait for the forms, 0 to ${maxWaitSeconds}.`,
      }),
    },
    resolve: async (_root, { input, wait }, context) => {
      const seconds = readWait(wait);
      const request = await parseInput(context, formRequest, withoutNullsDeep(input));
      const analysisId = await checkReferences(context.database, request);
      const { database, caller, clock, jobs, events, shutdown } = context;
      await context.chargeRun();
      const { seed = randomUUID() } = request;
      const form = { request, seed, analysisId, by: caller.id, at: clock() };
      const id = await context.change((transaction) => saveForm(transaction, form));
      await jobs.add(formJob, id, { id }, context.cancellation);
      context.deadline.extend(seconds * 1000);
      const found = await waitForEnd({
        read: () => findForm(database, id),
        hasEnded: ({ status }) => isFinishedForm(status),
        listen: events.listen,
        id,
        timeoutMs: seconds * 1000,
        until: [shutdown, context.cancellation.signal],
      });
      return { ...(found ?? notFound('form', id)), hasKey: false };
    },
  }),
}));

/** Null is the same as omitting a field. */
function withoutNullsDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullsDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(withoutNulls(value)).map(([name, item]) => [name, withoutNullsDeep(item)]),
  );
}
