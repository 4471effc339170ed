import type { QuestionVersion } from '../../db/generated/prisma/client.ts';
import { toSnakeCase } from '../../domain/naming.ts';
import {
  changedFields,
  type QuestionField,
  questionFields,
} from '../../domain/question-content.ts';
import { builder } from '../builder.ts';
import { actorName } from '../loaders.ts';
import { QuestionContentRef } from '../question/type.ts';

/** A version and its predecessor, from which the changes are computed. */
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
    CREATED: { value: 'created' as string, description: 'The first version.' },
    UPDATED: { value: 'updated' as string, description: 'At least one field was changed.' },
    DELETED: {
      value: 'deleted' as string,
      description: 'The question was deleted; its content is the last one.',
    },
    RESTORED: { value: 'restored' as string, description: 'An earlier version was restored.' },
  },
});

export const QuestionFieldEnum = builder.enumType('QuestionField', {
  description: 'A field of a question that clients can set.',
  values: Object.fromEntries(
    questionFields.map((field) => [toSnakeCase(field).toUpperCase(), { value: field }]),
  ),
});

const FieldChangeRef = builder.objectRef<FieldChange>('QuestionFieldChange').implement({
  description: 'One field before and after a change.',
  fields: (t) => ({
    field: t.expose('field', { type: QuestionFieldEnum }),
    fieldName: t.string({
      description: 'The name of the field in REST.',
      resolve: ({ field }) => toSnakeCase(field),
    }),
    before: t.expose('before', { type: 'JSON', nullable: true }),
    after: t.expose('after', { type: 'JSON', nullable: true }),
  }),
});

export const QuestionVersionRef = builder.objectRef<HistoryEntry>('QuestionVersion').implement({
  description: 'One entry in the history of a question: who changed what, and when.',
  fields: (t) => ({
    version: t.int({
      description: 'The version that the change created.',
      resolve: ({ version }) => version.version,
    }),
    change: t.field({
      type: ChangeEnum,
      resolve: ({ version }) => version.change,
    }),
    changeName: t.string({
      description: 'The change as in REST.',
      resolve: ({ version }) => version.change,
      extensions: { jsonSchema: { enum: ['created', 'updated', 'deleted', 'restored'] } },
    }),
    changedBy: t.string({
      description:
        'Caller id of the author: `account:<id>`, `key:<id>`, `samples` or another system name.',
      resolve: ({ version }) => version.changedBy,
    }),
    changedByName: t.string({
      nullable: true,
      description:
        'E-mail address of the account or name of the API key; null for callers without `questions:write`, and if it was deleted.',
      resolve: ({ version }, _args, context) =>
        context.caller.scopes.has('questions:write') ? actorName(context, version.changedBy) : null,
    }),
    changedAt: t.field({
      type: 'DateTime',
      resolve: ({ version }) => version.changedAt,
    }),
    changes: t.field({
      type: [FieldChangeRef],
      description: 'The fields that differ from the previous version; empty for the first.',
      extensions: { length: 1 },
      resolve: ({ version, previous }) => listChanges(previous, version),
    }),
    content: t.field({
      type: QuestionContentRef,
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
