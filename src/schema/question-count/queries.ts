import { countByGroup, type QuestionCount, type QuestionCounts } from '../../db/question-counts.ts';
import { validationError } from '../../domain/errors.ts';
import { groupDigits } from '../../domain/naming.ts';
import { questionFilter } from '../../domain/question-criteria.ts';
import {
  defaultGroups,
  groupRules,
  maxGroups,
  type QuestionGroup,
  questionGroups,
} from '../../domain/question-groups.ts';
import { examine } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
import { withoutNulls } from '../page.ts';
import { QuestionFilterInput } from '../question/inputs.ts';
import { costOfSearch } from '../question/queries.ts';
import { CategoryEnum, DifficultyEnum } from '../question/type.ts';

const QuestionGroupEnum = builder.enumType('QuestionGroup', {
  description: 'What questions can be counted by.',
  values: Object.fromEntries(
    questionGroups.map((group) => [
      group.toUpperCase(),
      {
        value: group,
        description:
          group === 'created_month' ? 'The month of creation, in UTC.' : 'The value of this field.',
      },
    ]),
  ),
});

const notGrouped = 'null if the counts are not by it';

const QuestionCountRef = builder.objectRef<QuestionCount>('QuestionCount').implement({
  description: 'A group of questions and their number.',
  fields: (t) => ({
    category: t.field({
      type: CategoryEnum,
      nullable: true,
      description: `The category; ${notGrouped}.`,
      resolve: ({ category }) => category ?? null,
    }),
    categoryName: t.string({
      nullable: true,
      description: `The category as in REST; ${notGrouped}.`,
      resolve: ({ category }) => category ?? null,
    }),
    difficulty: t.field({
      type: DifficultyEnum,
      nullable: true,
      description: `The level; ${notGrouped}.`,
      resolve: ({ difficulty }) => difficulty ?? null,
    }),
    difficultyLevel: t.int({
      nullable: true,
      description: `The level as a number, as in REST; ${notGrouped}.`,
      resolve: ({ difficulty }) => difficulty ?? null,
    }),
    topicFocus: t.string({
      nullable: true,
      description: `The topic, in one of its spellings; null for no topic, and ${notGrouped}.`,
      resolve: ({ topicFocus }) => topicFocus ?? null,
    }),
    source: t.string({
      nullable: true,
      description: `The source; null for none, and ${notGrouped}.`,
      resolve: ({ source }) => source ?? null,
    }),
    createdMonth: t.string({
      nullable: true,
      description: `The month of creation, such as 2026-11; ${notGrouped}.`,
      resolve: ({ createdMonth }) => createdMonth ?? null,
    }),
    count: t.exposeInt('count', { description: 'The number of questions in the group.' }),
  }),
});

const QuestionCountsRef = builder.objectRef<QuestionCounts>('QuestionCounts').implement({
  description: 'Numbers of questions by group.',
  fields: (t) => ({
    groups: t.field({
      type: [QuestionCountRef],
      description: `The largest groups first, at most ${groupDigits(maxGroups)}; none is empty.`,
      extensions: { isPart: true },
      resolve: ({ groups }) => [...groups],
    }),
    total: t.exposeInt('total', { description: 'The number of questions in all groups.' }),
    more: t.exposeInt('more', {
      description: 'The number of further groups, which are not listed.',
    }),
  }),
});

builder.queryFields((t) => ({
  questionCounts: t.field({
    type: QuestionCountsRef,
    nullable: true,
    description: 'Counts the questions that match the filter, by group.',
    extensions: { access: 'questions:read', extra: costOfSearch },
    args: {
      by: t.arg({
        type: [QuestionGroupEnum],
        description: 'Default CATEGORY and DIFFICULTY.',
      }),
      filter: t.arg({ type: QuestionFilterInput, description: 'Default: all questions.' }),
    },
    resolve: (_root, { by, filter }, { database, reads }) => {
      const grouped = examine(groupRules, withoutNulls({ by }));
      const filtered = examine(questionFilter, withoutNulls(filter ?? {}));
      if (!('value' in grouped) || !('value' in filtered)) {
        const faults = filtered.faults.map((fault) => ({
          ...fault,
          path: ['filter', ...fault.path],
        }));
        throw validationError('BAD_REQUEST', [...grouped.faults, ...faults]);
      }
      reads.list(filtered.value);
      const groups: readonly QuestionGroup[] = grouped.value.by ?? defaultGroups;
      return countByGroup(database, groups, filtered.value);
    },
  }),
}));
