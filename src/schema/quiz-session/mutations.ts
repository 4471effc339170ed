import { defaultPageSize } from '../../domain/page.ts';
import { drawRequest, maxDrawCount, newQuizSession, quizAnswer } from '../../domain/quiz-input.ts';
import { parseBy } from '../../domain/rules.ts';
import { answerInSession, beginSession, drawFromSession } from '../../quizzes/quiz-sessions.ts';
import { builder } from '../builder.ts';
import { parseInput } from '../context.ts';
import { NewQuizSessionInput, QuizAnswerInput } from './inputs.ts';
import { QuizAnswerRef, QuizDrawRef, QuizSessionRef } from './type.ts';

const access = { access: 'quizzes:play' } as const;

/** Each costs a point of its own: the answers of a document reveal as many keys as it has aliases. */
const wholePoint = () => defaultPageSize - 1;

builder.mutationFields((t) => ({
  createQuizSession: t.field({
    type: QuizSessionRef,
    nullable: true,
    description: 'Begins a quiz session, from which questions are drawn without repeats.',
    extensions: { ...access, extra: wholePoint },
    args: { input: t.arg({ type: NewQuizSessionInput }) },
    resolve: async (_root, { input }, context) =>
      beginSession(context, await parseInput(context, newQuizSession, dropNulls(input ?? {}))),
  }),

  drawQuestions: t.field({
    type: QuizDrawRef,
    nullable: true,
    description:
      'Draws the next questions of a session; none and `remaining` 0 when they are used up. Each draw is of the current version of the question.',
    extensions: {
      ...access,
      extra: (argument: (name: string) => unknown) => {
        const count = argument('count') ?? 1;
        const isValid = typeof count === 'number' && count >= 1 && count <= maxDrawCount;
        // The draw and one question are counted already.
        return Math.max(0, (isValid ? count : maxDrawCount) - 2);
      },
    },
    args: {
      sessionId: t.arg.id({ required: true }),
      count: t.arg.int({ description: '1 to 50; default 1.' }),
    },
    resolve: (_root, { sessionId, count }, context) =>
      drawFromSession(context, sessionId, parseBy(drawRequest, dropNulls({ count })).count),
  }),

  submitAnswer: t.field({
    type: QuizAnswerRef,
    nullable: true,
    description:
      'Answers a question that the session has drawn, by a choice or in own words. Each is answered once; the response is stored.',
    extensions: { ...access, extra: wholePoint },
    args: {
      sessionId: t.arg.id({ required: true }),
      input: t.arg({ type: QuizAnswerInput, required: true }),
    },
    resolve: async (_root, { sessionId, input }, context) =>
      answerInSession(context, sessionId, await parseInput(context, quizAnswer, dropNulls(input))),
  }),
}));

/** Null is the same as omitting a field, at any depth. */
function dropNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === null || item === undefined ? [] : [[key, dropNulls(item)]],
    ),
  );
}
