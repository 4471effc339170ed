import * as z from 'zod';
import { category, difficulty, questionRules } from '../../domain/question-input.ts';
import { fileFields } from '../format.ts';

const names = z.string().min(1).max(200);

/** How the values of a file are understood; can be saved under a name. */
export const mappingSchema = z
  .strictObject({
    columns: z
      .record(names, z.enum(fileFields as [string, ...string[]]).nullable())
      .meta({ description: "Fields by the file's names of columns; null ignores a column." }),
    categories: z.record(names, category).meta({ description: "Categories by the file's names." }),
    levels: z
      .record(names, difficulty)
      .meta({ description: "Difficulty levels by the file's names or numbers." }),
  })
  .partial();

export type Mapping = z.output<typeof mappingSchema>;

/** Values of rows that have none. */
export const defaultsSchema = z
  .strictObject({ category, difficulty, source: questionRules.source.unwrap() })
  .partial();

export type RowDefaults = z.output<typeof defaultsSchema>;
