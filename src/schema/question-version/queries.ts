import { decodeCursor, encodeCursor } from '../../db/cursor.ts';
import { notFound } from '../../domain/errors.ts';
import { isUuid } from '../../domain/uuid.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { type Listing, offsetArgument, offsetDescription, readPage, toListing } from '../page.ts';
import { QuestionRef } from '../question/type.ts';
import { type HistoryEntry, QuestionVersionRef } from './type.ts';

const HistoryConnection = builder.connectionObject(
  {
    type: QuestionVersionRef,
    name: 'QuestionVersionConnection',
    description: 'A page of a history.',
  },
  { name: 'QuestionVersionEdge', description: 'A version and its cursor.' },
);

builder.objectField(QuestionRef, 'history', (t) =>
  t.connection(
    {
      type: QuestionVersionRef,
      description: 'All versions, newest first.',
      args: { offset: t.arg.int({ description: offsetDescription }) },
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
      description:
        'All versions of a question, newest first. Deleted questions have a history too.',
      extensions: { access: 'questions:read' },
      args: {
        id: t.arg.id({ required: true }),
        offset: offsetArgument(t),
      },
      resolve: (_root, { id, ...args }, context) => readHistory(context, id, args),
    },
    HistoryConnection,
  ),
}));

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
  // One more than the page: it shows whether more follow, and what the last version changed.
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
    ? await database.prisma.questionVersion.findFirst({
        where: { questionId: id, version: oldest - 1 },
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

/** A positive value of an INTEGER column. */
function isVersion(value: string | number): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31;
}
