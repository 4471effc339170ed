import { deleteQuestions, updateQuestions } from '../../db/bulk-changes.ts';
import { rejectDuplicateSourceKey } from '../../db/source-key.ts';
import { bulkChanges, bulkDeletion } from '../../domain/bulk-input.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { QuestionContent } from '../../domain/question-content.ts';
import { builder } from '../builder.ts';
import { type Context, describeChange, parseInput } from '../context.ts';
import { QuestionChangesInput } from './inputs.ts';
import { QuestionRef } from './type.ts';

builder.mutationFields((t) => ({
  updateQuestions: t.field({
    type: [QuestionRef],
    nullable: true,
    description:
      'Makes the same changes to 1 to 1,000 questions, all or none, and returns them in the order of the ids. The version of a question is unchanged if no value differs.',
    extensions: { access: 'questions:write', writes: 'ids' },
    args: {
      ids: t.arg.idList({ required: true }),
      input: t.arg({ type: QuestionChangesInput, required: true }),
    },
    resolve: async (_root, args, context) => {
      const { ids, changes } = await parseChanges(context, args);
      const change = describeChange('updated', context);
      return rejectDuplicateSourceKey(() =>
        context.change((transaction) => updateQuestions(transaction, ids, changes, change)),
      );
    },
  }),

  deleteQuestions: t.field({
    type: ['ID'],
    nullable: true,
    description:
      'Deletes 1 to 1,000 questions, all or none, and returns their ids. Their history remains.',
    extensions: { access: 'questions:write', writes: 'ids' },
    args: { ids: t.arg.idList({ required: true }) },
    resolve: async (_root, args, context) => {
      const { ids } = await parseInput(context, bulkDeletion, { ...args });
      const change = describeChange('deleted', context);
      return context.change((transaction) => deleteQuestions(transaction, ids, change));
    },
  }),
}));

/** REST calls the input `changes`, and has validated it. */
async function parseChanges(
  context: Context,
  { ids, input }: { ids: readonly (string | number)[]; input: unknown },
): Promise<{ ids: string[]; changes: Partial<QuestionContent> }> {
  try {
    const parsed = await parseInput(context, bulkChanges, { ids, changes: input });
    return parsed as { ids: string[]; changes: Partial<QuestionContent> };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const faults = error.faults.map(({ path: [first, ...rest], ...fault }) => ({
      ...fault,
      path: first === 'changes' ? ['input', ...rest] : first === undefined ? [] : [first, ...rest],
    }));
    throw new ServiceError(error.code, error.message, { faults });
  }
}
