import { AnalysisFailure } from '../../analysis-failure.ts';
import {
  type AnalysisControl,
  type StoredResponse,
  type StoredResponseFilter,
  throwIfAborted,
} from '../../analysis-type.ts';
import { GrowableArray } from '../../kit/collections/growable-array.ts';
import { numberOf } from './numbering.ts';
import type { Cells } from './response-cells.ts';

/** About 100 bytes each with the matrix that is built from them. */
const maxStored = 5_000_000;
const maxNames = 65_000;

/**
 * Recorded responses as cells. They come sorted by respondent, question and time, so that nothing has to
 * be remembered but the cells: the first response of a respondent to a question counts, as in a test.
 */
export async function readStoredCells(
  filter: StoredResponseFilter,
  isKnown: (questionId: string) => boolean,
  control: AnalysisControl,
): Promise<Cells> {
  const [respondents, columns] = [new GrowableArray(Int32Array), new GrowableArray(Int32Array)];
  const [scores, times] = [new GrowableArray(Float64Array), new GrowableArray(Float64Array)];
  const [options, groups] = [new GrowableArray(Uint16Array), new GrowableArray(Uint16Array)];
  const columnNumbers = new Map<string, number>();
  const groupNumbers = new Map<string, number>();
  const optionNumbers: Map<string, number>[] = [];
  let last: StoredResponse | undefined;
  let [respondent, repeated] = [-1, 0];

  const add = (response: StoredResponse): void => {
    const isSame = response.respondent === last?.respondent;
    if (isSame && response.questionId === last?.questionId) {
      repeated += 1;
      return;
    }
    if (!isSame) respondent += 1;
    last = response;
    const column = numberOf(columnNumbers, response.questionId);
    optionNumbers[column] ??= new Map();
    respondents.push(respondent);
    columns.push(column);
    scores.push(response.score);
    times.push(response.recordedAt);
    options.push(numberFrom1(optionNumbers[column], response.option));
    groups.push(numberFrom1(groupNumbers, response.group));
  };

  for await (const page of control.responses?.(filter) ?? []) {
    throwIfAborted(control);
    for (const response of page) if (isKnown(response.questionId)) add(response);
    if (respondents.length > maxStored) throw tooMany();
  }
  return {
    size: respondents.length,
    respondents: respondents.view(),
    columns: columns.view(),
    scores: scores.view(),
    respondentCount: respondent + 1,
    questionIds: [...columnNumbers.keys()],
    unknown: { questions: 0, responses: 0 },
    details: {
      options: options.view(),
      optionNames: optionNumbers.map((numbers) => [...numbers.keys()]),
      groups: groups.view(),
      groupNames: [...groupNumbers.keys()],
      times: times.view(),
      repeated,
    },
  };
}

/** 0 for none, and for names beyond the first 65,000. */
function numberFrom1(numbers: Map<string, number>, name: string | null): number {
  if (name === null || (numbers.size >= maxNames && !numbers.has(name))) return 0;
  return numberOf(numbers, name) + 1;
}

function tooMany(): AnalysisFailure {
  return new AnalysisFailure(
    'too_many_responses',
    `At most ${maxStored.toLocaleString('en')} responses can be analyzed at once. Choose fewer by response_filter or fewer questions.`,
  );
}
