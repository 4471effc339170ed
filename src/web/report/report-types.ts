import type { ReportType } from './report-type.ts';
import { answersReport } from './types/answers.tsx';
import { comparisonReport } from './types/comparison.tsx';
import { coverageReport } from './types/coverage.tsx';
import { duplicatesReport } from './types/duplicates.tsx';
import { itemStatisticsReport } from './types/item-statistics.tsx';
import { labelsReport } from './types/labels.tsx';
import { qualityReport } from './types/quality.tsx';
import { readabilityReport } from './types/readability.tsx';
import { semanticReport } from './types/semantic.tsx';
import { topicsReport } from './types/topics.tsx';

/** By the REST name of the analysis. The run says which result it has. */
const reportTypes: Readonly<Record<string, unknown>> = {
  answers: answersReport,
  comparison: comparisonReport,
  coverage: coverageReport,
  duplicates: duplicatesReport,
  item_statistics: itemStatisticsReport,
  labels: labelsReport,
  quality: qualityReport,
  readability: readabilityReport,
  semantic: semanticReport,
  topics: topicsReport,
};

export function reportTypeOf(name: string): ReportType<unknown> | undefined {
  return reportTypes[name] as ReportType<unknown> | undefined;
}

/** A page of questions of the API has 100; a report shows at most so many. */
const maxQuestions = 500;

/** The questions that the report of a result shows. */
export function questionIdsOf(name: string, result: unknown): string[] {
  const ids = new Set<string>();
  for (const id of reportTypeOf(name)?.questionIds(result) ?? []) {
    ids.add(id);
    if (ids.size === maxQuestions) break;
  }
  return [...ids];
}
