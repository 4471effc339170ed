import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { CellDetails } from './cell-details.ts';
import { numberOf } from './numbering.ts';
import { type GivenResponses, isTable, type ResponseRow, type ResponseTable } from './responses.ts';

/** The responses to known questions; respondents and columns are numbered by first occurrence. */
export interface Cells {
  readonly size: number;
  readonly respondents: Int32Array;
  readonly columns: Int32Array;
  readonly scores: Float64Array;
  readonly respondentCount: number;
  readonly questionIds: readonly string[];
  readonly unknown: { readonly questions: number; readonly responses: number };
  /** Of recorded responses. */
  readonly details?: CellDetails;
}

const cellsBetweenPolls = 10_000;

export function readCells(
  responses: GivenResponses,
  isKnown: (questionId: string) => boolean,
  control: AnalysisControl,
): Cells {
  return isTable(responses)
    ? readTable(responses, isKnown, control)
    : readRows(responses, isKnown, control);
}

function readRows(
  rows: readonly ResponseRow[],
  isKnown: (questionId: string) => boolean,
  control: AnalysisControl,
): Cells {
  const cells = createCells(rows.length, control);
  const respondents = new Map<string, number>();
  const columns = new Map<string, number>();
  const unknown = new Set<string>();
  for (const { respondent, question_id, score } of rows) {
    if (!columns.has(question_id) && !isKnown(question_id)) {
      unknown.add(question_id);
      continue;
    }
    cells.add(numberOf(respondents, respondent), numberOf(columns, question_id), score);
  }
  return cells.read(respondents.size, [...columns.keys()], {
    questions: unknown.size,
    responses: rows.length - cells.size(),
  });
}

function readTable(
  { question_ids, scores }: ResponseTable,
  isKnown: (questionId: string) => boolean,
  control: AnalysisControl,
): Cells {
  const cells = createCells(question_ids.length * scores.length, control);
  const columns = new Map<string, number>();
  const known = question_ids.map((id) => isKnown(id));
  let [respondents, dropped] = [0, 0];
  for (const row of scores) {
    const before = cells.size();
    for (const [at, id] of question_ids.entries()) {
      const score = row[at] ?? null;
      if (score === null) continue;
      if (known[at]) cells.add(respondents, numberOf(columns, id), score);
      else dropped += 1;
    }
    if (cells.size() > before) respondents += 1;
  }
  const questions = known.filter((each) => !each).length;
  return cells.read(respondents, [...columns.keys()], { questions, responses: dropped });
}

function createCells(capacity: number, control: AnalysisControl) {
  const respondents = new Int32Array(capacity);
  const columns = new Int32Array(capacity);
  const scores = new Float64Array(capacity);
  let size = 0;
  return {
    size: () => size,
    add(respondent: number, column: number, score: number): void {
      respondents[size] = respondent;
      columns[size] = column;
      scores[size] = score;
      size += 1;
      if (size % cellsBetweenPolls === 0) throwIfAborted(control);
    },
    read: (respondentCount: number, questionIds: string[], unknown: Cells['unknown']): Cells => ({
      size,
      respondents: respondents.subarray(0, size),
      columns: columns.subarray(0, size),
      scores: scores.subarray(0, size),
      respondentCount,
      questionIds,
      unknown,
    }),
  };
}
