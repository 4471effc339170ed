import type { AnalysisRecord } from '../db/analysis-read.ts';
import type { Database } from '../db/database.ts';
import { inSnakeCase } from '../domain/naming.ts';
import { tellMembers, tellValue } from './tell-value.ts';

const mostShown = 10;
const mostRows = 5;
const longestText = 70;

interface Item {
  readonly question_id: string;
  readonly flagged: boolean;
  readonly score: number;
  readonly reasons: readonly string[];
  readonly findings?: readonly { readonly message: string; readonly fix?: string | null }[];
}

/** What came of a run: a screen for people, or all of it as JSON. */
export async function tellRun(
  database: Database,
  run: AnalysisRecord,
  asJson: boolean,
): Promise<string> {
  const { durationOf, findStale, readDetails, readItems } = await import('../db/analysis-read.ts');
  const details = await readDetails(database, run.id);
  const limit = asJson ? (run.itemCount ?? 0) : mostShown;
  const items = (await readItems(database, run.id, limit, 0)) as Item[];
  if (asJson) {
    const result = run.status === 'SUCCEEDED' ? { summary: run.summary, ...details, items } : null;
    const stale = (await findStale(database, [run.id])).has(run.id);
    const selection = run.selection && inSnakeCase(run.selection);
    return JSON.stringify(
      inSnakeCase({ ...run, selection, result, stale, durationMs: durationOf(run) }),
    );
  }
  const { warnings = [] } = details as { warnings?: { code: string; detail: string }[] };
  return [
    `${run.analysisType}, ${count(run.questionCount)} questions, ${run.status.toLowerCase()}${tellSeconds(durationOf(run))}`,
    ...section('', Object.entries(run.summary ?? {}).flatMap(tellFigure)),
    ...Object.entries(details).flatMap(([name, rows]) => tellTable(name, rows)),
    ...section(titleOf(run, items), await tellItems(database, items)),
    ...section(
      'Warnings',
      warnings.map(({ code, detail }) => `  ${code}: ${detail}`),
    ),
    '',
    `Kept as ${run.id}; --json prints all of it.`,
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return ['', ...(title ? [title] : []), ...lines];
}

function titleOf({ itemCount }: AnalysisRecord, items: readonly Item[]): string {
  const shown = `${items.length} of ${count(itemCount ?? 0)}`;
  return `Worst first, by a score from 0 (bad) to 1 (${shown}; --json prints all)`;
}

function tellFigure([name, value]: [string, unknown]): string[] {
  const told = tellValue(name, value);
  return told === undefined ? [] : [`  ${name.replaceAll('_', ' ').padEnd(24)} ${told}`];
}

/** The first rows of what a result lists beside its items. */
function tellTable(name: string, rows: unknown): string[] {
  if (name === 'warnings' || !Array.isArray(rows)) return [];
  const title = `${name.replaceAll('_', ' ')} (${Math.min(rows.length, mostRows)} of ${count(rows.length)})`;
  const lines = rows.slice(0, mostRows).map((row) => `  ${tellMembers(row)}`);
  return section(title.charAt(0).toUpperCase() + title.slice(1), lines);
}

/** The questions as people know them: by their text. */
async function tellItems(database: Database, items: readonly Item[]): Promise<string[]> {
  const questions = await database.prisma.question.findMany({
    where: { id: { in: items.map(({ question_id }) => question_id) } },
    select: { id: true, questionText: true },
  });
  const texts = new Map(questions.map(({ id, questionText }) => [id, questionText]));
  return items.flatMap((item) => {
    const { question_id, score, reasons } = item;
    return [
      `  ${score.toFixed(2)}  ${shorten(texts.get(question_id) ?? 'a question that is gone')}`,
      `        ${question_id}  ${reasons.join(', ')}`,
      ...tellMore(item),
    ];
  });
}

/** What an item says beyond what all items say, and the sentences of its findings. */
function tellMore(item: Item): string[] {
  const told = tellMembers(item, ['question_id', 'flagged', 'score', 'reasons']);
  const sentences = (item.findings ?? [])
    .slice(0, mostRows)
    .map(({ message, fix }) =>
      fix === undefined || fix === null ? message : `${message} Better: ${JSON.stringify(fix)}`,
    );
  return [told, ...sentences].filter((line) => line !== '').map((line) => `        ${line}`);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > longestText ? `${line.slice(0, longestText - 1)}…` : line;
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function tellSeconds(milliseconds: number | null): string {
  return milliseconds === null ? '' : ` in ${(milliseconds / 1000).toFixed(1)} s`;
}
