import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { isUniqueViolation } from '../../src/db/database-error.ts';
import { claimKey } from '../../src/db/idempotency-store.ts';
import {
  deleteStatement,
  insertStatement,
  toNewQuestions,
  updateStatement,
} from '../../src/db/question-changes.ts';
import type { StoredQuestion } from '../../src/db/question-columns.ts';
import { findQuestion } from '../../src/db/question-read.ts';
import {
  deleteQuestion,
  insertQuestions,
  lockQuestion,
  updateQuestion,
} from '../../src/db/question-store.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { categories } from '../../src/domain/question.ts';
import {
  applyChanges,
  exampleQuestion,
  needStoredContent,
  type QuestionContent,
} from '../../src/domain/question-content.ts';
import { createLog } from '../../src/log.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { runs } from '../support/property-runs.ts';

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
        const [one, other] = [
          await findQuestion(database, id),
          await findQuestion(database, twin.id),
        ];
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
    expect(await findQuestion(database, question.id)).toEqual(question);
    const [updated] = await update(question.id, { difficulty: 2 });
    expect(updated).toEqual({
      ...question,
      difficulty: 2,
      version: 2,
      updatedAt: '2026-01-01T00:01:00.000Z',
    });
    expect(await findQuestion(database, question.id)).toEqual(updated);
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
