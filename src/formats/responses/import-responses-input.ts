import * as z from 'zod';
import { questionRules } from '../../domain/question-input.ts';
import { defineRules } from '../../domain/rules.ts';
import { text } from '../../domain/text.ts';
import { onErrorSchema } from '../import-options.ts';
import { cellKinds, responseFormats } from './response-row.ts';

/** The options of an import of responses, as both interfaces take them. */
export const responseImportFields = {
  format: z
    .enum(responseFormats)
    .meta({ description: 'csv or qti (results); detected by default.' }),
  onError: onErrorSchema,
  dryRun: z.boolean().meta({ description: 'Report what would happen and store nothing.' }),
  cells: z.enum(cellKinds).meta({
    description: 'What the cells of a table with one respondent a row hold; default score.',
  }),
  source: questionRules.source.unwrap().meta({
    description: 'The source of questions that the file names by their external id.',
  }),
  group: text(1, 200).meta({ description: 'Of responses without a group.' }),
};

export const responseImportInput = defineRules(
  z.strictObject({ ...responseImportFields, content: z.string(), isBase64: z.boolean() }).partial(),
);

export type ResponseImportOptions = Omit<
  z.output<typeof responseImportInput.schema>,
  'content' | 'isBase64'
>;
