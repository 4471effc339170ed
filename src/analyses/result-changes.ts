import * as z from 'zod';
import type { Summary, Warning } from './envelope.ts';
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

/** The reasons for which each of two runs flagged a question; null if it did not. */
export interface FlagPair {
  readonly question_id: string;
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | null;
}

export type FlagChanges = Pick<
  ResultChanges,
  'new_count' | 'new' | 'gone_count' | 'gone' | 'unchanged'
>;

const pairsBetweenPauses = 500;

/** What changed in the flags, which are sorted by question. Yields now and then: they may be many. */
export function* compareFlags(pairs: Iterable<FlagPair>): Generator<void, FlagChanges> {
  const changes = { new_count: 0, new: [], gone_count: 0, gone: [], unchanged: 0 } as FlagChanges;
  let read = 0;
  for (const { question_id, before, after } of pairs) {
    const added = subtract(after, before);
    const gone = subtract(before, after);
    if (added) {
      changes.new_count += 1;
      if (changes.new.length < maxListed) changes.new.push({ question_id, reasons: added });
    }
    if (gone) {
      changes.gone_count += 1;
      if (changes.gone.length < maxListed) changes.gone.push({ question_id, reasons: gone });
    }
    if (!added && !gone) changes.unchanged += 1;
    read += 1;
    if (read % pairsBetweenPauses === 0) yield;
  }
  return changes;
}

/** The reasons that only these contain; undefined if there are none. */
function subtract(
  these: readonly string[] | null,
  those: readonly string[] | null,
): string[] | undefined {
  if (!these) return undefined;
  const added = those ? these.filter((each) => !those.includes(each)) : these;
  return those && added.length === 0 ? undefined : [...new Set(added)].sort(compareText);
}

/** A side of a comparison: its summary, and how many of its flagged items it lists. */
export interface ComparedResult {
  readonly summary: Summary;
  readonly listed: number;
}

export function compareResults(
  before: ComparedResult,
  after: ComparedResult,
  flags: FlagChanges,
): ResultChanges {
  return {
    score: changeOf(before.summary.score, after.summary.score),
    summary: compareSummaries(before.summary, after.summary),
    ...flags,
    warnings: [...missingItems('earlier', before), ...missingItems('later', after)],
  };
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

function missingItems(which: string, { summary, listed }: ComparedResult): Warning[] {
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
