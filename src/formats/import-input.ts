import * as z from 'zod';
import { category, difficulty, questionRules } from '../domain/question-input.ts';
import { defineRules } from '../domain/rules.ts';
import { onDuplicateSchema, onErrorSchema } from './import-options.ts';
import { encodings } from './kit/decode-text.ts';
import { formatIds } from './registry.ts';
import { mappingSchema } from './rows/row-options.ts';

/** The options of an import, as both interfaces take them. */
export const importOptionFields = {
  format: z.enum(formatIds).meta({ description: 'The format of the file; detected by default.' }),
  encoding: z.enum(encodings).meta({ description: 'The encoding of a text; detected by default.' }),
  onError: onErrorSchema,
  onDuplicate: onDuplicateSchema,
  dryRun: z.boolean().meta({ description: 'Report what would happen and store nothing.' }),
  category: category.meta({ description: 'Of rows without a category.' }),
  difficulty: difficulty.meta({ description: 'Of rows without a difficulty: 0 to 2.' }),
  source: questionRules.source.unwrap().meta({ description: 'Of rows without a source.' }),
  mapping: z.union([z.string().max(100_000), mappingSchema]).meta({
    description: 'Maps columns, categories and levels: JSON, or the name of a saved one.',
  }),
  saveMapping: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^{]/)
    .meta({ description: 'Saves the mapping under this name.' }),
};

export const importInput = defineRules(
  z.strictObject({ ...importOptionFields, content: z.string(), isBase64: z.boolean() }).partial(),
);
