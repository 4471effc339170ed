import type { z } from 'zod';
import { resultHints } from './result-schema.ts';

/** A part of a result that people read as a table. What its values are comes from the schema. */
export interface ReportTable {
  /** Selects it: `analyze coverage --table gaps`. */
  readonly name: string;
  /** The field of the result that holds the rows. In `items.findings`, a finding is a row. */
  readonly rows: string;
  /**
   * Heading and field of each column. A field may be inside an object or a list (`terms.term`), for
   * nested rows in the outer object, and for an id of a question its answer (`question_id.answer`).
   */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns that text shows on lines below others: the second question of a pair. */
  readonly below?: Readonly<Record<string, string>>;
  /** Two fields of a row that are printed below the table in full: a label, and a sentence about it. */
  readonly notes?: { readonly label: string; readonly text: string };
  /** Rows in which this count is 0 are left to CSV: rules without findings. */
  readonly nonZero?: string;
  /** Rows come in the order of these values of a field. */
  readonly order?: { readonly field: string; readonly values: readonly string[] };
}

/** `points` are percentage points; an `index` counts from 0, and people from 1. */
export type Unit = 'share' | 'points' | 'p' | 'difficulty' | 'index';

export interface ReportColumn {
  readonly title: string;
  readonly field: string;
  readonly unit: Unit | undefined;
  /** The values of an enum as people know them. */
  readonly titles?: Readonly<Record<string, string>> | undefined;
  /** Whether the field is the id of a question, and what of the question is shown. */
  readonly shows: 'text' | 'answer' | undefined;
  /** The heading of the column that text shows it below. */
  readonly below: string | undefined;
}

/** The columns of a table; throws if the result has no such field. */
export function readColumns(
  result: z.ZodType,
  { rows, columns, below: placed = {} }: Pick<ReportTable, 'rows' | 'columns' | 'below'>,
): ReportColumn[] {
  return Object.entries(columns).map(([title, path]) => {
    const below = placed[title];
    const question = /^(.+)\.answer$/.exec(path)?.[1];
    const asked = question === undefined ? undefined : findField(result, rows, question);
    if (question !== undefined && asked && isQuestionId(asked)) {
      return { title, field: question, unit: undefined, shows: 'answer', below };
    }
    const found = findField(result, rows, path);
    if (!found) throw new Error(`The rows of ${rows} have no field ${path}.`);
    const shows = isQuestionId(found) ? 'text' : undefined;
    const unit = unitOf(path, found);
    return { title, field: path, unit, titles: titlesOf(found), shows, below };
  });
}

/** The unit of a field by its name or its schema. */
export function unitOf(path: string, schema: z.ZodType | undefined): Unit | undefined {
  const name = path.split('.').at(-1) ?? '';
  if (name === 'p' || name.startsWith('p_')) return 'p';
  if (name.endsWith('difficulty')) return 'difficulty';
  if (name === 'index') return 'index';
  return schema && resultHints.get(schema)?.unit;
}

export function titlesOf(schema: z.ZodType | undefined): ReportColumn['titles'] {
  return schema && resultHints.get(schema)?.titles;
}

/** The schema of a field of a result, such as `summary.score`. */
export function fieldAt(schema: z.ZodType, path: string): z.ZodType | undefined {
  let current: z.ZodType | undefined = unwrap(schema);
  for (const name of path.split('.')) {
    const shape: Record<string, z.ZodType> | undefined = (
      current as Partial<z.ZodObject> | undefined
    )?.shape as Record<string, z.ZodType> | undefined;
    current = shape?.[name] && unwrap(shape[name]);
  }
  return current;
}

/** In the rows, or in an object that contains them. */
function findField(result: z.ZodType, rows: string, path: string): z.ZodType | undefined {
  const found = fieldAt(result, `${rows}.${path}`);
  const outer = rows.lastIndexOf('.');
  return found || outer < 0 ? found : findField(result, rows.slice(0, outer), path);
}

function isQuestionId(schema: z.ZodType): boolean {
  return resultHints.get(schema)?.questionField !== undefined;
}

/** Without what may be absent or repeated; hints of ids are on their list. */
function unwrap(schema: z.ZodType): z.ZodType {
  const { innerType, element } = schema.def as { innerType?: z.ZodType; element?: z.ZodType };
  if (element && resultHints.get(schema)?.questionField !== undefined) return schema;
  const inner = innerType ?? element;
  return inner ? unwrap(inner) : schema;
}
