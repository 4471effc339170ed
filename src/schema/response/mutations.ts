import { type CheckedResponse, checkResponses } from '../../db/check-responses.ts';
import type { Response } from '../../db/generated/prisma/client.ts';
import { deleteRespondent, recordResponses } from '../../db/response-store.ts';
import { type Fault, validationError } from '../../domain/errors.ts';
import {
  newResponse,
  newResponses,
  type ResponseInput,
  respondentRule,
} from '../../domain/response-input.ts';
import { parseBy } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
import { type Context, parseInput } from '../context.ts';
import { ResponseInputType } from './inputs.ts';
import { ResponseRef } from './type.ts';

builder.mutationFields((t) => ({
  recordResponse: t.field({
    type: ResponseRef,
    nullable: true,
    description: 'Records a response.',
    extensions: { access: 'responses:write' },
    args: { input: t.arg({ type: ResponseInputType, required: true }) },
    resolve: async (_root, { input }, context) => {
      const [stored] = await record(
        context,
        [await parseInput(context, newResponse, input)],
        () => [],
      );
      if (!stored) throw new Error('Recording a response returned none.');
      return stored;
    },
  }),

  recordResponses: t.field({
    type: [ResponseRef],
    nullable: true,
    description: 'Records 1 to 1,000 responses, all or none.',
    extensions: { access: 'responses:write', writes: 'input' },
    args: { input: t.arg({ type: [ResponseInputType], required: true }) },
    resolve: async (_root, { input }, context) =>
      record(context, await parseInput(context, newResponses, input), (index) => [index]),
  }),

  deleteResponses: t.field({
    type: 'Int',
    nullable: true,
    description: 'Deletes all responses of a respondent and returns their number, which may be 0.',
    extensions: { access: 'responses:write' },
    args: { respondent: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => {
      const { respondent } = parseBy(respondentRule, { ...args }, 'BAD_REQUEST');
      return context.change((transaction) => deleteRespondent(transaction, respondent));
    },
  }),
}));

function record(
  context: Context,
  inputs: readonly ResponseInput[],
  pathOf: (index: number) => Fault['path'],
): Promise<Response[]> {
  const author = { by: context.caller.id, at: context.clock() };
  return context.change(async (transaction) => {
    const checked = await checkResponses(transaction, inputs, author);
    return recordResponses(transaction, requireValid(checked, pathOf));
  });
}

function requireValid(
  checked: readonly CheckedResponse[],
  pathOf: (index: number) => Fault['path'],
) {
  const faults = checked.flatMap((each, index) =>
    'faults' in each
      ? each.faults.map((fault) => ({ ...fault, path: [...pathOf(index), ...fault.path] }))
      : [],
  );
  if (faults.length > 0) throw validationError('BAD_USER_INPUT', faults);
  return checked.flatMap((each) => ('response' in each ? [each.response] : []));
}
