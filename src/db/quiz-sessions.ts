import type { QuizCriteria, QuizQuota } from '../domain/quiz-input.ts';
import type { Database } from './database.ts';
import { type KeyOwner, ownedKey, valuesOf } from './idempotency-store.ts';
import { recordMissingVersions } from './pinned-questions.ts';
import type { Statement } from './prepared-query.ts';

// All times are those of the database: the clocks of nodes differ, and a session may be used on any of them.

export interface StoredQuizSession {
  readonly id: string;
  readonly accountId: string | null;
  readonly seed: string;
  readonly criteria: QuizCriteria;
  readonly quotas: readonly QuizQuota[];
  readonly length: number;
  readonly available: number;
  readonly position: number;
  readonly drawn: number;
  readonly quotaCounts: readonly number[];
  readonly cursors: readonly string[];
  readonly score: number;
  readonly answered: number;
  readonly timeMs: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly isExpired: boolean;
}

export type NewSession = Pick<
  StoredQuizSession,
  'id' | 'accountId' | 'seed' | 'criteria' | 'quotas' | 'length' | 'available'
> & { readonly lifetime: number; readonly begunBy: string };

const columns = `s.id, s.account_id AS "accountId", s.seed, s.criteria, s.quotas, s.length, s.available,
  s.position, s.drawn, s.quota_counts AS "quotaCounts", s.cursors, s.score, s.answered,
  s.time_ms::float8 AS "timeMs", (s.created_at AT TIME ZONE 'UTC') AS "createdAt",
  (s.expires_at AT TIME ZONE 'UTC') AS "expiresAt", s.expires_at <= now() AS "isExpired"`;

export function insertSession(session: NewSession, owner: KeyOwner | undefined): Statement {
  const { id, accountId, seed, criteria, quotas, length, available, lifetime, begunBy } = session;
  const lists = [JSON.stringify(criteria), JSON.stringify(quotas)];
  return insertion([id, accountId, seed, ...lists, length, available, lifetime, begunBy], owner);
}

