import { drawRequest, newQuizSession, quizAnswer } from '../../domain/quiz-input.ts';
import type { Row } from './row.ts';

const questionFragment = `
  fragment QuizQuestion on QuizQuestion {
    id
    question_text: questionText
    choices
    category: categoryName
    difficulty: difficultyLevel
    topic_focus: topicFocus
  }`;

const sessionFields = `
    id seed length remaining score answered time_ms: timeMs
    created_at: createdAt expires_at: expiresAt`;

/** Sessions of players. What a player may do with them is all that they may do: no other row shows a key less. */
export const quizSessionRows: readonly Row[] = [
  {
    method: 'POST',
    path: '/quiz-sessions',
    name: 'createQuizSession',
    summary: 'Begin a quiz session, from which questions are drawn without repeats',
    body: {
      name: 'NewQuizSession',
      rules: newQuizSession,
      variable: 'input',
      isOptional: true,
      example: { criteria: { category: 'Science' }, length: 10, seed: 'pub quiz 7' },
    },
    document: `
      mutation CreateQuizSession($input: QuizSessionInput) {
        body: createQuizSession(input: $input) { ${sessionFields} }
      }`,
    success: {
      status: 201,
      isSecret: true,
      location: ({ id }) => `/quiz-sessions/${id}`,
    },
    errors: ['CONFLICT'],
  },
  {
    method: 'GET',
    path: '/quiz-sessions/{id}',
    name: 'getQuizSession',
    summary: 'Get a quiz session, with what was drawn and not answered',
    document: `
      query GetQuizSession($id: ID!) {
        body: quizSession(id: $id) { ${sessionFields} unanswered { ...QuizQuestion } }
      } ${questionFragment}`,
    success: { status: 200, isSecret: true },
    errors: ['NOT_FOUND', 'GONE'],
  },
  {
    method: 'POST',
    path: '/quiz-sessions/{id}/next',
    name: 'drawQuestions',
    summary: 'Draw the next questions of a quiz session; empty when they are used up',
    body: { name: 'DrawRequest', rules: drawRequest, isOptional: true, example: { count: 5 } },
    document: `
      mutation DrawQuestions($id: ID!, $count: Int) {
        body: drawQuestions(sessionId: $id, count: $count) {
          data: questions { ...QuizQuestion }
          remaining
        }
      } ${questionFragment}`,
    success: { status: 200, isSecret: true },
    errors: ['NOT_FOUND', 'GONE'],
  },
  {
    method: 'POST',
    path: '/quiz-sessions/{id}/answers',
    name: 'submitAnswer',
    summary: 'Answer a question that was drawn, by a choice or in own words; once',
    body: {
      name: 'QuizAnswerRequest',
      rules: quizAnswer,
      variable: 'input',
      example: {
        question_id: '01936f3c-8a4e-7c3a-9d0b-5f2e1a7c4b6d',
        answer: 'mercury',
        time_ms: 4200,
      },
    },
    document: `
      mutation SubmitAnswer($id: ID!, $input: QuizAnswerInput!) {
        body: submitAnswer(sessionId: $id, input: $input) {
          correct correct_answer: correctAnswer accepted_as: acceptedAsName score answered
        }
      }`,
    success: { status: 200, isSecret: true, omitsNulls: true },
    errors: ['NOT_FOUND', 'CONFLICT', 'GONE'],
  },
];
