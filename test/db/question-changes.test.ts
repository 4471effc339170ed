import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { advisoryLocks } from '../../src/db/advisory-locks.ts';
import { openDatabase } from '../../src/db/database.ts';
import { isUniqueViolation } from '../../src/db/database-error.ts';
import { Prisma } from '../../src/db/generated/prisma/client.ts';
import { claimKey } from '../../src/db/idempotency-store.ts';
import { pinQuestions, readPinnedQuestions } from '../../src/db/pinned-questions.ts';
import {
  deleteStatement,
  insertStatement,
  toNewQuestions,
  updateStatement,
} from '../../src/db/question-changes.ts';
import type { StoredQuestion } from '../../src/db/question-columns.ts';
import { countByGroup } from '../../src/db/question-counts.ts';
import { listQuestions, matchesOf } from '../../src/db/question-list.ts';
import { findQuestion } from '../../src/db/question-read.ts';
import {
  deleteQuestion,
  insertQuestions,
  lockQuestion,
  updateQuestion,
} from '../../src/db/question-store.ts';
import {
  deleteRespondent,
  type NewResponse,
  recordResponses,
} from '../../src/db/response-store.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { Cancellation } from '../../src/domain/cancellation.ts';
import { categories } from '../../src/domain/question.ts';
import {
  applyChanges,
  exampleQuestion,
  needStoredContent,
  type QuestionContent,
} from '../../src/domain/question-content.ts';
import type { QuestionFilter } from '../../src/domain/question-criteria.ts';
import { createLog } from '../../src/log.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { runs } from '../support/property-runs.ts';
import { lockTable } from '../support/table-lock.ts';

const { database } = await openDatabase({
  url: await createEmptyDatabase(),
  poolSize: 8,
  log: createLog({ level: 'error', isPretty: false }),
});
closeAfterFile(() => database.close());

const start = Date.UTC(2026, 0, 1);
const author = (minute: number) => ({ by: 'account:me', at: new Date(start + minute * 60_000) });
const create = async (content: Partial<QuestionContent> = {}) => {
  const [question] = toNewQuestions([{ ...exampleQuestion, ...content }], author(0).at);
  if (!question) throw new Error('No question');
  await database.query(insertStatement([question], author(0)));
  return question;
};
const find = (id: string, cancellation = new Cancellation(), from = database) =>
  findQuestion({ database: from, cancellation }, id);
const historyOf = (id: string) =>
  database.prisma.questionVersion.findMany({
    where: { questionId: id },
    orderBy: { version: 'asc' },
  });
const update = (id: string, changes: Partial<QuestionContent>, ifVersion?: number[], minute = 1) =>
  database.query<StoredQuestion>(updateStatement(id, changes, ifVersion, author(minute)));

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((word) => `x${word}`);
const changes: fc.Arbitrary<Partial<QuestionContent>> = fc.record(
  {
    questionText: fc.constantFrom('Who?', 'Why, {"then"}?', "O'Brien \\ {1,2}"),
    correctAnswer: text,
    incorrectAnswers: fc.uniqueArray(
      text.map((word) => `not ${word}`),
      { maxLength: 3 },
    ),
    category: fc.constantFrom(...categories),
    difficulty: fc.constantFrom(0, 1, 2),
    topicFocus: fc.option(fc.constantFrom('Planets', 'Moons')),
    source: fc.option(text),
  },
  { requiredKeys: [] },
);
const step = fc.record({
  changes,
  ifVersion: fc.option(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 })),
  minute: fc.integer({ min: -5, max: 5 }),
});

