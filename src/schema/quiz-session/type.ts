import { acceptances } from '../../analyses/checking/check-answer.ts';
import type { StoredQuizSession } from '../../db/quiz-sessions.ts';
import { categories, difficultyNames } from '../../domain/question.ts';
import { maxDrawCount } from '../../domain/quiz-input.ts';
import type { PlayerQuestion } from '../../quizzes/player-view.ts';
import { type AnswerResult, readUnanswered, remainingOf } from '../../quizzes/quiz-sessions.ts';
import { builder } from '../builder.ts';
import { CategoryEnum, DifficultyEnum } from '../question/type.ts';

export const QuizQuestionRef = builder.objectRef<PlayerQuestion>('QuizQuestion').implement({
  description: 'A question as players see it: without its answer.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Names the question in an answer.' }),
    questionText: t.exposeString('questionText'),
    choices: t.stringList({
      description:
        'All choices, in an order that only the service knows; empty for a question that is answered by text.',
      resolve: ({ choices }) => [...choices],
    }),
    category: t.expose('category', { type: CategoryEnum }),
    categoryName: t.exposeString('category', {
      description: 'The category as in REST, such as "General Knowledge".',
      extensions: { jsonSchema: { enum: [...categories] } },
    }),
    difficulty: t.expose('difficulty', { type: DifficultyEnum }),
    difficultyLevel: t.exposeInt('difficulty', {
      description: `The difficulty as in REST: ${difficultyNames.map((name, level) => `${level} ${name}`).join(', ')}.`,
      extensions: { jsonSchema: { minimum: 0, maximum: difficultyNames.length - 1 } },
    }),
    topicFocus: t.exposeString('topicFocus', {
      nullable: true,
      description: 'A topic within the category.',
    }),
  }),
});

export const QuizSessionRef = builder.objectRef<StoredQuizSession>('QuizSession').implement({
  description:
    'A quiz of one player, or of players who share it. It belongs to the account that began it; without an account, its id is the credential.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'A UUIDv4.' }),
    seed: t.exposeString('seed', { description: 'Decides which questions are drawn.' }),
    length: t.exposeInt('length', { description: 'The questions that it is to draw.' }),
    remaining: t.int({
      description:
        'Questions that can still be drawn; fewer than its length if fewer match, and 0 when they are used up.',
      resolve: remainingOf,
    }),
    score: t.exposeInt('score', { description: 'Correct answers so far.' }),
    answered: t.exposeInt('answered', { description: 'Answers so far.' }),
    timeMs: t.exposeFloat('timeMs', {
      description: 'The sum of the times of all answers, in milliseconds.',
      extensions: { jsonSchema: { minimum: 0 } },
    }),
    unanswered: t.field({
      type: [QuizQuestionRef],
      description: 'What was drawn and not answered, oldest first; at most 50.',
      extensions: { length: maxDrawCount },
      resolve: (session, _args, context) => readUnanswered(context, session),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the session ends; it is deleted soon after.',
    }),
  }),
});

export const QuizDrawRef = builder
  .objectRef<{ questions: PlayerQuestion[]; remaining: number }>('QuizDraw')
  .implement({
    description: 'Questions that were drawn.',
    fields: (t) => ({
      questions: t.expose('questions', {
        type: [QuizQuestionRef],
        description: 'Fewer than asked for when the questions are used up.',
        // Counted by the number that is asked for.
        extensions: { length: 1 },
      }),
      remaining: t.exposeInt('remaining', {
        description: 'Questions that can still be drawn; 0 when they are used up.',
      }),
    }),
  });

const AcceptanceEnum = builder.enumType('QuizAcceptance', {
  description: 'Why an answer counts as correct.',
  values: {
    EXACT: { value: 'exact', description: 'It is the correct answer.' },
    FORM: {
      value: 'form',
      description:
        'It differs in case, diacritics, articles, punctuation, spaces or a British or American spelling.',
    },
    NUMBER: {
      value: 'number',
      description: 'The same number, in digits or words, in the same or a convertible unit.',
    },
    ALIAS: { value: 'alias', description: 'It is one of the accepted answers.' },
    TYPO: {
      value: 'typo',
      description:
        'A slip of the keys: a spelling that sounds the same in a word of at least 5 letters, two swapped neighbors from 6, a letter missing, added or hit beside its key from 7, two of these from 9; never in numbers or a first letter, and never as close to another choice.',
    },
  } satisfies Record<string, { value: (typeof acceptances)[number]; description: string }>,
});

export const QuizAnswerRef = builder.objectRef<AnswerResult>('QuizAnswer').implement({
  description: 'What came of an answer.',
  fields: (t) => ({
    correct: t.boolean({ resolve: ({ acceptedAs }) => acceptedAs !== null }),
    correctAnswer: t.exposeString('correctAnswer', {
      description: 'Of the version of the question that was drawn.',
    }),
    acceptedAs: t.expose('acceptedAs', {
      type: AcceptanceEnum,
      nullable: true,
      description: 'Why it counts as correct; null if it does not.',
    }),
    acceptedAsName: t.exposeString('acceptedAs', {
      nullable: true,
      description: 'The same as in REST.',
      extensions: { jsonSchema: { enum: [...acceptances] } },
    }),
    score: t.exposeInt('score', { description: 'Correct answers of the session so far.' }),
    answered: t.exposeInt('answered', { description: 'Answers of the session so far.' }),
  }),
});
