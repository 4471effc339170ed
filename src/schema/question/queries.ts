import { randomBytes } from 'node:crypto';
import type { GraphQLResolveInfo } from 'graphql';
import { listQuestions } from '../../db/question-list.ts';
import { findQuestion } from '../../db/question-read.ts';
import { seedIn } from '../../db/random-list/random-cursor.ts';
import { listRandomly } from '../../db/random-list/random-list.ts';
import { type Fault, notFound } from '../../domain/errors.ts';
import { defaultPageSize } from '../../domain/page.ts';
import { questionFilter, randomSeed, type SortOrder } from '../../domain/question-criteria.ts';
import { defineRules, examine } from '../../domain/rules.ts';
import { isUuid } from '../../domain/uuid.ts';
import { builder } from '../builder.ts';
import { selects } from '../lookahead.ts';
import { offsetArgument, readListArguments, toListing } from '../page.ts';
import { QuestionFilterInput, QuestionSortEnum } from './inputs.ts';
import { readList } from './read-list.ts';
import { QuestionRef } from './type.ts';

builder.queryFields((t) => ({
  question: t.field({
    type: QuestionRef,
    nullable: true,
    description: 'The question with this id.',
    extensions: { access: 'questions:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, context) => {
      const question = isUuid(id) ? await findQuestion(context, id) : undefined;
      if (!question) return notFound('question', id);
      context.reads.question(question.id, question.version);
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
        seed: t.arg.string({
          description:
            'With RANDOM: the same seed gives the same order while the questions stay. Default: made up, see `page.seed`.',
        }),
        offset: offsetArgument(t),
      },
      resolve: async (_root, args, context, info) => {
        const { database, reads } = context;
        const { filter: given, first, after, last, before, offset } = args;
        const sort = args.sort as SortOrder | null | undefined;
        const { seed: givenSeed, faults } = examineSeed(args.seed, sort);
        const { filter, page } = readListArguments(
          questionFilter,
          given,
          { first, after, last, before, offset },
          faults,
          context.validInput,
        );
        reads.list(filter);
        if (sort !== 'random') {
          const query = { filter, page, sort: sort ?? undefined, withTotal: showsTotal(info) };
          const { questions, hasMore, cursorOf, countTotal } = await readList(context, (source) =>
            listQuestions(source, query),
          );
          return toListing(page, questions, hasMore, cursorOf, countTotal);
        }
        const known = givenSeed ?? seedIn(page.cursor);
        // Each answer is another one.
        if (known === undefined) reads.other();
        const seed = known ?? randomBytes(9).toString('base64url');
        const { questions, hasMore, cursorOf, countTotal } = await listRandomly(database, {
          filter,
          page,
          seed,
        });
        return { ...toListing(page, questions, hasMore, cursorOf, countTotal), seed };
      },
    },
    { name: 'QuestionConnection', description: 'A page of questions.' },
    { name: 'QuestionEdge', description: 'A question and its cursor.' },
  ),
}));

const seedRules = defineRules(randomSeed);

function examineSeed(
  given: string | null | undefined,
  sort: SortOrder | null | undefined,
): { seed?: string; faults: Fault[] } {
  if (given == null) return { faults: [] };
  const path = ['seed'];
  if (sort !== 'random') {
    const detail = 'Only allowed with the random order: add sort=random, or omit the seed.';
    return { faults: [{ path, code: 'contradiction', detail }] };
  }
  const examined = examine(seedRules, given);
  if ('value' in examined) return { seed: examined.value, faults: [] };
  return { faults: examined.faults.map((fault) => ({ ...fault, path })) };
}

/** A search costs twice a page: it reads and ranks all matches, however few of them it returns. */
export function costOfSearch(argument: (name: string) => unknown, objects: number): number {
  const { search } = (argument('filter') ?? {}) as { search?: unknown };
  return search == null ? 0 : Math.max(objects, defaultPageSize);
}

const totals = new WeakMap<GraphQLResolveInfo['fieldNodes'], boolean>();

/** Of the document alone, so that it is found out once for each. */
function showsTotal(info: GraphQLResolveInfo): boolean {
  const known = totals.get(info.fieldNodes);
  if (known !== undefined) return known;
  const shows = selects(info, ['totalCount']) || selects(info, ['page', 'total']);
  totals.set(info.fieldNodes, shows);
  return shows;
}
