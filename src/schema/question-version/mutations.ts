import { restoreQuestion } from '../../db/restore-question.ts';
import { rejectDuplicateSourceKey } from '../../db/source-key.ts';
import { notFound } from '../../domain/errors.ts';
import { restoreRequest } from '../../domain/question-input.ts';
import { parseBy } from '../../domain/rules.ts';
import { isUuid } from '../../domain/uuid.ts';
import { builder } from '../builder.ts';
import { describeChange } from '../context.ts';
import { versionCondition } from '../question/inputs.ts';
import { QuestionRef } from '../question/type.ts';

builder.mutationFields((t) => ({
  restoreQuestion: t.field({
    type: QuestionRef,
    nullable: true,
    description: 'Restores an earlier version of a question, deleted questions included.',
    extensions: { access: 'questions:write' },
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({
        required: true,
        description: 'An earlier version, from `questionHistory`.',
      }),
      ifVersion: versionCondition(t),
    },
    resolve: (_root, { id, ifVersion, ...request }, context) => {
      const { version } = parseBy(restoreRequest, request);
      if (!isUuid(id)) notFound('question', id);
      const options = { id, version, ifVersion };
      return rejectDuplicateSourceKey(() =>
        context.change((transaction) =>
          restoreQuestion(transaction, options, describeChange('restored', context)),
        ),
      );
    },
  }),
}));
