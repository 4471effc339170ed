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

/** The rows of a table in pages: a result may list a million questions. */
export async function* readRows(
  source: ReportSource,
  { rows: path }: ReportTable,
  columns: readonly ReportColumn[],
): AsyncGenerator<Row[]> {
  for await (const objects of readObjects(source, path.split('.'))) {
    for (let from = 0; from < objects.length; from += pageSize) {
      yield await addQuestions(source.database, objects.slice(from, from + pageSize), columns);
    }
  }
}

/** How many rows a table has; undefined if that is not known before reading them. */
export function countRows({ run, details }: ReportSource, path: string): number | undefined {
  if (path === 'items') return run.itemCount ?? 0;
  return path.startsWith('items.')
    ? undefined
    : expand(whole(run, details), path.split('.')).length;
}

async function* readObjects(
  { database, run, details }: ReportSource,
  [first = '', ...nested]: readonly string[],
): AsyncGenerator<object[]> {
  if (first !== 'items') return yield expand(whole(run, details), [first, ...nested]);
  const { readItems } = await import('../db/analysis-read.ts');
  for (let from = 0; from < (run.itemCount ?? 0); from += pageSize) {
    const items = await readItems(database, run.id, pageSize, from);
    yield items.flatMap((item) => expand(item, nested));
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
