import { readSession } from '../../quizzes/quiz-sessions.ts';
import { builder } from '../builder.ts';
import { QuizSessionRef } from './type.ts';

builder.queryFields((t) => ({
  quizSession: t.field({
    type: QuizSessionRef,
    nullable: true,
    description: 'Your quiz session with this id.',
    extensions: { access: 'quizzes:play' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => readSession(context, id),
  }),
}));
