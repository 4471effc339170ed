import type { GraphQLResolveInfo } from 'graphql';
import { listQuestions } from '../../db/question-list.ts';
import { notFound } from '../../domain/errors.ts';
import { questionFilter, type SortOrder } from '../../domain/question-criteria.ts';
import { listFaults, parseBy } from '../../domain/rules.ts';
import { isUuid } from '../../domain/uuid.ts';
import { builder } from '../builder.ts';
import { selects } from '../lookahead.ts';
import { pageFaults, prefixed, readPage, refuseFaults, toListing, withoutNulls } from '../page.ts';
import { QuestionFilterInput, QuestionSortEnum } from './inputs.ts';
import { QuestionRef } from './type.ts';

builder.queryFields((t) => ({
  question: t.prismaField({
    type: QuestionRef,
    nullable: true,
    description: 'One question by its id.',
    extensions: { access: 'questions:read' },
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: async (query, _root, { id }, { database }) => {
      const question = isUuid(id)
        ? await database.prisma.question.findUnique({ ...query, where: { id } })
        : null;
      return question ?? notFound('question', id);
    },
  }),

  questions: t.connection(
    {
      type: QuestionRef,
      description: 'Questions that match, a page at a time: by first and offset, or by cursors.',
      extensions: { access: 'questions:read' },
      args: {
        filter: t.arg({
          type: QuestionFilterInput,
          description: 'Which questions; all when left out.',
        }),
        sort: t.arg({
          type: QuestionSortEnum,
          description:
            'In which order: oldest first when left out, best match first with a search.',
        }),
        offset: t.arg.int({ description: 'How many to skip, 0 to 1,000,000; not with cursors.' }),
      },
      resolve: async (_root, { filter, sort, ...paging }, { database }, info) => {
        const wanted = withoutNulls(filter ?? {});
        refuseFaults(prefixed('filter', listFaults(questionFilter, wanted)), pageFaults(paging));
        const page = readPage(paging);
        const { questions, hasMore, cursorOf, countTotal } = await listQuestions(database, {
          filter: parseBy(questionFilter, wanted),
          sort: (sort ?? undefined) as SortOrder | undefined,
          page,
          withTotal: showsTotal(info),
        });
        return toListing(page, questions, hasMore, cursorOf, countTotal);
      },
    },
    { name: 'QuestionConnection', description: 'A page of questions.' },
    { name: 'QuestionEdge', description: 'A question and its place in the list.' },
  ),
}));

function showsTotal(info: GraphQLResolveInfo): boolean {
  return selects(info, ['totalCount']) || selects(info, ['page', 'total']);
}
