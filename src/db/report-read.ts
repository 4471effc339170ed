import { isUuid } from '../domain/uuid.ts';
import type { ReportData, ReportQuestion, ReportRun } from '../web/report/report-data.ts';
import { type AnalysisRecord, durationOf, readDetails, readItems } from './analysis-read.ts';
import type { Database } from './database.ts';
import { findStale } from './stale-runs.ts';

/** As many items as the API gives at once. */
const maxItems = 1000;
/** More than any report shows of a long list. */
const maxQuestions = 2000;
const pageSize = 500;

type Described = Pick<ReportRun, 'title' | 'description'>;

/** What the report of a finished run shows. */
export async function readReportData(
  database: Database,
  run: AnalysisRecord,
  { title, description }: Described,
): Promise<ReportData> {
  const [details, items, stale] = await Promise.all([
    readDetails(database, run.id),
    readItems(database, run.id, maxItems, 0),
    findStale(database, [run.id]),
  ]);
  const result = { summary: run.summary, ...details, items };
  return {
    run: {
      id: run.id,
      analysis_type: run.analysisType,
      title,
      description,
      engine_version: run.engineVersion,
      parameters: run.parameters,
      selection: run.selection,
      question_count: run.questionCount,
      item_count: run.itemCount,
      stale: stale.has(run.id),
      finished_at: run.finishedAt?.toISOString() ?? null,
      duration_ms: durationOf(run),
    },
    result,
    questions: await readQuestions(database, idsIn(result)),
  };
}

async function readQuestions(
  { prisma }: Database,
  ids: readonly string[],
): Promise<Record<string, ReportQuestion>> {
  const questions: Record<string, ReportQuestion> = {};
  for (let from = 0; from < ids.length; from += pageSize) {
    const found = await prisma.question.findMany({
      where: { id: { in: ids.slice(from, from + pageSize) } },
      select: {
        id: true,
        questionText: true,
        correctAnswer: true,
        incorrectAnswers: true,
        category: true,
        difficulty: true,
      },
    });
    for (const { id, ...question } of found)
      questions[id] = {
        question_text: question.questionText,
        correct_answer: question.correctAnswer,
        incorrect_answers: question.incorrectAnswers,
        category: question.category,
        difficulty: question.difficulty,
      };
  }
  return questions;
}

/** The ids in a result, lists before items: in a result, UUIDs are ids of questions. */
function idsIn(value: unknown, found = new Set<string>()): string[] {
  if (found.size >= maxQuestions) return [...found];
  if (typeof value === 'string') {
    if (isUuid(value)) found.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) idsIn(inner, found);
  }
  return [...found];
}