describe('a change in one statement', () => {
  it('stores what the same change in a transaction stores', async () => {
    const steps = fc.array(step, { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (list, isDeleted) => {
        const { id } = await create();
        const [twin] = toNewQuestions([exampleQuestion], author(0).at);
        if (!twin) throw new Error('No twin');
        await inTransaction(database, (transaction) =>
          insertQuestions(transaction, [{ ...exampleQuestion, id: twin.id }], author(0)),
        );
        for (const { changes: given, ifVersion, minute } of list) {
          if (needStoredContent(given)) continue;
          await database.query(updateStatement(id, given, ifVersion, author(minute)));
          await inTransaction(database, async (transaction) => {
            const current = await lockQuestion(transaction, twin.id);
            if (!current || (ifVersion && !ifVersion.includes(current.version))) return;
            const change = { kind: 'updated' as const, ...author(minute) };
            await updateQuestion(transaction, current, applyChanges(current, given), change);
          });
        }
        const [one, other] = await Promise.all([find(id), find(twin.id)]);
        expect({ ...one, id: twin.id }).toEqual(other);
        if (isDeleted) {
          await database.query(deleteStatement(id, null, author(-9)));
          await inTransaction(database, async (transaction) => {
            const current = await lockQuestion(transaction, twin.id);
            const change = { kind: 'deleted' as const, ...author(-9) };
            if (current) await deleteQuestion(transaction, current, change);
          });
        }
        const versions = (await historyOf(id)).map((version) => ({
          ...version,
          questionId: twin.id,
        }));
        expect(versions).toEqual(await historyOf(twin.id));
      }),
      runs(12),
    );
  });

  it('returns what it stored, with the times as clients see them', async () => {
    const question = await create();
    expect(await find(question.id)).toEqual(question);
    const [updated] = await update(question.id, { difficulty: 2 });
    expect(updated).toEqual({
      ...question,
      difficulty: 2,
      version: 2,
      updatedAt: '2026-01-01T00:01:00.000Z',
    });
    expect(await find(question.id)).toEqual(updated);
  });

  it('loses no update of several at once', async () => {
    const { id } = await create();
    const topics = Array.from({ length: 8 }, (_, index) => `Topic ${index}`);
    await Promise.all(topics.map((topicFocus) => update(id, { topicFocus })));
    const history = await historyOf(id);
    expect(history.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const once = await Promise.all(topics.map((topicFocus) => update(id, { topicFocus }, [9])));
    expect(once.flat()).toHaveLength(1);
  });

  it('that violates a key stores nothing and keeps its connection', async () => {
    await create({ source: 'book', externalId: '1' });
    const { id } = await create({ source: 'book', externalId: '2' });
    const connections = database.pool.totalCount;
    const [again] = toNewQuestions(
      [{ ...exampleQuestion, source: 'book', externalId: '1' }],
      new Date(),
    );
    const failures = await Promise.all([
      database.query(insertStatement(again ? [again] : [], author(0))).catch((error) => error),
      update(id, { externalId: '1' }).catch((error) => error),
    ]);
    expect(failures.map(isUniqueViolation)).toEqual([true, true]);
    expect(await historyOf(again?.id ?? '')).toEqual([]);
    expect(await historyOf(id)).toHaveLength(1);
    expect(database.pool.totalCount).toBe(connections);
  });

  it('marks its key as used, and changes nothing when the key was lost', async () => {
    const { id } = await create();
    const owner = { caller: 'account:me', key: 'k', claimedAt: new Date() };
    await claimKey(database, owner, 'fingerprint');
    const isCommitted = async () =>
      (await database.prisma.idempotentRequest.findFirst({ where: { key: 'k' } }))?.committed;
    const change = (difficulty: number, holder: typeof owner) =>
      database.queryInTransaction(updateStatement(id, { difficulty }, null, author(1), holder));

    const lost = { ...owner, claimedAt: new Date(0) };
    expect(await change(2, lost)).toEqual([]);
    expect(await change(exampleQuestion.difficulty, owner)).toEqual([]);
    expect(await isCommitted()).toBe(false);
    expect(await change(2, owner)).toHaveLength(1);
    expect(await isCommitted()).toBe(true);
    expect(await database.query(deleteStatement(id, null, author(2), lost))).toEqual([]);
    expect(await historyOf(id)).toHaveLength(2);
  });
});

it('stores responses with ascending ids and deletes those of a respondent', async () => {
  const { id: questionId } = await create();
  const response: NewResponse = {
    questionId,
    version: 1,
    respondent: 'ann',
    option: 'Paris',
    answer: null,
    score: 1 / 3,
    timeMs: 1200,
    formId: null,
    sessionId: questionId,
    group: 'A "b" \\ c',
    recordedAt: author(1).at,
    recordedBy: 'account:me',
  };
  const stored = await inTransaction(database, (transaction) =>
    recordResponses(transaction, [
      response,
      { ...response, respondent: 'ben', option: null, answer: 'pariss', score: 0 },
    ]),
  );
  expect(await database.prisma.response.findMany({ orderBy: { id: 'asc' } })).toEqual(stored);
  const deletes = () =>
    inTransaction(database, (transaction) => deleteRespondent(transaction, 'ann'));
  expect([await deletes(), await deletes()]).toEqual([1, 0]);
  expect(await database.prisma.response.findMany()).toEqual([stored[1]]);
});

describe('pinned questions', () => {
  it('read the same after edits, deletion and restoration, in the order of the pins', async () => {
    const questions = [await create(), await create(), await create()];
    const ids = questions.map(({ id }) => id).reverse();
    await database.pool.query('ALTER TABLE question_versions DISABLE TRIGGER USER');
    await database.pool.query('DELETE FROM question_versions WHERE question_id = $1', [ids[0]]);
    await database.pool.query('ALTER TABLE question_versions ENABLE TRIGGER USER');
    const unknown = '00000000-0000-7000-8000-000000000000';
    const pins = await inTransaction(database, (transaction) =>
      pinQuestions(transaction, [...ids, unknown]),
    );
    expect(pins).toEqual(ids.map((id) => ({ id, version: 1 })));
    const before = await readPinnedQuestions(database, pins);
    expect(before.map(({ id }) => id)).toEqual(ids);
    for (const id of ids) {
      for (let edit = 1; edit <= 5; edit += 1) await update(id, { correctAnswer: `Edit ${edit}` });
    }
    await database.query(deleteStatement(ids[1] ?? '', null, author(2)));
    expect(await readPinnedQuestions(database, pins)).toEqual(before);
    await expect(readPinnedQuestions(database, [{ id: unknown, version: 1 }])).rejects.toThrow();
  });

  it('are versions that PostgreSQL refuses to change or delete', async () => {
    const { id } = await create();
    const refused = /never changed or deleted/;
    const run = (sql: string) => database.pool.query(`${sql} WHERE question_id = '${id}'`);
    await expect(run('UPDATE question_versions SET source = NULL')).rejects.toThrow(refused);
    await expect(run('DELETE FROM question_versions')).rejects.toThrow(refused);
  });
});

describe('the totals of categories and levels', () => {
  const connect = async () => {
    const client = new pg.Client(database.url);
    await client.connect();
    closeAfterFile(() => client.end());
    return client;
  };
  const addition = (category: string, difficulty: number, count = 1) =>
    `INSERT INTO questions (id, question_text, correct_answer, category, difficulty)
     SELECT gen_random_uuid(), 'Which?', 'That', '${category}', ${difficulty} FROM generate_series(1, ${count})`;
  const totalOfList = async (filter: QuestionFilter) => {
    const page = { limit: 1, offset: 0, cursor: null, isBackward: false };
    const query = { filter, sort: undefined, page, withTotal: true };
    return (await listQuestions(database, query)).countTotal();
  };
  const counted = async () => {
    const [kept, real] = await Promise.all([
      countByGroup(database, ['category', 'difficulty'], {}),
      database.query(Prisma.sql`SELECT category, difficulty, count(*)::int FROM questions
        GROUP BY category, difficulty ORDER BY count DESC, category, difficulty`),
    ]);
    const groups = kept.groups.map(({ category, difficulty, count }) => ({
      category,
      difficulty,
      count,
    }));
    expect(groups).toEqual(real);
    expect(await totalOfList({})).toBe(kept.total);
    return kept.total;
  };

  it('follow every change of several writers, also by plain SQL, and none that is undone', async () => {
    const [one, two] = [await connect(), await connect()];
    await one.query('TRUNCATE questions CASCADE');
    await one.query(`BEGIN; ${addition('Science', 1, 5)}; ${addition('Astronomy', 0, 2)}`);
    await two.query(`BEGIN; ${addition('Astronomy', 0, 3)}; ${addition('Science', 1)}; COMMIT`);
    await counted();
    await one.query('COMMIT');
    await one.query(`BEGIN; ${addition('Literature', 2, 9)}; ROLLBACK`);
    await two.query("UPDATE questions SET difficulty = 2 WHERE category = 'Astronomy'");
    await one.query(
      "UPDATE questions SET category = 'Geography', topic_focus = 'x' WHERE difficulty = 1",
    );
    await two.query("DELETE FROM questions WHERE category = 'Geography' AND topic_focus = 'x'");
    expect(await counted()).toBe(5);
    const filtered = await countByGroup(database, ['difficulty'], { category: ['Astronomy'] });
    expect(filtered).toMatchObject({ groups: [{ difficulty: 2, count: 5 }], total: 5, more: 0 });
    expect(await totalOfList({ category: ['Astronomy'], difficulty: [1, 2] })).toBe(5);
    await one.query('TRUNCATE questions CASCADE');
    expect(await counted()).toBe(0);
    await two.query(addition('Science', 1));
    expect(await counted()).toBe(1);
  });

  it('are those of lists by them, which count no questions', async () => {
    const { total } = matchesOf({ category: ['Science'], difficulty: [0, 2] });
    const { rows } = await database.pool.query(`EXPLAIN SELECT ${total}`, ['Science', [0, 2]]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('question_totals');
    expect(plan).not.toMatch(/ on questions\b/);
    expect(matchesOf({ source: 'book' }).total).toContain('FROM questions');
  });

  it('do not make a writer wait for one that has its shard', async () => {
    const [long, short] = [await connect(), await connect()];
    const { rows } = await short.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const shard = advisoryLocks.firstQuestionShard + ((rows[0]?.pid ?? 0) % 64);
    await long.query('BEGIN');
    await long.query('SELECT pg_advisory_xact_lock($1)', [shard]);
    await short.query(`SET statement_timeout = 10000; ${addition('Science', 1)}`);
    await long.query('ROLLBACK');
    await counted();
  });
});

describe('questions that are asked for at the same time', () => {
  const counted = () => {
    let count = 0;
    const query: typeof database.query = (...given) => {
      count += 1;
      return database.query(...given);
    };
    return { from: { ...database, query }, count: () => count };
  };

  it('are read by one statement, unless it belongs to a trace', async () => {
    const [one, other] = [await create(), await create()];
    const { from, count } = counted();
    const traced = Object.assign(new Cancellation(), { trace: { traceId: 'a', spanId: 'b' } });
    const missing = '00000000-0000-7000-8000-000000000000';
    const ids = [one.id, other.id, missing, one.id.toUpperCase()];
    const found = await Promise.all(ids.map((id) => find(id, undefined, from)));
    expect(found).toEqual([one, other, undefined, one]);
    expect(count()).toBe(1);
    await Promise.all([find(one.id, traced, from), find(other.id, undefined, from)]);
    expect(count()).toBe(3);
  });

  it('are read while anybody waits, and no longer when all have left', async () => {
    const { id } = await create();
    const reason = new Error('Has left');
    const [one, other] = [new Cancellation(), new Cancellation()];
    const forLast = Promise.all([find(id, one), find(id)]);
    one.cancel(reason);
    expect((await forLast)[1]?.id).toBe(id);
    const lock = await lockTable(database.url, 'questions');
    const forNobody = Promise.allSettled([find(id, other), find(id, other)]);
    await vi.waitFor(async () => expect(await lock.countStatements()).toBe(1));
    other.cancel(reason);
    const rejected = { status: 'rejected', reason };
    expect(await forNobody).toEqual([rejected, rejected]);
    await lock.release();
  });
});
