import * as z from 'zod';
import { toSnakeCase } from '../../domain/naming.ts';
import { importOptionFields } from '../../formats/import-input.ts';
import { formats } from '../../formats/registry.ts';
import type { Parameter, Row } from '../rest/row.ts';
import { rowNamed, type Tool } from './tool.ts';

const isText = (id: string) =>
  formats.some((format) => format.id === id && format.reader.kind === 'text');
const textFormats = formats.flatMap(({ id, write }) => (write && isText(id) ? [id] : []));

/** Arguments are typed, unlike query strings. */
const importParameters: Record<string, Parameter> = Object.fromEntries(
  Object.entries(importOptionFields).map(([name, schema]) => [
    toSnakeCase(name),
    { schema, variable: `input.${name}` },
  ]),
);

const { isUpload: _, ...importRow } = rowNamed('importQuestions');

const importText: Row = {
  ...importRow,
  query: {
    content: {
      schema: z.string().min(1).meta({ description: 'The text of the file.' }),
      variable: 'input.content',
      isRequired: true,
    },
    ...importParameters,
  },
};

const exportRow = rowNamed('exportQuestions');

const exportText: Row = {
  ...exportRow,
  query: {
    ...exportRow.query,
    format: {
      schema: z
        .enum(textFormats as [string, ...string[]])
        .meta({ description: 'The format; default jsonl.' }),
      variable: 'format',
    },
  },
};

/** Tools that bring questions in and out as the text of a file. */
export const transferTools: readonly Tool[] = [
  {
    name: 'import_questions',
    title: 'Import questions',
    description:
      'Adds or updates questions from the text of a file (CSV, JSON Lines, GIFT and others; detected by default). Try dry_run first: it reports each row that would fail, with a suggestion.',
    row: importText,
    undo: (_given, { id, added, updated }) =>
      added + updated > 0 ? { tool: 'undo_import', arguments: { id } } : undefined,
  },
  {
    name: 'get_import',
    title: 'Get an import',
    description: 'The state and the report of an import.',
    row: rowNamed('getImport'),
  },
  {
    name: 'undo_import',
    title: 'Undo an import',
    description: 'Takes an import back as a whole, while none of its questions has changed since.',
    row: rowNamed('undoImport'),
    isDestructive: true,
  },
  {
    name: 'export_questions',
    title: 'Export questions',
    description:
      'Questions that match the criteria as the text of a file, and what the format cannot hold. A long file is cut: narrow the criteria.',
    row: exportText,
  },
];
