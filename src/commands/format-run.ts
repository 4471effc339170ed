import type { AnalysisRecord } from '../db/analysis-read.ts';
import type { Database } from '../db/database.ts';
import { inSnakeCase } from '../domain/naming.ts';
import { formatFields, formatValue } from './format-value.ts';

const maxItems = 10;
const maxRows = 5;
const maxTextLength = 70;

interface Item {
  readonly question_id: string;
  readonly flagged: boolean;
  readonly score: number;
  readonly reasons: readonly string[];
  readonly findings?: readonly { readonly message: string; readonly fix?: string | null }[];
}

/** A summary of a run for the terminal, or the whole run as JSON. */
export async function formatRun(
  database: Database,
  run: AnalysisRecord,
  asJson: boolean,
): Promise<string> {
  const { durationOf, readDetails, readItems } = await import('../db/analysis-read.ts');
  const { findStale } = await import('../db/stale-runs.ts');
  const details = await readDetails(database, run.id);
  const limit = asJson ? (run.itemCount ?? 0) : maxItems;
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
    `${run.analysisType}, ${count(run.questionCount)} questions, ${run.status.toLowerCase()}${formatDuration(durationOf(run))}`,
    ...section('', Object.entries(run.summary ?? {}).flatMap(formatFigure)),
    ...Object.entries(details).flatMap(([name, rows]) => formatTable(name, rows)),
    ...section(titleOf(run, items), await formatItems(database, items)),
    ...section(
      'Warnings',
      warnings.map(({ code, detail }) => `  ${code}: ${detail}`),
    ),
    '',
    `Saved as analysis ${run.id}. Use --json for the full result.`,
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return ['', ...(title ? [title] : []), ...lines];
}

function titleOf({ itemCount }: AnalysisRecord, items: readonly Item[]): string {
  const shown = `${items.length} of ${count(itemCount ?? 0)}`;
  return `Lowest scores first, from 0 (worst) to 1 (best) (${shown}; use --json for all)`;
}

function formatFigure([name, value]: [string, unknown]): string[] {
  const text = formatValue(name, value);
  return text === undefined ? [] : [`  ${name.replaceAll('_', ' ').padEnd(24)} ${text}`];
}

/** The first rows of a table in a result. */
function formatTable(name: string, rows: unknown): string[] {
  if (name === 'warnings' || !Array.isArray(rows)) return [];
  const title = `${name.replaceAll('_', ' ')} (${Math.min(rows.length, maxRows)} of ${count(rows.length)})`;
  const lines = rows.slice(0, maxRows).map((row) => `  ${formatFields(row)}`);
  return section(title.charAt(0).toUpperCase() + title.slice(1), lines);
}

async function formatItems(database: Database, items: readonly Item[]): Promise<string[]> {
  const questions = await database.prisma.question.findMany({
    where: { id: { in: items.map(({ question_id }) => question_id) } },
    select: { id: true, questionText: true },
  });
  const texts = new Map(questions.map(({ id, questionText }) => [id, questionText]));
  return items.flatMap((item) => {
    const { question_id, score, reasons } = item;
    return [
      `  ${score.toFixed(2)}  ${shorten(texts.get(question_id) ?? '(deleted question)')}`,
      `        ${question_id}  ${reasons.join(', ')}`,
      ...formatItemDetails(item),
    ];
  });
}

/** The fields that only this type of analysis has, and the messages of the findings. */
function formatItemDetails(item: Item): string[] {
  const fields = formatFields(item, ['question_id', 'flagged', 'score', 'reasons']);
  const messages = (item.findings ?? [])
    .slice(0, maxRows)
    .map(({ message, fix }) =>
      fix === undefined || fix === null ? message : `${message} Suggested: ${JSON.stringify(fix)}`,
    );
  return [fields, ...messages].filter((line) => line !== '').map((line) => `        ${line}`);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > maxTextLength ? `${line.slice(0, maxTextLength - 1)}…` : line;
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function formatDuration(milliseconds: number | null): string {
  return milliseconds === null ? '' : ` in ${(milliseconds / 1000).toFixed(1)} s`;
}
