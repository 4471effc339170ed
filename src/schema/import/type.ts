import type { StoredImport } from '../../db/imports/import-store.ts';
import { maxFaults } from '../../domain/errors.ts';
import { duplicatePolicies, errorPolicies } from '../../formats/import-options.ts';
import {
  type ImportError,
  type ImportNote,
  type ImportReport,
  importStatuses,
  maxErrors,
} from '../../formats/import-report.ts';
import type { ImportColumn, SampleRow } from '../../formats/import-sample.ts';
import { encodings } from '../../formats/kit/decode-text.ts';
import { builder } from '../builder.ts';

const upperCase = (values: readonly string[]) =>
  Object.fromEntries(
    values.map((value) => [value.toUpperCase().replaceAll('-', '_'), { value }] as const),
  );

export const ErrorPolicyEnum = builder.enumType('ImportErrorPolicy', {
  description: 'What an import does with rows that fail: store nothing, or all others.',
  values: upperCase(errorPolicies),
});

export const DuplicatePolicyEnum = builder.enumType('ImportDuplicatePolicy', {
  description:
    'What an import does with questions that exist. AUTO updates by id or source and external id, and skips the same question and answer.',
  values: upperCase(duplicatePolicies),
});

export const EncodingEnum = builder.enumType('TextEncoding', {
  description: 'How a file stores its characters.',
  values: upperCase(encodings),
});

const ImportStatusEnum = builder.enumType('ImportStatus', {
  description: 'The state of an import.',
  values: Object.fromEntries(importStatuses.map((status) => [status, { value: status }])),
});

export const ImportErrorRef = builder.objectRef<ImportError>('ImportError').implement({
  description: 'Why a row failed.',
  fields: (t) => ({
    row: t.exposeInt('row', { nullable: true, description: 'From 1; null for the whole file.' }),
    line: t.exposeInt('line', { nullable: true }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The column or field of the file; null for the whole row.',
    }),
    value: t.exposeString('value', { nullable: true, description: 'What the file has there.' }),
    code: t.exposeString('code', { description: 'Machine-readable.' }),
    detail: t.exposeString('detail', { description: 'An explanation for people.' }),
    suggestion: t.exposeString('suggestion', { nullable: true }),
  }),
});

/** Errors of a typical report. */
const typicalErrors = 200;

export const ImportErrorsRef = builder
  .objectRef<Pick<ImportReport, 'errors' | 'more'>>('ImportErrors')
  .implement({
    description: 'All failures of an import.',
    fields: (t) => ({
      errors: t.field({
        type: [ImportErrorRef],
        description: `In the order of the file, ${maxErrors} at most.`,
        extensions: { length: typicalErrors },
        resolve: ({ errors }) => [...errors],
      }),
      more: t.exposeInt('more', { description: 'Failures beyond those listed.' }),
    }),
  });

const ImportNoteRef = builder.objectRef<ImportNote>('ImportNote').implement({
  description: 'A value of the file that was understood as another one.',
  fields: (t) => ({
    field: t.exposeString('field'),
    value: t.exposeString('value'),
    readAs: t.exposeString('readAs'),
    rows: t.exposeInt('rows', { description: 'How many rows have it.' }),
  }),
});

const ImportColumnRef = builder.objectRef<ImportColumn>('ImportColumn').implement({
  description: 'A column or field of the file, and what it was understood as.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As the file has it.' }),
    use: t.exposeString('use', {
      description:
        'field; choice or choices (the answer is one of them); incorrect; ignored; or unknown.',
    }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The field of a question, by its REST name; null for other uses.',
    }),
  }),
});

const ImportSampleRowRef = builder.objectRef<SampleRow>('ImportSampleRow').implement({
  description: 'A row as the file has it.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'From 1.' }),
    line: t.exposeInt('line', { nullable: true }),
    values: t.exposeStringList('values', {
      description: 'In the order of `columns`; long ones are shortened.',
    }),
  }),
});

export const ImportRef = builder.objectRef<StoredImport>('Import').implement({
  description: 'An import of a file, and its report.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'A UUIDv7.' }),
    status: t.expose('status', { type: ImportStatusEnum }),
    format: t.exposeString('format', { description: 'The id of the format.' }),
    dryRun: t.boolean({
      description: 'Whether it was only tried.',
      resolve: ({ options }) => options.dryRun,
    }),
    progress: t.exposeFloat('progress', { description: 'Fraction completed, 0 to 1.' }),
    read: t.int({ description: 'Rows of the file.', resolve: ({ report }) => report.read }),
    added: t.int({ resolve: ({ report }) => report.added }),
    updated: t.int({
      description: 'Restored questions included.',
      resolve: ({ report }) => report.updated,
    }),
    unchanged: t.int({ resolve: ({ report }) => report.unchanged }),
    skipped: t.int({ resolve: ({ report }) => report.skipped }),
    failed: t.int({ resolve: ({ report }) => report.failed }),
    errors: t.field({
      type: [ImportErrorRef],
      description: `The first ${maxFaults} failures; \`importErrors\` has all.`,
      extensions: { length: 1 },
      resolve: ({ report }) => report.errors.slice(0, maxFaults),
    }),
    more: t.int({
      description: 'Failures beyond those listed.',
      resolve: ({ report }) => report.more + Math.max(0, report.errors.length - maxFaults),
    }),
    notes: t.field({
      type: [ImportNoteRef],
      description: 'What was understood as something else: nothing is converted in silence.',
      extensions: { length: 1 },
      resolve: ({ report }) => [...report.notes],
    }),
    columns: t.field({
      type: [ImportColumnRef],
      description: 'The columns of the file, 50 at most.',
      extensions: { length: 1 },
      resolve: ({ report }) => [...(report.columns ?? [])],
    }),
    sample: t.field({
      type: [ImportSampleRowRef],
      description: 'The first 10 rows of the file, and the first 20 of those that failed.',
      extensions: { length: 1 },
      resolve: ({ report }) => [...(report.sample ?? [])],
    }),
    createdBy: t.exposeString('createdBy', { description: 'Caller id of whoever imported it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
});
