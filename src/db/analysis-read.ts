import type { AnalysisStatus, RunError } from '../analyses/run-request.ts';
import type { Page } from '../domain/page.ts';
import { isUuid } from '../domain/uuid.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';

/** A run without its result and questions, which may be large. */
export interface AnalysisRecord {
  readonly id: string;
  readonly analysisType: string;
  readonly engineVersion: number;
  readonly status: AnalysisStatus;
  readonly progress: number;
  readonly parameters: Record<string, unknown>;
  readonly selection: Record<string, unknown> | null;
  readonly questionCount: number;
  readonly summary: Record<string, unknown> | null;
  readonly itemCount: number | null;
  readonly error: RunError | null;
  readonly createdBy: string;
  readonly attempt: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** Milliseconds from start to end; null until then. */
export function durationOf({ startedAt, finishedAt }: AnalysisRecord): number | null {
  return startedAt && finishedAt ? Math.max(0, finishedAt.getTime() - startedAt.getTime()) : null;
}

const columns = Prisma.sql`
  id, analysis_type AS "analysisType", engine_version AS "engineVersion", status, progress,
  parameters, selection, question_count AS "questionCount", summary, item_count AS "itemCount",
  error, created_by AS "createdBy", attempt, created_at AS "createdAt",
  started_at AS "startedAt", finished_at AS "finishedAt"`;

export async function findAnalysis(
  database: Database,
  id: string,
): Promise<AnalysisRecord | undefined> {
  if (!isUuid(id)) return undefined;
  const [found] = await database.query<AnalysisRecord>(
    Prisma.sql`SELECT ${columns} FROM analyses WHERE id = ${id}::uuid`,
  );
  return found;
}

export interface AnalysisFilter {
  readonly analysisType?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly questionId?: string | undefined;
}

export interface AnalysisPage {
  readonly analyses: AnalysisRecord[];
  readonly hasMore: boolean;
  readonly cursorOf: (analysis: AnalysisRecord) => string;
  readonly countTotal: () => Promise<number>;
}

/** A page of runs, newest first. */
export async function listAnalyses(
  database: Database,
  filter: AnalysisFilter,
  page: Page,
): Promise<AnalysisPage> {
  const matches = Prisma.sql`FROM analyses WHERE ${conditionsOf(filter)}`;
  const argument = page.isBackward ? 'before' : 'after';
  const isId = (value: string | number) => isUuid(String(value));
  const from = page.cursor === null ? null : decodeCursor(page.cursor, '-id', argument, isId).id;
  const direction = page.isBackward ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const side = page.isBackward ? Prisma.sql`>` : Prisma.sql`<`;
  const afterCursor = from === null ? Prisma.empty : Prisma.sql`AND id ${side} ${from}::uuid`;
  const rows = await database.query<AnalysisRecord>(Prisma.sql`
    SELECT ${columns} ${matches} ${afterCursor}
    ORDER BY id ${direction} LIMIT ${page.limit + 1} OFFSET ${page.offset}`);
  const analyses = rows.slice(0, page.limit);
  if (page.isBackward) analyses.reverse();
  return {
    analyses,
    hasMore: rows.length > page.limit,
    cursorOf: ({ id }) => encodeCursor({ order: '-id', value: id, id }),
    countTotal: async () => {
      const [row] = await database.query<{ total: number }>(
        Prisma.sql`SELECT count(*)::int AS total ${matches}`,
      );
      return row?.total ?? 0;
    },
  };
}

function conditionsOf({ analysisType, status, questionId }: AnalysisFilter): Prisma.Sql {
  const conditions = [
    analysisType && Prisma.sql`analysis_type = ANY(${analysisType})`,
    status && Prisma.sql`status = ANY(${status})`,
    questionId && Prisma.sql`question_ids @> ARRAY[${questionId}::uuid]`,
  ].filter((condition) => condition !== undefined && condition !== '');
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`TRUE`;
}

/** All of a result but its summary and items. */
export async function readDetails(database: Database, id: string): Promise<object> {
  const [row] = await database.query<{ details: object | null }>(
    Prisma.sql`SELECT details FROM analyses WHERE id = ${id}::uuid`,
  );
  return row?.details ?? {};
}

export async function readItems(
  database: Database,
  id: string,
  limit: number,
  offset: number,
): Promise<object[]> {
  const rows = await database.query<{ item: object }>(Prisma.sql`
    SELECT item FROM analysis_items
    WHERE analysis_id = ${id}::uuid AND position >= ${offset}::int
    ORDER BY position LIMIT ${limit}::int`);
  return rows.map(({ item }) => item);
}
