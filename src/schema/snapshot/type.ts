import { decodeCursor, encodeCursor } from '../../db/cursor.ts';
import type { Snapshot } from '../../db/generated/prisma/client.ts';
import type { PinnedQuestion } from '../../db/pinned-questions.ts';
import { readSnapshotQuestions } from '../../db/snapshot-store.ts';
import { inSnakeCase } from '../../domain/naming.ts';
import { newSnapshot } from '../../domain/snapshot-input.ts';
import { builder } from '../builder.ts';
import { offsetDescription, readPage, toListing } from '../page.ts';
import { QuestionFilterInput } from '../question/inputs.ts';
import { type ContentFieldBuilder, contentFields } from '../question/type.ts';

/** A question and its place in the snapshot. */
type SnapshotQuestion = PinnedQuestion & { readonly place: number };

const SnapshotQuestionRef = builder.objectRef<SnapshotQuestion>('SnapshotQuestion').implement({
  description: 'A question as it was when the snapshot was created.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the question, which may be deleted by now.' }),
    ...contentFields(t as unknown as ContentFieldBuilder),
    version: t.exposeInt('version', { description: 'The version that the snapshot holds.' }),
  }),
});

export const SnapshotRef = builder.objectRef<Snapshot>('Snapshot').implement({
  description: 'A named selection of questions at their versions. It never changes.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    criteria: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What selected the questions, by REST names; null if they were listed by id.',
      resolve: ({ criteria }) => criteria && inSnakeCase(criteria as object),
    }),
    questionCount: t.exposeInt('questionCount', { description: 'The number of its questions.' }),
    createdBy: t.exposeString('createdBy', { description: 'Caller id of who created it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    questions: t.connection(
      {
        type: SnapshotQuestionRef,
        description: 'Its questions: in the order of the ids, or oldest first.',
        args: { offset: t.arg.int({ description: offsetDescription }) },
        resolve: async ({ id, questionCount }, args, { database }) => {
          const page = readPage(args);
          const argument = page.isBackward ? 'before' : 'after';
          const at =
            page.cursor === null
              ? null
              : Number(decodeCursor(page.cursor, 'place', argument, isPlace).value);
          const [from, to] = page.isBackward
            ? [Math.max(0, (at ?? questionCount) - page.limit), at ?? questionCount]
            : startingAt(at === null ? page.offset : at + 1, page.limit);
          const end = Math.min(to, questionCount);
          const read =
            from < end ? await readSnapshotQuestions(database, id, from, end - from) : [];
          const questions = read.map((question, index) => ({ ...question, place: from + index }));
          const hasMore = page.isBackward ? from > 0 : end < questionCount && from < end;
          const cursorOf = ({ place, id }: SnapshotQuestion) =>
            encodeCursor({ order: 'place', value: place, id });
          return toListing(page, questions, hasMore, cursorOf, () => questionCount);
        },
      },
      { name: 'SnapshotQuestionConnection', description: 'A page of the questions of a snapshot.' },
      { name: 'SnapshotQuestionEdge', description: 'A question and its cursor.' },
    ),
  }),
});

export const NewSnapshotInput = builder.inputType('NewSnapshotInput', {
  description: 'A selection of questions to keep: either criteria or ids.',
  extensions: { rules: newSnapshot },
  fields: (t) => ({
    name: t.string({ required: true, description: '1 to 200 characters.' }),
    criteria: t.field({ type: QuestionFilterInput, description: '{} for all questions.' }),
    ids: t.idList({ description: 'Up to 10,000, in the order to keep.' }),
  }),
});

function startingAt(from: number, limit: number): [number, number] {
  return [from, from + limit];
}

function isPlace(value: string | number): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31 - 1000;
}
