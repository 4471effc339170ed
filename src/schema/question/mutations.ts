import { isUniqueViolation } from '../../db/database-error.ts';
import type { Question } from '../../db/generated/prisma/client.ts';
import { findByOrigin, originOf } from '../../db/question-origin.ts';
import {
  type Change,
  deleteQuestion,
  insertQuestions,
  lockQuestion,
  updateQuestion,
} from '../../db/question-store.ts';
import type { Transaction } from '../../db/transaction.ts';
import { brokenRules, notFound, ServiceError } from '../../domain/errors.ts';
import { changedFields, contentOf, type QuestionContent } from '../../domain/question.ts';
import {
  choiceFaults,
  type NewQuestion,
  newQuestion,
  newQuestions,
  questionChanges,
} from '../../domain/question-input.ts';
import { parseBy } from '../../domain/rules.ts';
import { isUuid } from '../../domain/uuid.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { NewQuestionInput, QuestionChangesInput } from './inputs.ts';
import { QuestionRef } from './type.ts';

builder.mutationFields((t) => ({
  createQuestion: t.field({
    type: QuestionRef,
    description: 'Adds one question.',
    extensions: { access: 'questions:write' },
    args: {
      input: t.arg({ type: NewQuestionInput, required: true, description: 'The question.' }),
    },
    resolve: async (_root, { input }, context) => {
      const content = parseBy(newQuestion, input);
      const [question] = await addQuestions(context, [content], () => []);
      if (!question) throw new Error('One question went in and none came out.');
      return question;
    },
  }),

  createQuestions: t.field({
    type: [QuestionRef],
    description: 'Adds 1 to 1,000 questions: all of them, or none when one is at fault.',
    extensions: { access: 'questions:write' },
    args: {
      input: t.arg({ type: [NewQuestionInput], required: true, description: 'The questions.' }),
    },
    resolve: (_root, { input }, context) =>
      addQuestions(context, parseBy(newQuestions, input), (index) => [index]),
  }),

  updateQuestion: t.field({
    type: QuestionRef,
    nullable: true,
    description:
      'Changes some fields of a question. A change that changes nothing keeps the version.',
    extensions: { access: 'questions:write' },
    args: {
      id: t.arg.id({ required: true, description: 'The question to change.' }),
      input: t.arg({ type: QuestionChangesInput, required: true, description: 'The new values.' }),
      ifVersion: versionCondition(t),
    },
    resolve: async (_root, { id, input, ifVersion }, context) => {
      const changes = parseBy(questionChanges, input);
      return changeOne(context, id, ifVersion, async (transaction, current) => {
        const content = { ...contentOf(current), ...changes } as QuestionContent;
        const faults = choiceFaults(content);
        if (faults.length > 0) throw brokenRules('BAD_USER_INPUT', faults);
        if (changedFields(current, content).length === 0) return current;
        return updateQuestion(transaction, current, content, describe('updated', context));
      });
    },
  }),

  deleteQuestion: t.field({
    type: 'ID',
    nullable: true,
    description: 'Deletes a question and returns its id. Its history stays.',
    extensions: { access: 'questions:write' },
    args: {
      id: t.arg.id({ required: true, description: 'The question to delete.' }),
      ifVersion: versionCondition(t),
    },
    resolve: (_root, { id, ifVersion }, context) =>
      changeOne(context, id, ifVersion, async (transaction, current) => {
        await deleteQuestion(transaction, current, describe('deleted', context));
        return current.id;
      }),
  }),
}));

export function describe(kind: Change['kind'], { caller, clock }: Context): Change {
  return { kind, by: caller.id, at: clock() };
}

/** The argument that makes a change conditional: one version, or several of which one must be current. */
export function versionCondition(t: Parameters<Parameters<typeof builder.mutationFields>[0]>[0]) {
  return t.arg.intList({
    description: 'Change only when the current version is this one (or one of these).',
  });
}

export function requireVersion(
  current: number,
  allowed: readonly number[] | null | undefined,
): void {
  if (!allowed || allowed.includes(current)) return;
  throw new ServiceError(
    'PRECONDITION_FAILED',
    `The question is at version ${current} by now. Read it again and decide anew.`,
  );
}

/** Two questions may not share source and external id. */
export async function refuseSameOrigin<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw sameOrigin([[]]);
  }
}

async function addQuestions(
  context: Context,
  contents: readonly NewQuestion[],
  pathOf: (index: number) => (string | number)[],
): Promise<Question[]> {
  const work = () =>
    context.change(async (transaction) => {
      const taken = await findTaken(transaction, contents);
      if (taken.length > 0) throw sameOrigin(taken.map(pathOf));
      return insertQuestions(transaction, contents, describe('created', context));
    });
  return refuseSameOrigin(work);
}

/** Which of the questions have the source and external id of a stored one. */
async function findTaken(
  transaction: Transaction,
  contents: readonly NewQuestion[],
): Promise<number[]> {
  const stored = await findByOrigin(transaction, contents, { lock: false });
  return contents.flatMap((content, index) => (stored.has(originOf(content)) ? [index] : []));
}

function sameOrigin(paths: readonly (readonly (string | number)[])[]): ServiceError {
  const detail = 'Another question has this source and external id.';
  return new ServiceError('CONFLICT', `${detail} Update that one, or give this one another id.`, {
    faults: paths.map((path) => ({ path: [...path, 'externalId'], code: 'taken', detail })),
  });
}

async function changeOne<T>(
  context: Context,
  id: string,
  ifVersion: readonly number[] | null | undefined,
  work: (transaction: Transaction, current: Question) => Promise<T>,
): Promise<T> {
  if (!isUuid(id)) notFound('question', id);
  const run = () =>
    context.change(async (transaction) => {
      const current = await lockQuestion(transaction, id);
      if (!current) return notFound('question', id);
      requireVersion(current.version, ifVersion);
      return work(transaction, current);
    });
  return refuseSameOrigin(run);
}
