/** What a report shows: a run, its result and the questions it names. Names are those of REST. */
export interface ReportData {
  readonly run: ReportRun;
  readonly result: unknown;
  /** By id; a question that was deleted since is missing. */
  readonly questions: Readonly<Record<string, ReportQuestion>>;
}

export interface ReportRun {
  readonly id: string;
  readonly analysis_type: string;
  readonly title: string;
  readonly description: string;
  readonly engine_version: number;
  readonly parameters: unknown;
  readonly selection: unknown;
  readonly question_count: number;
  readonly item_count: number | null;
  readonly stale: boolean;
  readonly finished_at: string | null;
  readonly duration_ms: number | null;
}

export interface ReportQuestion {
  readonly question_text: string;
  readonly correct_answer: string;
  readonly incorrect_answers: readonly string[];
  readonly category: string;
  readonly difficulty: number;
}

/** Of a longer list, a report shows the beginning and says so. */
export const maxItems = 1000;
