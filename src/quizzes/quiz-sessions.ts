import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type Acceptance, checkAnswer } from '../analyses/checking/check-answer.ts';
import type { SharedSecrets } from '../auth/shared-secrets.ts';
import type { Database } from '../db/database.ts';
import type { KeyOwner } from '../db/idempotency-store.ts';
import { type PinnedQuestion, readPinnedQuestions } from '../db/pinned-questions.ts';
import type { Statement } from '../db/prepared-query.ts';
import { countCandidates } from '../db/quiz-candidates.ts';
import {
  countLiveSessions,
  findAnswerState,
  findSession,
  findSessionToDraw,
  insertSession,
  listUnanswered,
  recordAnswer,
  recordDraws,
  type StoredQuizSession,
} from '../db/quiz-sessions.ts';
import type { Caller } from '../domain/caller.ts';
import { notFound, ServiceError, validationError } from '../domain/errors.ts';
import { foldAnswer } from '../domain/question.ts';
import {
  lifetimeOf,
  maxAnswerMs,
  maxDrawCount,
  maxLiveSessions,
  maxSessionLength,
  minimumOf,
  type NewQuizSession,
  type QuizAnswer,
} from '../domain/quiz-input.ts';
import { isUuid } from '../domain/uuid.ts';
import { chooseDraws } from './draw-questions.ts';
import { type PlayerQuestion, toPlayerQuestion } from './player-view.ts';
import { inTurn } from './session-turns.ts';

/** What the work on a session needs of its request; every resolver's context has it. */
export interface QuizContext {
  readonly database: Database;
  readonly caller: Caller;
  readonly client: { readonly address: string };
  readonly auth: { readonly secrets: SharedSecrets };
  readonly changeAtOnce: <Row extends object>(
    statement: (owner: KeyOwner | undefined) => Statement,
    options?: { readonly responseIsSecret: boolean },
  ) => Promise<Row[]>;
}

export async function beginSession(
  { database, caller, client, changeAtOnce }: QuizContext,
  given: NewQuizSession,
): Promise<StoredQuizSession> {
  const { criteria = {}, quotas = [] } = given;
  const length = given.length ?? (minimumOf(quotas) || maxSessionLength);
  const begunBy = caller.accountId ?? client.address;
  const [available, live] = await Promise.all([
    countCandidates(database, criteria, length),
    countLiveSessions(database, begunBy, maxLiveSessions),
  ]);
  if (live >= maxLiveSessions) throw tooManySessions();
  const session = {
    // Not a UUIDv7: without an account, it is a credential and must not be guessed.
    id: randomUUID(),
    accountId: caller.accountId,
    seed: given.seed ?? randomBytes(9).toString('base64url'),
    criteria,
    quotas,
    length: given.length ?? Math.min(length, Math.max(available, 1)),
    available,
    lifetime: lifetimeOf(given),
    begunBy,
  };
  const [begun] = await changeAtOnce<StoredQuizSession>((owner) => insertSession(session, owner), {
    responseIsSecret: true,
  });
  if (!begun) throw new Error('Inserting a quiz session returned none.');
  return begun;
}

function tooManySessions(): ServiceError {
  const most = maxLiveSessions.toLocaleString('en');
  return new ServiceError(
    'CONFLICT',
    `An account, or an address without one, may have at most ${most} quiz sessions that have not expired. Wait until some expire, and set a shorter expires_in.`,
  );
}

/** How many questions the session can still draw, at most. */
export function remainingOf({ length, available, position, drawn }: StoredQuizSession): number {
  return Math.max(0, Math.min(available - drawn, length - position));
}

export async function readSession(context: QuizContext, id: string): Promise<StoredQuizSession> {
  const found = isUuid(id) ? await findSession(context.database, id) : undefined;
  return requireOwn(context, id, found);
}

/** The questions that were drawn and not answered, oldest first. */
export async function readUnanswered(
  { database, auth }: QuizContext,
  { id }: StoredQuizSession,
): Promise<PlayerQuestion[]> {
  const pins = await listUnanswered(database, id, maxDrawCount);
  const questions = await readPinnedQuestions(database, pins);
  const secret = await auth.secrets('quiz-choices');
  return questions.map((question) => toPlayerQuestion(secret, id, question));
}

