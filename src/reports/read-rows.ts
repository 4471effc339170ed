import type { ReportColumn, ReportTable } from '../analyses/report.ts';
import type { AnalysisRecord } from '../db/analysis-read.ts';
import type { Database } from '../db/database.ts';

/** A run with all of its result but the items, which are read in pages. */
export interface ReportSource {
  readonly database: Database;
  readonly run: AnalysisRecord;
  readonly details: object;
}

export interface ShownQuestion {
  readonly text: string;
  readonly answer: string;
}

/** One cell: the value of the result, and the questions it names. */
export interface Cell {
  readonly value: unknown;
  readonly questions?: readonly ShownQuestion[];
}

export type Row = readonly Cell[];

const pageSize = 1000;
const deleted: ShownQuestion = { text: '(deleted question)', answer: '' };

export interface ReadOptions {
  /** Also the rows that are left out for people. */
  readonly isWhole?: boolean;
  /** How many rows a page has; all but the last are full. */
  readonly pageRows?: number;
}

/** The rows of a table in pages: a result may list a million questions. */
export async function* readRows(
  source: ReportSource,
  table: ReportTable,
  columns: readonly ReportColumn[],
  { isWhole = false, pageRows = pageSize }: ReadOptions = {},
): AsyncGenerator<Row[]> {
  const { database } = source;
  let waiting: object[] = [];
  for await (const objects of readInOrder(source, table, isWhole)) {
    waiting = waiting.concat(objects);
    while (waiting.length >= pageRows) {
      yield await addQuestions(database, waiting.slice(0, pageRows), columns);
      waiting = waiting.slice(pageRows);
    }
  }
  if (waiting.length > 0) yield await addQuestions(database, waiting, columns);
}

/** How many rows people see of a table; undefined if finding out means to read a large result. */
export async function countRows(
  source: ReportSource,
  table: ReportTable,
): Promise<number | undefined> {
  const { itemCount } = source.run;
  if (table.rows === 'items') return itemCount ?? 0;
  if (table.rows.startsWith('items.') && (itemCount ?? 0) > pageSize) return undefined;
  let count = 0;
  for await (const objects of readObjects(source, table, false)) count += objects.length;
  return count;
}

/** Whether a table has any row, for people or at all. */
export async function hasRows(source: ReportSource, table: ReportTable): Promise<boolean> {
  for await (const objects of readObjects(source, table, true)) {
    if (objects.length > 0) return true;
  }
  return false;
}

/** Whether there is anything to show. */
export function hasValue(cell: Cell | undefined): boolean {
  const value = cell?.value;
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** In one pass for each value: rows in memory would be too many to sort. */
async function* readInOrder(
  source: ReportSource,
  table: ReportTable,
  isWhole: boolean,
): AsyncGenerator<object[]> {
  const { order } = table;
  if (!order) return yield* readObjects(source, table, isWhole);
  const seen = new Set<unknown>();
  for (const [at, value] of order.values.entries()) {
    if (at > 0 && !seen.has(value)) continue;
    for await (const objects of readObjects(source, table, isWhole)) {
      for (const object of objects) seen.add(valueAt(object, order.field));
      yield objects.filter((object) => valueAt(object, order.field) === value);
    }
  }
}

async function* readObjects(
  { database, run, details }: ReportSource,
  { rows, nonZero }: ReportTable,
  isWhole: boolean,
): AsyncGenerator<object[]> {
  const [first = '', ...nested] = rows.split('.');
  const isShown = (object: object) =>
    isWhole || nonZero === undefined || valueAt(object, nonZero) !== 0;
  if (first !== 'items') {
    return yield expand(whole(run, details), [first, ...nested]).filter(isShown);
  }
  const { readItems } = await import('../db/analysis-read.ts');
  for (let from = 0; from < (run.itemCount ?? 0); from += pageSize) {
    const items = await readItems(database, run.id, pageSize, from);
    yield items.flatMap((item) => expand(item, nested)).filter(isShown);
  }
}

function whole({ summary }: AnalysisRecord, details: object): object {
  return { summary, ...details };
}

/** The objects at a path, each with the fields of the objects around it. */
function expand(outer: object, [name, ...rest]: readonly string[]): object[] {
  if (name === undefined) return [outer];
  const inner = (outer as Record<string, unknown>)[name];
  const objects = Array.isArray(inner) ? inner : inner ? [inner] : [];
  return objects.flatMap((each) => expand({ ...outer, ...each }, rest));
}

async function addQuestions(
  { prisma }: Database,
  objects: readonly object[],
  columns: readonly ReportColumn[],
): Promise<Row[]> {
  const named = columns.filter(({ shows }) => shows);
  const ids = objects.flatMap((object) => named.flatMap(({ field }) => idsIn(object, field)));
  const stored =
    ids.length === 0
      ? []
      : await prisma.question.findMany({
          where: { id: { in: [...new Set(ids)] } },
          select: { id: true, questionText: true, correctAnswer: true },
        });
  const byId = new Map(
    stored.map(({ id, questionText: text, correctAnswer: answer }) => [id, { text, answer }]),
  );
  return objects.map((object) =>
    columns.map(({ field, shows }) => {
      const value = valueAt(object, field);
      if (!shows) return { value };
      return { value, questions: idsIn(object, field).map((id) => byId.get(id) ?? deleted) };
    }),
  );
}

function idsIn(object: object, field: string): string[] {
  const value = valueAt(object, field);
  return [value].flat().filter((each) => typeof each === 'string');
}

/** Of a list of objects, the values of all. */
function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((current, name) => {
    if (Array.isArray(current)) return current.map((each) => valueAt(each, name));
    return (current as Record<string, unknown> | null | undefined)?.[name];
  }, value);
}
