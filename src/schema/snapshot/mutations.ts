import { assertSearchable } from '../../db/question-search.ts';
import { createSnapshot } from '../../db/snapshot-store.ts';
import { newSnapshot } from '../../domain/snapshot-input.ts';
import { builder } from '../builder.ts';
import { parseInput } from '../context.ts';
import { NewSnapshotInput, SnapshotRef } from './type.ts';

builder.mutationFields((t) => ({
  createSnapshot: t.field({
    type: SnapshotRef,
    nullable: true,
    description:
      'Keeps a selection of questions as they are now. Counted against the limit of imports and exports.',
    extensions: { access: 'quizzes:write' },
    args: { input: t.arg({ type: NewSnapshotInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const wanted = await parseInput(context, newSnapshot, input);
      const place = { code: 'BAD_USER_INPUT', path: ['criteria', 'search'] } as const;
      await assertSearchable(context.database, wanted.criteria?.search, place);
      await context.chargeTransfer();
      const author = { by: context.caller.id, at: context.clock() };
      return context.change((transaction) => createSnapshot(transaction, wanted, author));
    },
  }),
}));
