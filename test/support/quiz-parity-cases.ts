import { maxLiveSessions } from '../../src/domain/quiz-input.ts';
import { admin, bearer, logIn, makeAccount } from './accounts.ts';
import type { TestApp } from './app.ts';
import { notFound, type ParityCase } from './parity-case.ts';
import { makeQuestion } from './questions.ts';

const topic = 'Parity of quizzes';

/** Of one question, so that both sides draw the same. */
const session = { criteria: { topic_focus: topic }, seed: 'parity' };

const question = {
  question_text: 'Which number is even?',
  correct_answer: 'Two',
  incorrect_answers: ['One', 'Three'],
  topic_focus: topic,
};

async function prepareQuestion({ rest }: TestApp): Promise<string> {
  const { body } = await rest('GET', `/questions?topic_focus=${encodeURIComponent(topic)}`);
  if (body.data.length > 0) return body.data[0].id;
  return (await rest('POST', '/questions', makeQuestion(question))).body.id;
}

const begun = async (service: TestApp) => {
  await prepareQuestion(service);
  return (await service.rest('POST', '/quiz-sessions', session)).body.id;
};

const drawn = async (service: TestApp) => {
  const id = await begun(service);
  await service.rest('POST', `/quiz-sessions/${id}/next`);
  return id;
};

const answered = async (service: TestApp) => {
  const id = await drawn(service);
  const question_id = await prepareQuestion(service);
  await service.rest('POST', `/quiz-sessions/${id}/answers`, { question_id, answer: '2' });
  return id;
};

const ended = async (service: TestApp) => {
  const id = await drawn(service);
  const expiresAt = new Date(0);
  await service.app.database.prisma.quizSession.update({ where: { id }, data: { expiresAt } });
  return id;
};

/** A player who has as many sessions as one may have. */
const asBusyPlayer = async (service: TestApp) => {
  const { access_token: asAdmin } = await logIn(service, admin);
  const player = await makeAccount(service, asAdmin, 'player');
  const headers = bearer((await logIn(service, player)).access_token);
  const { body } = await service.rest('GET', '/auth/me', undefined, headers);
  await service.app.database.pool.query(
    `INSERT INTO quiz_sessions
       (id, seed, criteria, quotas, length, available, created_at, expires_at, begun_by)
     SELECT gen_random_uuid(), 's', '{}', '[]', 1, 1, now(), now() + interval '1 hour', $1
     FROM generate_series(1, $2)`,
    [body.account.id, maxLiveSessions],
  );
  return headers;
};

const times = ['created_at', 'expires_at', 'time_ms'];
const gone = { does: 'refuses an expired session', given: ended, code: 'GONE' } as const;

const answer = (text: string, time = 900): Pick<ParityCase, 'body' | 'variables'> => ({
  body: async (service: TestApp) => ({
    question_id: await prepareQuestion(service),
    answer: text,
    time_ms: time,
  }),
  variables: async (service: TestApp) => ({
    input: { questionId: await prepareQuestion(service), answer: text, timeMs: time },
  }),
});

export const quizParityCases: Record<string, ParityCase[]> = {
  createQuizSession: [
    {
      does: 'begins one',
      body: { ...session, length: 3, quotas: [{ difficulty: 1, max: 2 }] },
      variables: {
        input: {
          criteria: { topicFocus: [topic] },
          seed: 'parity',
          length: 3,
          quotas: [{ difficulty: ['INTERMEDIATE'], max: 2 }],
        },
      },
      varies: [...times, 'remaining'],
    },
    {
      does: 'refuses contradicting quotas',
      body: { length: 1, quotas: [{ category: 'Science', min: 2 }] },
      variables: { input: { length: 1, quotas: [{ category: ['SCIENCE'], min: 2 }] } },
      code: 'BAD_USER_INPUT',
    },
    {
      does: 'refuses more than one may have',
      headers: asBusyPlayer,
      body: session,
      variables: { input: { seed: 'parity' } },
      code: 'CONFLICT',
    },
  ],
  getQuizSession: [
    {
      does: 'shows one with what waits for an answer',
      given: drawn,
      variables: {},
      varies: [...times, 'choices'],
    },
    { ...gone, variables: {} },
    notFound(),
  ],
  drawQuestions: [
    {
      does: 'draws',
      given: begun,
      body: { count: 2 },
      variables: { count: 2 },
      varies: ['choices'],
    },
    {
      does: 'refuses too many',
      given: begun,
      body: { count: 51 },
      variables: { count: 51 },
      code: 'BAD_USER_INPUT',
    },
    { ...gone, body: {}, variables: {} },
    notFound({ body: {} }),
  ],
  submitAnswer: [
    { does: 'accepts an answer', given: drawn, ...answer('the two!') },
    { does: 'counts a wrong one', given: drawn, ...answer('Three') },
    { does: 'refuses a second one', given: answered, ...answer('Two'), code: 'CONFLICT' },
    {
      does: 'refuses one to a question that was not drawn, in negative time',
      given: begun,
      ...answer('Two', -1),
      code: 'BAD_USER_INPUT',
    },
    { does: 'refuses one before the draw', given: begun, ...answer('Two'), code: 'BAD_USER_INPUT' },
    { ...gone, ...answer('Two') },
    notFound(answer('Two')),
  ],
};
