import type { FunctionComponent } from 'preact';
import type { ReportRun } from './report-data.ts';

/** How the results of one analysis are shown. */
export interface ReportType<Result> {
  /** The answer to the question of the analysis, in a sentence. */
  readonly headline: (result: Result, run: ReportRun) => string;
  /** The questions it shows, most important first. */
  readonly questionIds: (result: Result) => Iterable<string>;
  readonly Body: FunctionComponent<{ result: Result; run: ReportRun }>;
}
