import { decodeCursor, encodeCursor } from '../../db/cursor.ts';
import type { Question, QuestionVersion } from '../../db/generated/prisma/client.ts';
import {
  type Change,
  lockHistory,
  lockQuestion,
  reviveQuestion,
  updateQuestion,
} from '../../db/question-store.ts';
import type { Transaction } from '../../db/transaction.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { changedFields, contentOf } from '../../domain/question.ts';
import { restoreRequest } from '../../domain/question-input.ts';
import { parseBy } from '../../domain/rules.ts';
import { isUuid } from '../../domain/uuid.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { type Listing, readPage, toListing } from '../page.ts';
import { describe, refuseSameOrigin, requireVersion, versionCondition } from './mutations.ts';
import { QuestionRef } from './type.ts';
import { type HistoryEntry, QuestionVersionRef } from './version-type.ts';

const HistoryConnection = builder.connectionObject(
  {
    type: QuestionVersionRef,
    name: 'QuestionVersionConnection',
    description: 'A page of a history, newest first.',
  },
  { name: 'QuestionVersionEdge', description: 'A version and its place in the history.' },
);

builder.prismaObjectField(QuestionRef, 'history', (t) =>
  t.connection(
    {
      type: QuestionVersionRef,
      description: 'Every version of the question, newest first.',
      args: { offset: t.arg.int({ description: 'How many of the newest to skip.' }) },
      resolve: ({ id }, args, context) => readHistory(context, id, args),
    },
    HistoryConnection,
  ),
);

builder.queryFields((t) => ({
  questionHistory: t.connection(
    {
      type: QuestionVersionRef,
      nullable: true,
      description: 'Every version of a question, newest first; also of a deleted one.',
      extensions: { access: 'questions:read' },
      args: {
        id: t.arg.id({ required: true, description: 'The question.' }),
        offset: t.arg.int({ description: 'How many of the newest to skip.' }),
      },
      resolve: (_root, { id, ...args }, context) => readHistory(context, id, args),
    },
    HistoryConnection,
  ),
}));

builder.mutationFields((t) => ({
  restoreQuestion: t.field({
    type: QuestionRef,
    nullable: true,
    description:
      'Makes a question say again what it said at an earlier version; also brings back a deleted one.',
    extensions: { access: 'questions:write' },
    args: {
      id: t.arg.id({ required: true, description: 'The question.' }),
      version: t.arg.int({ required: true, description: 'The version to go back to.' }),
      ifVersion: versionCondition(t),
    },
    resolve: async (_root, { id, ifVersion, ...wanted }, context) => {
      const { version } = parseBy(restoreRequest, wanted);
      if (!isUuid(id)) notFound('question', id);
      return refuseSameOrigin(() =>
        context.change(async (transaction) => {
          await lockHistory(transaction, id);
          const current = await lockQuestion(transaction, id);
          const last = await transaction.questionVersion.findFirst({
            where: { questionId: id },
            orderBy: { version: 'desc' },
          });
          if (!last) return notFound('question', id);
          requireVersion(last.version, ifVersion);
          return restore(transaction, describe('restored', context), version, last, current);
        }),
      );
    },
  }),
}));

async function restore(
  transaction: Transaction,
  change: Change,
  version: number,
  last: QuestionVersion,
  current: Question | null,
): Promise<Question> {
  const { questionId } = last;
  const wanted = await transaction.questionVersion.findUnique({
    where: { questionId_version: { questionId, version } },
  });
  if (!wanted) {
    throw new ServiceError(
      'NOT_FOUND',
      `The question has versions 1 to ${last.version}, not ${version}.`,
    );
  }
  const content = contentOf(wanted);
  if (!current) return reviveQuestion(transaction, last, content, change);
  if (changedFields(current, content).length === 0) return current;
  return updateQuestion(transaction, current, content, change);
}

async function readHistory(
  { database }: Context,
  id: string,
  args: Parameters<typeof readPage>[0],
): Promise<Listing<HistoryEntry>> {
  const page = readPage(args);
  if (!isUuid(id)) notFound('question', id);
  const argument = page.isBackward ? 'before' : 'after';
  const from = page.cursor && decodeCursor(page.cursor, 'version', argument, isVersion).value;
  const position = from ? { version: { [page.isBackward ? 'gt' : 'lt']: Number(from) } } : {};
  // One more than the page shows: it tells whether more follow, and what the last one changed.
  const rows = await database.prisma.questionVersion.findMany({
    where: { questionId: id, ...position },
    orderBy: { version: page.isBackward ? 'asc' : 'desc' },
    skip: page.offset,
    take: page.limit + 1,
  });
  const countTotal = () => database.prisma.questionVersion.count({ where: { questionId: id } });
  if (rows.length === 0 && (await countTotal()) === 0) notFound('question', id);
  const shown = rows.slice(0, page.limit);
  if (page.isBackward) shown.reverse();
  const oldest = shown.at(-1)?.version ?? 0;
  const beforeOldest = page.isBackward
    ? await database.prisma.questionVersion.findUnique({
        where: { questionId_version: { questionId: id, version: oldest - 1 } },
      })
    : rows[page.limit];
  const entries = shown.map((version, index) => ({
    version,
    previous: shown[index + 1] ?? beforeOldest ?? undefined,
  }));
  const cursorOf = ({ version }: HistoryEntry) =>
    encodeCursor({ order: 'version', value: version.version, id });
  return toListing(page, entries, rows.length > page.limit, cursorOf, countTotal);
}

/** What an INTEGER column can hold. */
function isVersion(value: string | number): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31;
}
