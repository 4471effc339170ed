import type { Response } from '../../db/generated/prisma/client.ts';
import type { ResponseImport } from '../../db/imports/import-responses.ts';
import { maxFaults } from '../../domain/errors.ts';
import { builder } from '../builder.ts';
import { ImportErrorRef } from '../import/type.ts';

export const ResponseRef = builder.objectRef<Response>('Response').implement({
  description: 'An answer of a respondent to a version of a question.',
  fields: (t) => ({
    id: t.exposeID('id'),
    questionId: t.exposeID('questionId'),
    version: t.exposeInt('version', { description: 'The version that was answered.' }),
    respondent: t.exposeString('respondent', {
      nullable: true,
      description: 'An opaque id of who answered; null for anonymous.',
    }),
    option: t.exposeString('option', {
      nullable: true,
      description: 'The chosen option, in the spelling of the question; null for another answer.',
    }),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'A free-text answer that is none of the choices.',
    }),
    score: t.exposeFloat('score', {
      description: '1 for correct, 0 for incorrect, or partial credit.',
    }),
    timeMs: t.exposeInt('timeMs', {
      nullable: true,
      description: 'Milliseconds from showing the question to the answer.',
    }),
    formId: t.exposeID('formId', { nullable: true }),
    sessionId: t.exposeID('sessionId', { nullable: true }),
    group: t.exposeString('group', { nullable: true, description: 'A group of respondents.' }),
    recordedAt: t.expose('recordedAt', { type: 'DateTime' }),
  }),
});

export const ResponseImportRef = builder.objectRef<ResponseImport>('ResponseImport').implement({
  description: 'What was read from a file of responses, and what was stored.',
  fields: (t) => ({
    format: t.exposeString('format', { description: 'csv or qti.' }),
    dryRun: t.exposeBoolean('dryRun', { description: 'Whether it was only tried.' }),
    read: t.exposeInt('read', { description: 'Responses of the file.' }),
    recorded: t.exposeInt('recorded', { description: 'Responses that were stored, or would be.' }),
    failed: t.exposeInt('failed'),
    errors: t.field({
      type: [ImportErrorRef],
      description: `The first ${maxFaults} failures.`,
      extensions: { length: 1 },
      resolve: ({ errors }) => errors.slice(0, maxFaults),
    }),
  }),
});
