import { z } from 'zod';
import type { AnalysisItem, Summary, Warning } from './envelope.ts';
import { count, warnings } from './envelope.ts';
import { compareText, figure } from './kit/figures.ts';

const change = z.strictObject({
  before: z.number().nullable(),
  after: z.number().nullable(),
  change: z.number().nullable().meta({ description: 'after − before; null when one is missing.' }),
});

const flag = z.strictObject({
  question_id: z.string(),
  reasons: z.array(z.string()).meta({ description: 'What was found on one side only, sorted.' }),
});

/** What moved between two results of the same type, the earlier one first. */
export const resultChanges = z.strictObject({
  score: change,
  summary: z
    .array(z.strictObject({ figure: z.string(), ...change.shape }))
    .meta({ description: 'Every figure of the summaries that is a number, in their order.' }),
  new_count: count.meta({ description: 'How many questions have something new.' }),
  new: z.array(flag).meta({
    description: 'What the later result finds and the earlier did not; the first thousand.',
  }),
  gone_count: count.meta({ description: 'How many questions have lost something.' }),
  gone: z.array(flag).meta({
    description: 'What the earlier result found and the later does not; the first thousand.',
  }),
  unchanged: count.meta({
    description: 'How many questions are flagged for the same reasons in both.',
  }),
  warnings,
});

export type ResultChanges = z.output<typeof resultChanges>;

const mostListed = 1000;

/** What comparing needs of a result: of its items the flagged ones. */
export interface ComparedResult {
  readonly summary: Summary;
  readonly items: readonly Pick<AnalysisItem, 'question_id' | 'flagged' | 'reasons'>[];
}

export function compareResults(before: ComparedResult, after: ComparedResult): ResultChanges {
  const [was, is] = [readReasons(before), readReasons(after)];
  const [added, gone] = [subtract(is, was), subtract(was, is)];
  const touched = new Set([...added, ...gone].map(({ question_id }) => question_id));
  return {
    score: changeOf(before.summary.score, after.summary.score),
    summary: listMoves(before.summary, after.summary),
    new_count: added.length,
    new: added.slice(0, mostListed),
    gone_count: gone.length,
    gone: gone.slice(0, mostListed),
    unchanged: [...is.keys()].filter((id) => was.has(id) && !touched.has(id)).length,
    warnings: [...missingItems('earlier', before), ...missingItems('later', after)],
  };
}

type Reasons = Map<string, ReadonlySet<string>>;

/** Only flagged items: the others are listed or not as the run was asked. */
function readReasons({ items }: ComparedResult): Reasons {
  const flagged = items.filter((item) => item.flagged);
  return new Map(flagged.map(({ question_id, reasons }) => [question_id, new Set(reasons)]));
}

function subtract(these: Reasons, those: Reasons): ResultChanges['new'] {
  return [...these]
    .map(([question_id, reasons]) => {
      const others = those.get(question_id);
      return {
        question_id,
        reasons: [...reasons].filter((each) => !others?.has(each)).sort(compareText),
      };
    })
    .filter(({ question_id, reasons }) => reasons.length > 0 || !those.has(question_id))
    .sort((one, other) => compareText(one.question_id, other.question_id));
}

function listMoves(before: object, after: object): ResultChanges['summary'] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...is.keys(), ...was.keys()])]
    .filter((name) => isFigure(is.get(name)) || isFigure(was.get(name)))
    .map((name) => ({ figure: name, ...changeOf(was.get(name), is.get(name)) }));
}

function changeOf(before: unknown, after: unknown): z.output<typeof change> {
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

/** How a result came about. */
export interface Circumstances {
  readonly engineVersion: number;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The criteria that chose its questions; null for all, and where ids did. */
  readonly selection: Readonly<Record<string, unknown>> | null;
}

/** What may have moved the figures though no question was changed. */
export function compareCircumstances(before: Circumstances, after: Circumstances): Warning[] {
  const found: Warning[] = [];
  if (before.engineVersion !== after.engineVersion) {
    const detail = `The earlier result is of version ${before.engineVersion} of the analysis, the later of version ${after.engineVersion}.`;
    found.push({ code: 'other_version', detail });
  }
  // Which items are listed moves no figure, and is told by what is missing.
  const parameters = differingNames(before.parameters, after.parameters).filter(
    (name) => name !== 'items',
  );
  if (parameters.length > 0) {
    const detail = `The runs had other values for ${parameters.join(', ')}.`;
    found.push({ code: 'other_parameters', detail });
  }
  if (differingNames(sortLists(before.selection), sortLists(after.selection)).length > 0) {
    const detail = 'The runs chose their questions by other criteria.';
    found.push({ code: 'other_selection', detail });
  }
  return found;
}

/** Of several values of a criterion one must match, whichever comes first. */
function sortLists(selection: Circumstances['selection']): object {
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
