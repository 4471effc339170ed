import { findQuestion } from '../../db/question-read.ts';
import { assertSearchable } from '../../db/question-search.ts';
import { validationError } from '../../domain/errors.ts';
import { eventPosition, latestPosition } from '../../domain/event-feed.ts';
import { questionFilter } from '../../domain/question-criteria.ts';
import { examine } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
import { withoutNulls } from '../page.ts';
import { QuestionFilterInput } from '../question/inputs.ts';
import { QuestionRef } from '../question/type.ts';
import { streamTo } from '../stream.ts';
import { followQuestions, type QuestionChange } from './follow-questions.ts';
import { EventRef } from './type.ts';

const QuestionChangedRef = builder.objectRef<QuestionChange>('QuestionChanged').implement({
  description: 'A change of a question that matches the filter, or did before.',
  fields: (t) => ({
    event: t.field({
      type: EventRef,
      extensions: { isPart: true },
      resolve: ({ event }) => event,
    }),
    questionId: t.id({ resolve: ({ event }) => event.questionId ?? '' }),
    isMatch: t.exposeBoolean('isMatch', {
      description:
        'Whether the question matches the filter after the change; false when it has left it or was deleted.',
    }),
    question: t.field({
      type: QuestionRef,
      nullable: true,
      description: 'The question as it is now; null if it was deleted.',
      resolve: async ({ event }, _args, context) =>
        (event.questionId && (await findQuestion(context, event.questionId))) || null,
    }),
  }),
});

builder.subscriptionFields((t) => ({
  questionChanged: t.field({
    type: QuestionChangedRef,
    description:
      'Sends every change of the questions that match the filter, before or after the change, in order. Each event has its position as the id of the server-sent event: `Last-Event-ID` or `after` resume after it.',
    extensions: { access: 'questions:read' },
    args: {
      filter: t.arg({ type: QuestionFilterInput, description: 'Default: all questions.' }),
      after: t.arg.string({
        description: 'Begin with the events after this position. Default: with future ones.',
      }),
    },
    subscribe: async (_root, { filter, after }, context) => {
      const wanted = readArguments(filter, context.lastEventId ?? after);
      const path = ['filter', 'search'];
      await assertSearchable(context.database, wanted.filter.search, { code: 'BAD_REQUEST', path });
      return streamTo(context, 'questions:read', (signal) =>
        followQuestions(context, wanted.filter, wanted.after, signal),
      );
    },
    resolve: (change) => change,
  }),
}));

function readArguments(filter: object | null | undefined, after: string | null | undefined) {
  const filtered = examine(questionFilter, withoutNulls(filter ?? {}));
  const from = examine(eventPosition, withoutNulls({ after }));
  if ('value' in filtered && 'value' in from) {
    const position = from.value.after === latestPosition ? undefined : from.value.after;
    return { filter: filtered.value, after: position };
  }
  throw validationError('BAD_REQUEST', [
    ...('faults' in filtered ? filtered.faults : []).map((fault) => ({
      ...fault,
      path: ['filter', ...fault.path],
    })),
    ...('faults' in from ? from.faults : []),
  ]);
}
