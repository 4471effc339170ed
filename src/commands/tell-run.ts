import type { AnalysisRecord } from '../db/analysis-read.ts';
import type { Database } from '../db/database.ts';
import { inSnakeCase } from '../domain/naming.ts';

const mostShown = 10;
const longestText = 70;

interface Item {
  readonly question_id: string;
  readonly flagged: boolean;
  readonly score: number;
  readonly reasons: readonly string[];
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
    ...section('', Object.entries(run.summary ?? {}).map(tellFigure)),
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
  return `Worst first (${items.length} of ${count(itemCount ?? 0)})`;
}

function tellFigure([name, value]: [string, unknown]): string {
  return `  ${name.replaceAll('_', ' ').padEnd(24)} ${tellValue(name, value)}`;
}

function tellValue(name: string, value: unknown): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  const isShare = /share|score|rate$/.test(name) && value >= 0 && value <= 1;
  if (isShare) return `${(value * 100).toFixed(1)} %`;
  return Number.isInteger(value) ? count(value) : String(Number(value.toPrecision(4)));
}

/** The questions as people know them: by their text. */
async function tellItems(database: Database, items: readonly Item[]): Promise<string[]> {
  const questions = await database.prisma.question.findMany({
    where: { id: { in: items.map(({ question_id }) => question_id) } },
    select: { id: true, questionText: true },
  });
  const texts = new Map(questions.map(({ id, questionText }) => [id, questionText]));
  return items.flatMap(({ question_id, score, reasons }) => [
    `  ${score.toFixed(2)}  ${shorten(texts.get(question_id) ?? 'a question that is gone')}`,
    `        ${question_id}  ${reasons.join(', ')}`,
  ]);
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