/** How many sessions that have not expired someone has begun, up to a number. */
export async function countLiveSessions(
  database: Database,
  begunBy: string,
  max: number,
): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM (
    SELECT 1 FROM quiz_sessions WHERE begun_by = $1 AND expires_at > now() LIMIT $2) AS live`;
  const [row] = await database.query<{ count: number }>({ text, values: [begunBy, max] });
  return row?.count ?? 0;
}

export async function findSession(
  database: Database,
  id: string,
): Promise<StoredQuizSession | undefined> {
  const text = `SELECT ${columns} FROM quiz_sessions s WHERE s.id = $1::uuid`;
  const [found] = await database.query<StoredQuizSession & object>({ text, values: [id] });
  return found;
}

export interface Draw {
  readonly position: number;
  readonly questionId: string;
  readonly version: number;
}

/** The session with the ids of all questions that it has drawn. */
export async function findSessionToDraw(
  database: Database,
  id: string,
): Promise<(StoredQuizSession & { readonly drawnIds: readonly string[] }) | undefined> {
  const text = `SELECT ${columns},
      ARRAY(SELECT question_id::text FROM quiz_draws d WHERE d.session_id = s.id) AS "drawnIds"
    FROM quiz_sessions s WHERE s.id = $1::uuid`;
  const [found] = await database.query<StoredQuizSession & { drawnIds: string[] }>({
    text,
    values: [id],
  });
  return found;
}

export type Progress = Pick<StoredQuizSession, 'position' | 'quotaCounts' | 'cursors'>;

/** Returns no row if another request has drawn from the session since it was read. */
export function recordDraws(
  seen: StoredQuizSession,
  next: Progress,
  draws: readonly Draw[],
  owner: KeyOwner | undefined,
): Statement {
  const lists = [
    draws.map(({ position }) => position),
    draws.map(({ questionId }) => questionId),
    draws.map(({ version }) => version),
  ];
  const progress = [next.position, draws.length, next.quotaCounts, next.cursors];
  return drawing([seen.id, seen.position, ...progress, ...lists], owner);
}

/** What an answer is checked by; the version is null if the session has not drawn the question. */
export interface AnswerState extends StoredQuizSession {
  readonly version: number | null;
  readonly isAnswered: boolean;
}

export async function findAnswerState(
  database: Database,
  id: string,
  questionId: string,
): Promise<AnswerState | undefined> {
  const text = `SELECT ${columns}, d.version, d.answered_at IS NOT NULL AS "isAnswered"
    FROM quiz_sessions s
    LEFT JOIN quiz_draws d ON d.session_id = s.id AND d.question_id = $2::uuid
    WHERE s.id = $1::uuid`;
  const [found] = await database.query<AnswerState & object>({ text, values: [id, questionId] });
  return found;
}

export interface JudgedAnswer {
  readonly sessionId: string;
  readonly questionId: string;
  readonly isCorrect: boolean;
  readonly timeMs: number | null;
  readonly response: {
    readonly id: string;
    readonly option: string | null;
    readonly answer: string | null;
    readonly by: string;
  };
}

/** Also counts it and stores the response. Returns no row if the question has been answered meanwhile. */
export function recordAnswer(
  { sessionId, questionId, isCorrect, timeMs, response }: JudgedAnswer,
  maxMs: number,
  owner: KeyOwner | undefined,
): Statement {
  const { id, option, answer, by } = response;
  return answering(
    [sessionId, questionId, isCorrect, timeMs, maxMs, id, option, answer, by],
    owner,
  );
}

/** The first draws that wait for an answer, oldest first. */
export function listUnanswered(
  database: Database,
  id: string,
  limit: number,
): Promise<{ id: string; version: number }[]> {
  const text = `SELECT question_id AS id, version FROM quiz_draws
    WHERE session_id = $1::uuid AND answered_at IS NULL ORDER BY position LIMIT $2`;
  return database.query({ text, values: [id, limit] });
}

/** In batches, so that no statement takes long however many have expired; each may have 1,000 draws. */
export async function deleteExpiredSessions(database: Database, batch = 100): Promise<void> {
  const text = `DELETE FROM quiz_sessions WHERE id IN (
      SELECT id FROM quiz_sessions WHERE expires_at <= now() ORDER BY expires_at LIMIT $1
    ) RETURNING 1`;
  for (;;) {
    const deleted = await database.query({ text, values: [batch] });
    if (deleted.length < batch) return;
  }
}

const insertion = composeChange(9, {
  change: (isAllowed) => `
    INSERT INTO quiz_sessions AS s (id, account_id, seed, criteria, quotas, length, available,
      quota_counts, cursors, created_at, expires_at, begun_by)
    SELECT $1::uuid, $2::uuid, $3, $4::json, $5::json, $6::int, $7::int,
      array_fill(0, ARRAY[json_array_length($5::json)]),
      array_fill(''::text, ARRAY[json_array_length($5::json) + 1]),
      now(), now() + $8::int * interval '1 second', $9
    WHERE ${isAllowed}
    RETURNING ${columns}`,
  result: '* FROM changed',
});

const drawing = composeChange(9, {
  change: (isAllowed) => `
    UPDATE quiz_sessions s
    SET position = $3::int, drawn = s.drawn + $4::int, quota_counts = $5::int[], cursors = $6::text[]
    WHERE s.id = $1::uuid AND s.position = $2::int AND ${isAllowed}
    RETURNING ${columns}`,
  others: [
    `recorded AS (${recordMissingVersions('FROM questions WHERE questions.id = ANY($8::uuid[])')})`,
    `draws AS (
      INSERT INTO quiz_draws (session_id, position, question_id, version, drawn_at)
      SELECT $1::uuid, d.position, d.question_id, d.version, now()
      FROM unnest($7::int[], $8::uuid[], $9::int[]) AS d(position, question_id, version)
      WHERE EXISTS (SELECT 1 FROM changed)
    )`,
  ],
  result: '* FROM changed',
});

const answering = composeChange(9, {
  change: (isAllowed) => `
    UPDATE quiz_draws d
    SET answered_at = now(), is_correct = $3::boolean, time_ms = COALESCE($4::int,
      least($5::int, greatest(0, extract(epoch FROM now() - d.drawn_at) * 1000)))::int
    WHERE d.session_id = $1::uuid AND d.question_id = $2::uuid AND d.answered_at IS NULL
      AND ${isAllowed}
    RETURNING d.version, d.time_ms`,
  others: [
    `counted AS (
      UPDATE quiz_sessions s SET score = s.score + $3::boolean::int, answered = s.answered + 1,
        time_ms = s.time_ms + changed.time_ms
      FROM changed WHERE s.id = $1::uuid RETURNING s.score, s.answered
    )`,
    `responded AS (
      INSERT INTO responses (id, question_id, version, option, answer, score, time_ms, session_id,
        recorded_at, recorded_by)
      SELECT $6::uuid, $2::uuid, version, $7, $8, $3::boolean::int, time_ms, $1::uuid, now(), $9
      FROM changed
    )`,
  ],
  result: 'score, answered FROM counted',
});

interface ChangeParts {
  readonly change: (isAllowed: string) => string;
  readonly others?: readonly string[];
  readonly result: string;
}

/** One statement, which also marks the request's Idempotency-Key as used. */
function composeChange(
  valueCount: number,
  { change, others = [], result }: ChangeParts,
): (values: readonly unknown[], owner: KeyOwner | undefined) => Statement {
  const { held, marked, isHeld } = ownedKey(valueCount);
  const plain = [`changed AS (${change('TRUE')})`, ...others];
  const keyed = [held, `changed AS (${change(isHeld)})`, ...others, marked];
  const [plainText, keyedText] = [plain, keyed].map(
    (parts) => `WITH ${parts.join(', ')} SELECT ${result}`,
  ) as [string, string];
  return (values, owner) =>
    owner
      ? { text: keyedText, values: [...values, ...valuesOf(owner)] }
      : { text: plainText, values };
}
