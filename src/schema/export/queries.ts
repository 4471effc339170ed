import { readQuestions } from '../../db/question-export.ts';
import { assertSearchable } from '../../db/question-search.ts';
import { validationError } from '../../domain/errors.ts';
import { toSnakeCase } from '../../domain/naming.ts';
import { type QuestionFilter, questionFilter } from '../../domain/question-criteria.ts';
import { parseBy } from '../../domain/rules.ts';
import { addLosses } from '../../formats/export-losses.ts';
import type { Format } from '../../formats/format.ts';
import { findFormat } from '../../formats/registry.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FormatEnum } from '../format/type.ts';
import { withoutNulls } from '../page.ts';
import { QuestionFilterInput } from '../question/inputs.ts';

interface Export {
  readonly format: Format;
  readonly filter: QuestionFilter;
}

const LossRef = builder.objectRef<{ field: string; rows: number }>('ExportLoss').implement({
  description: 'A field that the format cannot hold, or not exactly.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The field by its REST name.' }),
    rows: t.exposeInt('rows', { description: 'How many questions lose its value.' }),
  }),
});

const ExportRef = builder.objectRef<Export>('QuestionExport').implement({
  description: 'An export of questions: where it is read, and what it loses.',
  fields: (t) => ({
    format: t.string({ description: 'The id of the format.', resolve: ({ format }) => format.id }),
    mediaType: t.string({ resolve: ({ format }) => format.mediaType }),
    url: t.string({
      description: 'The path at which REST streams the file, with the same credential.',
      resolve: ({ format, filter }) => `/questions/export?${toQuery(format, filter)}`,
    }),
    losses: t.field({
      type: [LossRef],
      description: 'Empty if the format holds everything. Reads all the questions.',
      extensions: { length: 1 },
      resolve: (exported, _args, context) => listLosses(exported, context),
    }),
  }),
});

builder.queryFields((t) => ({
  exportQuestions: t.field({
    type: ExportRef,
    nullable: true,
    description: 'Exports the questions that match the filter to a file.',
    extensions: { access: 'questions:read' },
    args: {
      format: t.arg({ type: FormatEnum, defaultValue: 'jsonl' }),
      filter: t.arg({ type: QuestionFilterInput, description: 'Default: all questions.' }),
    },
    resolve: async (_root, { format: id, filter: given }, context) => {
      const format = findFormat(id ?? 'jsonl');
      if (!format?.write) {
        const detail = 'This format can only be imported.';
        throw validationError('BAD_REQUEST', [{ path: ['format'], code: 'unsupported', detail }]);
      }
      const filter = parseBy(questionFilter, withoutNulls(given ?? {}), 'BAD_REQUEST');
      const path = ['filter', 'search'];
      await assertSearchable(context.database, filter.search, { code: 'BAD_REQUEST', path });
      await context.chargeTransfer();
      const pages = readQuestions(context.database, filter);
      context.offer?.({ format, chunks: format.write(pages) });
      return { format, filter };
    },
  }),
}));

async function listLosses({ format, filter }: Export, { database, deadline }: Context) {
  if (!format.losses) return [];
  const losses: Record<string, number> = {};
  for await (const page of readQuestions(database, filter)) {
    addLosses(losses, format, page);
    deadline.restart();
  }
  return Object.entries(losses).map(([field, rows]) => ({ field, rows }));
}

function toQuery(format: Format, filter: QuestionFilter): string {
  const query = new URLSearchParams({ format: format.id });
  for (const [name, value] of Object.entries(filter)) query.set(toSnakeCase(name), String(value));
  return query.toString();
}
