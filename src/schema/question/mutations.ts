import { isUniqueViolation } from '../../db/database-error.ts';
import { keyLost } from '../../db/idempotency-store.ts';
import {
  deleteStatement,
  insertStatement,
  toNewQuestions,
  updateStatement,
} from '../../db/question-changes.ts';
import type { StoredQuestion } from '../../db/question-columns.ts';
import { deleteQuestion, lockForChange, updateQuestion } from '../../db/question-store.ts';
import { assertNewSourceKeys, rejectDuplicateSourceKey } from '../../db/source-key.ts';
import { applyChanges, needStoredContent } from '../../domain/question-content.ts';
import {
  type NewQuestion,
  newQuestion,
  newQuestions,
  questionChanges,
} from '../../domain/question-input.ts';
import { isUuid } from '../../domain/uuid.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { describeChange, parseInput } from '../context.ts';
import { NewQuestionInput, QuestionChangesInput, versionCondition } from './inputs.ts';
import { QuestionRef } from './type.ts';

builder.mutationFields((t) => ({
  createQuestion: t.field({
    type: QuestionRef,
    nullable: true,
    description: 'Creates a question.',
    extensions: { access: 'questions:write' },
    args: { input: t.arg({ type: NewQuestionInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const content = await parseInput(context, newQuestion, input);
      const [question] = await insert(context, [content], () => []);
      if (!question) throw new Error('Inserting a question returned none.');
      return question;
    },
  }),

  createQuestions: t.field({
    type: [QuestionRef],
    nullable: true,
    description: 'Creates 1 to 1,000 questions, all or none.',
    extensions: { access: 'questions:write', writes: 'input' },
    args: { input: t.arg({ type: [NewQuestionInput], required: true }) },
    resolve: async (_root, { input }, context) =>
      insert(context, await parseInput(context, newQuestions, input), (index) => [index]),
  }),

  updateQuestion: t.field({
    type: QuestionRef,
    nullable: true,
    description: 'Updates some fields of a question. The version is unchanged if no value differs.',
    extensions: { access: 'questions:write' },
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: QuestionChangesInput, required: true }),
      ifVersion: versionCondition(t),
    },
    resolve: async (_root, { id, input, ifVersion }, context) => {
      const changes = await parseInput(context, questionChanges, input);
      const change = describeChange('updated', context);
      return rejectDuplicateSourceKey(async () => {
        const [updated] =
          isUuid(id) && !needStoredContent(changes)
            ? await context.changeAtOnce<StoredQuestion>((owner) =>
                updateStatement(id, changes, ifVersion, change, owner),
              )
            : [];
        if (updated) return updated;
        // Finds out why nothing was changed, or checks the rules together with the stored content.
        return context.change(async (transaction) => {
          const current = await lockForChange(transaction, id, ifVersion);
          const content = applyChanges(current, changes);
          return updateQuestion(transaction, current, content, change);
        });
      });
    },
  }),

  deleteQuestion: t.field({
    type: 'ID',
    nullable: true,
    description: 'Deletes a question and returns its id. Its history remains.',
    extensions: { access: 'questions:write' },
    args: {
      id: t.arg.id({ required: true }),
      ifVersion: versionCondition(t),
    },
    resolve: async (_root, { id, ifVersion }, context) => {
      const change = describeChange('deleted', context);
      const [deleted] = isUuid(id)
        ? await context.changeAtOnce<{ id: string }>((owner) =>
            deleteStatement(id, ifVersion, change, owner),
          )
        : [];
      if (deleted) return deleted.id;
      return context.change(async (transaction) => {
        const current = await lockForChange(transaction, id, ifVersion);
        await deleteQuestion(transaction, current, change);
        return current.id;
      });
    },
  }),
}));

function insert(
  context: Context,
  contents: readonly NewQuestion[],
  pathOf: (index: number) => (string | number)[],
): Promise<StoredQuestion[]> {
  const change = describeChange('created', context);
  const questions = toNewQuestions(contents, change.at);
  return rejectDuplicateSourceKey(async () => {
    try {
      const created = await context.changeAtOnce((owner) =>
        insertStatement(questions, change, owner),
      );
      if (created.length === 0) throw keyLost();
      return questions;
    } catch (error) {
      if (isUniqueViolation(error)) await assertNewSourceKeys(context.database, contents, pathOf);
      throw error;
    }
  });
}