/** Other nodes may draw from the session at the same time: one of them wins, the others try again. */
const maxAttempts = 50;

export async function drawFromSession(
  context: QuizContext,
  id: string,
  count: number,
): Promise<{ questions: PlayerQuestion[]; remaining: number }> {
  const { database, auth, changeAtOnce } = context;
  const secret = await auth.secrets('quiz-choices');
  const attempt = async () => {
    const found = isUuid(id) ? await findSessionToDraw(database, id) : undefined;
    const session = requireOwn(context, id, found);
    const { questions, draws, next } = await chooseDraws(database, session, count);
    const shown = questions.map((question) => toPlayerQuestion(secret, id, question));
    if (session.position === session.length) return { questions: [], remaining: 0 };
    const [drawn] = await changeAtOnce<StoredQuizSession>((owner) =>
      recordDraws(session, next, draws, owner),
    );
    return drawn && { questions: shown, remaining: remainingOf(drawn) };
  };
  return inTurn(database, id, async () => {
    for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
      const result = await attempt();
      if (result) return result;
    }
    throw new ServiceError('SERVICE_UNAVAILABLE', 'Too many draws at once. Try again shortly.', {
      headers: { 'Retry-After': '1' },
    });
  });
}

export interface AnswerResult {
  readonly acceptedAs: Acceptance | null;
  readonly correctAnswer: string;
  readonly score: number;
  readonly answered: number;
}

/** Checked by the version that was drawn, whatever has become of the question since. */
export async function answerInSession(
  context: QuizContext,
  id: string,
  { questionId, answer, timeMs }: QuizAnswer,
): Promise<AnswerResult> {
  const { database, caller, changeAtOnce } = context;
  const found = isUuid(id) ? await findAnswerState(database, id, questionId) : undefined;
  const { version, isAnswered } = requireOwn(context, id, found);
  if (version === null) {
    const detail = 'Must be a question that this session has drawn.';
    throw validationError('BAD_USER_INPUT', [{ path: ['questionId'], code: 'not_drawn', detail }]);
  }
  if (isAnswered) throw answeredTwice();
  const [question] = await readPinnedQuestions(database, [{ id: questionId, version }]);
  if (!question) throw new Error('A drawn version of a question is missing.');
  const acceptedAs = checkAnswer(answer, question);
  const judged = {
    sessionId: id,
    questionId,
    isCorrect: acceptedAs !== null,
    timeMs: timeMs ?? null,
    response: { id: uuidv7(), by: caller.id, ...toResponse(answer, question) },
  };
  const [counted] = await changeAtOnce<{ score: number; answered: number }>((owner) =>
    recordAnswer(judged, maxAnswerMs, owner),
  );
  if (!counted) throw answeredTwice();
  return { acceptedAs, correctAnswer: question.correctAnswer, ...counted };
}

/** An option in the spelling of the question, or else the text as it was given. */
function toResponse(given: string, { correctAnswer, incorrectAnswers }: PinnedQuestion) {
  const choices = incorrectAnswers.length > 0 ? [correctAnswer, ...incorrectAnswers] : [];
  const option = choices.find((choice) => foldAnswer(choice) === foldAnswer(given));
  return option === undefined ? { option: null, answer: given } : { option, answer: null };
}

function answeredTwice(): ServiceError {
  return new ServiceError('CONFLICT', 'The question has been answered. Each is answered once.');
}

/** A session of another account does not exist for the caller. */
function requireOwn<T extends StoredQuizSession>(
  { caller }: QuizContext,
  id: string,
  session: T | undefined,
): T {
  const isOwn = session && (session.accountId === null || session.accountId === caller.accountId);
  if (!isOwn) return notFound('quiz session', id);
  if (!session.isExpired) return session;
  throw new ServiceError('GONE', 'The quiz session has expired. Begin a new one.');
}
