import * as z from 'zod';
import { toSnakeCase } from '../../domain/naming.ts';
import { errorsToCsv } from '../../formats/error-csv.ts';
import { importOptionFields } from '../../formats/import-input.ts';
import { formatIds, formats } from '../../formats/registry.ts';
import { criteria } from './questions.ts';
import type { OtherForm, Parameter, ResponseBody, Row } from './row.ts';

const errorFields = 'row line field value code detail suggestion';

const importFragment = `
  fragment Import on Import {
    id
    status
    format
    dry_run: dryRun
    progress
    read
    added
    updated
    unchanged
    skipped
    failed
    errors { ${errorFields} }
    more
    notes { field value read_as: readAs rows }
    columns { name use field }
    sample { row line values }
    created_by: createdBy
    created_at: createdAt
    finished_at: finishedAt
  }`;

const errorTable: OtherForm = {
  type: 'text/csv',
  description: 'The same as a table.',
  write: ({ data }: ResponseBody) => ({ headers: {}, body: errorsToCsv(data) }),
};

const writable = formats.filter(({ write }) => write).map(({ id }) => id) as [string, ...string[]];

/** That of the default format first. */
const mediaTypes = [
  ...new Set([
    'application/x-ndjson',
    ...formats.flatMap(({ write, mediaType }) => (write ? mediaType : [])),
  ]),
];

const exportFormat: Parameter = {
  schema: z.enum(writable).meta({ description: 'The format; default jsonl.' }),
  variable: 'format',
};

/** A query string has texts alone. */
const texts: Record<string, z.ZodType> = {
  dryRun: z
    .enum(['true', 'false'])
    .meta({ description: 'Report what would happen; store nothing.' }),
  mapping: z.string().max(10_000).meta({
    description: 'Maps columns, categories and levels: JSON, or the name of a saved mapping.',
  }),
};

const importOptions: Record<string, Parameter> = Object.fromEntries(
  Object.entries(importOptionFields).map(([name, schema]) => [
    toSnakeCase(name),
    {
      schema: texts[name] ?? schema,
      variable: `input.${name}`,
      ...(name === 'dryRun' && { read: (value: unknown) => value === 'true' }),
    },
  ]),
);

export const transferRows: readonly Row[] = [
  {
    method: 'GET',
    path: '/formats',
    name: 'listFormats',
    summary: 'List the file formats of questions, and what each can hold',
    document: `
      query ListFormats {
        data: formats { ...Format }
      }
      fragment Format on Format {
        id: name
        title
        media_type: mediaType
        extension
        holds
        writable
      }`,
    success: { status: 200 },
    errors: [],
  },
  {
    method: 'POST',
    path: '/questions/import',
    name: 'importQuestions',
    summary: `Import questions from a file (${formatIds.join(', ')}); responds 202 when it is stored in the background`,
    query: importOptions,
    isUpload: true,
    document: `
      mutation ImportQuestions($input: ImportQuestionsInput = {}) {
        body: importQuestions(input: $input) { ...Import }
      } ${importFragment}`,
    success: {
      status: 200,
      isUnfinished: ({ status }) => status === 'QUEUED' || status === 'RUNNING',
      location: ({ id }) => `/imports/${id}`,
    },
    errors: [],
  },
  {
    method: 'GET',
    path: '/questions/export',
    name: 'exportQuestions',
    summary: 'Export questions to a file; the header Export-Loss names fields that it cannot hold',
    query: { format: exportFormat, ...criteria },
    document: `
      query ExportQuestions($format: FormatId, $filter: QuestionFilter) {
        body: exportQuestions(format: $format, filter: $filter) { losses { field rows } }
      }`,
    success: { status: 200, downloads: mediaTypes },
    errors: [],
  },
  {
    method: 'GET',
    path: '/questions/export/loss',
    name: 'getExportLoss',
    summary: 'Count the questions whose fields an export cannot hold',
    query: { format: exportFormat, ...criteria },
    document: `
      query GetExportLoss($format: FormatId, $filter: QuestionFilter) {
        body: exportQuestions(format: $format, filter: $filter) {
          format
          media_type: mediaType
          url
          data: losses { field rows }
        }
      }`,
    success: { status: 200 },
    errors: [],
  },
  {
    method: 'GET',
    path: '/imports/{id}',
    name: 'getImport',
    summary: 'Get an import and its report',
    document: `query GetImport($id: ID!) { body: import(id: $id) { ...Import } } ${importFragment}`,
    success: { status: 200 },
    errors: ['NOT_FOUND'],
  },
  {
    method: 'GET',
    path: '/imports/{id}/errors',
    name: 'listImportErrors',
    summary: 'List all failures of an import, as JSON or CSV',
    document: `
      query ListImportErrors($id: ID!) {
        body: importErrors(id: $id) { data: errors { ...ImportError } more }
      }
      fragment ImportError on ImportError { ${errorFields} }`,
    success: { status: 200, otherForms: [errorTable] },
    errors: ['NOT_FOUND'],
  },
  {
    method: 'POST',
    path: '/imports/{id}/cancel',
    name: 'cancelImport',
    summary: 'Cancel an import that is queued or running; nothing of it is stored',
    document: `
      mutation CancelImport($id: ID!) { body: cancelImport(id: $id) { ...Import } } ${importFragment}`,
    success: { status: 200 },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  {
    method: 'POST',
    path: '/imports/{id}/undo',
    name: 'undoImport',
    summary: 'Undo an import as a whole, while none of its questions has changed since',
    document: `
      mutation UndoImport($id: ID!) { body: undoImport(id: $id) { ...Import } } ${importFragment}`,
    success: { status: 200 },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
];
