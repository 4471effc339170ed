import type { QuestionVersion } from '../../db/generated/prisma/client.ts';
import { toSnakeCase } from '../../domain/naming.ts';
import { changedFields, type QuestionField, questionFields } from '../../domain/question.ts';
import { builder } from '../builder.ts';
import { CategoryEnum, DifficultyEnum } from './type.ts';

/** A version and the one before it, from which what changed is told. */
export interface HistoryEntry {
  readonly version: QuestionVersion;
  readonly previous: QuestionVersion | undefined;
}

interface FieldChange {
  readonly field: QuestionField;
  readonly before: unknown;
  readonly after: unknown;
}

const ChangeEnum = builder.enumType('QuestionChange', {
  description: 'What happened to a question.',
  values: {
    CREATED: { value: 'created' as string, description: 'It was added.' },
    UPDATED: { value: 'updated' as string, description: 'Some fields were changed.' },
    DELETED: { value: 'deleted' as string, description: 'It was deleted.' },
    RESTORED: { value: 'restored' as string, description: 'An earlier version was brought back.' },
  },
});

const FieldEnum = builder.enumType('QuestionField', {
  description: 'A field of a question that can change.',
  values: Object.fromEntries(
    questionFields.map((field) => [
      toSnakeCase(field).toUpperCase(),
      { value: field, description: `The field ${field}.` },
    ]),
  ),
});

const FieldChangeRef = builder.objectRef<FieldChange>('QuestionFieldChange').implement({
  description: 'One field before and after a change.',
  fields: (t) => ({
    field: t.expose('field', { type: FieldEnum, description: 'Which field.' }),
    fieldName: t.string({
      description: 'The field as REST names it.',
      resolve: ({ field }) => toSnakeCase(field),
    }),
    before: t.expose('before', { type: 'JSON', nullable: true, description: 'Its value before.' }),
    after: t.expose('after', { type: 'JSON', nullable: true, description: 'Its value since.' }),
  }),
});

const ContentRef = builder.objectRef<QuestionVersion>('QuestionContent').implement({
  description: 'What a question said at one of its versions.',
  fields: (t) => ({
    questionText: t.exposeString('questionText', { description: 'The question itself.' }),
    correctAnswer: t.exposeString('correctAnswer', { description: 'The one right answer.' }),
    incorrectAnswers: t.exposeStringList('incorrectAnswers', { description: 'Wrong answers.' }),
    category: t.expose('category', { type: CategoryEnum, description: 'Knowledge category.' }),
    categoryName: t.exposeString('category', { description: 'The category as people write it.' }),
    difficulty: t.expose('difficulty', {
      type: DifficultyEnum,
      description: 'Difficulty by name.',
    }),
    difficultyLevel: t.exposeInt('difficulty', { description: 'Difficulty by number, 0 to 2.' }),
    topicFocus: t.exposeString('topicFocus', { nullable: true, description: 'Topic focus.' }),
    source: t.exposeString('source', { nullable: true, description: 'Where it came from.' }),
    externalId: t.exposeString('externalId', { nullable: true, description: 'Its id there.' }),
  }),
});

export const QuestionVersionRef = builder.objectRef<HistoryEntry>('QuestionVersion').implement({
  description: 'One entry in the history of a question: who changed what, and when.',
  fields: (t) => ({
    version: t.int({
      description: 'The version that the change made.',
      resolve: ({ version }) => version.version,
    }),
    change: t.field({
      type: ChangeEnum,
      description: 'What happened.',
      resolve: ({ version }) => version.change,
    }),
    changeName: t.string({
      description: 'What happened, as REST spells it.',
      resolve: ({ version }) => version.change,
      extensions: { jsonSchema: { enum: ['created', 'updated', 'deleted', 'restored'] } },
    }),
    changedBy: t.string({
      description: 'Who did it.',
      resolve: ({ version }) => version.changedBy,
    }),
    changedAt: t.field({
      type: 'DateTime',
      description: 'When it was done.',
      resolve: ({ version }) => version.changedAt,
    }),
    changes: t.field({
      type: [FieldChangeRef],
      description: 'The fields that differ from the version before; empty for the first.',
      resolve: ({ version, previous }) => listChanges(previous, version),
    }),
    content: t.field({
      type: ContentRef,
      description: 'What the question said at this version.',
      resolve: ({ version }) => version,
    }),
  }),
});

function listChanges(before: QuestionVersion | undefined, after: QuestionVersion): FieldChange[] {
  if (!before) return [];
  return changedFields(before, after).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  }));
}
