import { z } from 'zod';
import type { AnalysisItem, Summary, Warning } from './envelope.ts';
import { count, warnings } from './envelope.ts';
import { compareText, figure } from './kit/figures.ts';
import { questionId, resultObject } from './result-schema.ts';

const maxListed = 1000;

const changeFields = {
  before: z.number().nullable().meta({ description: 'Value in the earlier run.' }),
  after: z.number().nullable().meta({ description: 'Value in the later run.' }),
  change: z.number().nullable().meta({ description: 'after − before; null if either is null.' }),
};

const flag = resultObject('AnalysisFlag', 'Issues of a question that only one of two runs found.', {
  question_id: questionId('question').meta({ description: 'Id of the flagged question.' }),
  reasons: z.array(z.string()).meta({ description: 'Codes of these issues, sorted.' }),
});

/** The differences between two results of the same type. */
export const resultChanges = z.strictObject({
  score: resultObject('FigureChange', 'How a figure changed between two runs.', changeFields).meta({
    description: 'Change of the score.',
  }),
  summary: z
    .array(
      resultObject('SummaryFigureChange', 'How a figure of the summary changed between two runs.', {
        figure: z.string().meta({ description: 'Name of the figure in the summary.' }),
        ...changeFields,
      }),
    )
    .meta({ description: 'Changes of all numeric figures of the summary, in their order.' }),
  new_count: count.meta({ description: 'Number of questions with new issues.' }),
  new: z
    .array(flag)
    .max(maxListed)
    .meta({ description: 'Issues that only the later run found; the first 1,000 questions.' }),
  gone_count: count.meta({ description: 'Number of questions with resolved issues.' }),
  gone: z
    .array(flag)
    .max(maxListed)
    .meta({ description: 'Issues that only the earlier run found; the first 1,000 questions.' }),
  unchanged: count.meta({
    description: 'Number of questions flagged for the same reasons in both runs.',
  }),
  warnings,
});

export type ResultChanges = z.output<typeof resultChanges>;

/** What a comparison reads; of the items only the flagged ones matter. */
export interface ComparedResult {
  readonly summary: Summary;
  readonly items: readonly Pick<AnalysisItem, 'question_id' | 'flagged' | 'reasons'>[];
}

export function compareResults(before: ComparedResult, after: ComparedResult): ResultChanges {
  const [earlier, later] = [readReasons(before), readReasons(after)];
  const [added, gone] = [subtract(later, earlier), subtract(earlier, later)];
  const changed = new Set([...added, ...gone].map(({ question_id }) => question_id));
  return {
    score: changeOf(before.summary.score, after.summary.score),
    summary: compareSummaries(before.summary, after.summary),
    new_count: added.length,
    new: added.slice(0, maxListed),
    gone_count: gone.length,
    gone: gone.slice(0, maxListed),
    unchanged: [...later.keys()].filter((id) => earlier.has(id) && !changed.has(id)).length,
    warnings: [...missingItems('earlier', before), ...missingItems('later', after)],
  };
}

type Reasons = Map<string, ReadonlySet<string>>;

/** Only flagged items: whether others are listed depends on a parameter. */
function readReasons({ items }: ComparedResult): Reasons {
  const flagged = items.filter((item) => item.flagged);
  return new Map(flagged.map(({ question_id, reasons }) => [question_id, new Set(reasons)]));
}

function subtract(these: Reasons, those: Reasons): ResultChanges['new'] {
  const differing: ResultChanges['new'] = [];
  for (const [question_id, reasons] of these) {
    const others = those.get(question_id);
    // Most are unchanged: of fifty thousand, each list that is not built counts.
    if (others && isSubset(reasons, others)) continue;
    const added = [...reasons].filter((each) => !others?.has(each)).sort(compareText);
    differing.push({ question_id, reasons: added });
  }
  return differing.sort((one, other) => compareText(one.question_id, other.question_id));
}

function isSubset(these: ReadonlySet<string>, those: ReadonlySet<string>): boolean {
  for (const each of these) if (!those.has(each)) return false;
  return true;
}

function compareSummaries(before: object, after: object): ResultChanges['summary'] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...is.keys(), ...was.keys()])]
    .filter((name) => isFigure(is.get(name)) || isFigure(was.get(name)))
    .map((name) => ({ figure: name, ...changeOf(was.get(name), is.get(name)) }));
}

function changeOf(before: unknown, after: unknown): ResultChanges['score'] {
  const [was, is] = [isFigure(before) ? before : null, isFigure(after) ? after : null];
  return { before: was, after: is, change: was === null || is === null ? null : figure(is - was) };
}

function isFigure(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function missingItems(which: string, { summary, items }: ComparedResult): Warning[] {
  const listed = items.filter((item) => item.flagged).length;
  if (listed === summary.flagged) return [];
  const detail = `The ${which} result lists ${listed} of its ${summary.flagged} flagged questions.`;
  return [{ code: 'items_missing', detail }];
}

/** The conditions under which a result was computed. */
export interface RunConditions {
  readonly engineVersion: number;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The criteria that selected its questions; null for all questions or a list of ids. */
  readonly selection: Readonly<Record<string, unknown>> | null;
}

/** Differences that may have changed the figures although no question did. */
export function compareConditions(before: RunConditions, after: RunConditions): Warning[] {
  const found: Warning[] = [];
  if (before.engineVersion !== after.engineVersion) {
    const detail = `The earlier run used version ${before.engineVersion} of the analysis, the later run version ${after.engineVersion}.`;
    found.push({ code: 'other_version', detail });
  }
  // Which items are listed changes no figure; items_missing reports it.
  const parameters = differingNames(before.parameters, after.parameters).filter(
    (name) => name !== 'items',
  );
  if (parameters.length > 0) {
    const detail = `The runs used different values for ${parameters.join(', ')}.`;
    found.push({ code: 'other_parameters', detail });
  }
  if (differingNames(sortLists(before.selection), sortLists(after.selection)).length > 0) {
    const detail = 'The runs selected their questions by different criteria.';
    found.push({ code: 'other_selection', detail });
  }
  return found;
}

/** The order of a criterion's values does not matter. */
function sortLists(selection: RunConditions['selection']): object {
  const entries = Object.entries(selection ?? {});
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
  );
}

function differingNames(one: object, other: object): string[] {
  const [was, is] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)),
  );
}
