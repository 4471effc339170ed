import { notFound } from '../../domain/errors.ts';
import { questionDraft } from '../../domain/question-input.ts';
import { builder } from '../builder.ts';
import { parseInput } from '../context.ts';
import { QuestionAdviceInput } from '../question/inputs.ts';
import { listAdvice } from './list-advice.ts';
import { QuestionAdviceRef } from './type.ts';

/** About as long as advice on a bad question gets. */
const typicalLength = 20;
/** The search for duplicates and the check of the texts take as long as reading three pages. */
const adviceObjects = 60;

builder.queryFields((t) => ({
  questionAdvice: t.field({
    type: [QuestionAdviceRef],
    nullable: true,
    description:
      'Advice on a question before it is saved: broken rules, likely duplicates in the bank, and ' +
      'findings of the quality analysis. Stores nothing.',
    extensions: {
      access: 'questions:read',
      length: typicalLength,
      extra: () => adviceObjects,
    },
    args: {
      id: t.arg.id({ description: 'The stored question that is being changed.' }),
      input: t.arg({
        type: QuestionAdviceInput,
        description: 'The new question, or the changes of the stored one.',
      }),
      draft: t.arg({
        type: 'JSON',
        description:
          'Instead of `id` and `input`: an object with the same fields and values of any type, the ' +
          'category and the difficulty as in REST. What does not fit is reported as advice.',
      }),
    },
    resolve: async (_root, { id, input, draft }, context) => {
      const given =
        draft == null ? { id, ...input } : await parseInput(context, questionDraft, draft);
      const { id: stored, ...fields } = given as { id?: string | null };
      return (
        (await listAdvice(context, stored ?? null, fields)) ?? notFound('question', stored ?? '')
      );
    },
  }),
}));
