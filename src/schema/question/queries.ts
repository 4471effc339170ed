import type { GraphQLResolveInfo } from 'graphql';
import { listQuestions } from '../../db/question-list.ts';
import { findQuestion } from '../../db/question-read.ts';
import { notFound } from '../../domain/errors.ts';
import { defaultPageSize } from '../../domain/page.ts';
import { questionFilter, type SortOrder } from '../../domain/question-criteria.ts';
import { isUuid } from '../../domain/uuid.ts';
import { builder } from '../builder.ts';
import { selects } from '../lookahead.ts';
import { offsetArgument, readListArguments, toListing } from '../page.ts';
import { QuestionFilterInput, QuestionSortEnum } from './inputs.ts';
import { QuestionRef } from './type.ts';

builder.queryFields((t) => ({
  question: t.field({
    type: QuestionRef,
    nullable: true,
    description: 'The question with this id.',
    extensions: { access: 'questions:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { database, reads }) => {
      const question = isUuid(id) ? await findQuestion(database, id) : undefined;
      if (!question) return notFound('question', id);
      reads.question(question.id, question.version);
      return question;
    },
  }),

  questions: t.connection(
    {
      type: QuestionRef,
      description: 'Questions that match the filter. Paged by cursors, or by `first` and `offset`.',
      extensions: { access: 'questions:read', extra: costOfSearch },
      args: {
        filter: t.arg({
          type: QuestionFilterInput,
          description: 'Default: all questions.',
        }),
        sort: t.arg({
          type: QuestionSortEnum,
          description: 'Default CREATED_AT; with `search`, best match first.',
        }),
        offset: offsetArgument(t),
      },
      resolve: async (_root, { filter, sort, ...paging }, { database, reads }, info) => {
        const wanted = readListArguments(questionFilter, filter, paging);
        reads.list(wanted.filter);
        const { questions, hasMore, cursorOf, countTotal } = await listQuestions(database, {
          ...wanted,
          sort: (sort ?? undefined) as SortOrder | undefined,
          withTotal: showsTotal(info),
        });
        return toListing(wanted.page, questions, hasMore, cursorOf, countTotal);
      },
    },
    { name: 'QuestionConnection', description: 'A page of questions.' },
    { name: 'QuestionEdge', description: 'A question and its cursor.' },
  ),
}));

/** A search costs twice a page: it reads and ranks all matches, however few of them it returns. */
function costOfSearch(argument: (name: string) => unknown, objects: number): number {
  const { search } = (argument('filter') ?? {}) as { search?: unknown };
  return search == null ? 0 : Math.max(objects, defaultPageSize);
}

function showsTotal(info: GraphQLResolveInfo): boolean {
  return selects(info, ['totalCount']) || selects(info, ['page', 'total']);
}
