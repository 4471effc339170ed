import { categories, difficultyNames } from '../../../domain/question.ts';
import type { AnalysisQuestion } from '../../analysis-type.ts';
import { compareText, figure, roundShare, shareOf } from '../../kit/figures.ts';
import type { Dimension } from '../../kit/grouping.ts';
import type { Blueprint } from './blueprint.ts';

/** Identifies a cell; only the selected dimensions are set. */
export interface Coordinates {
  category?: string;
  difficulty?: number;
  topic_focus?: string | null;
}

export interface Cell {
  readonly coordinates: Coordinates;
  readonly count: number;
  readonly share: number | null;
  /** Unrounded, because other figures are computed from it. */
  readonly target: number;
  readonly deviation: number | null;
}

/** By the key of the cell; numbered by first occurrence. */
export type Counts = Map<
  string,
  { readonly coordinates: Coordinates; readonly number: number; count: number }
>;

export function coordinatesOf(
  question: AnalysisQuestion,
  dimensions: readonly Dimension[],
): Coordinates {
  return {
    ...(dimensions.includes('category') && { category: question.category }),
    ...(dimensions.includes('difficulty') && { difficulty: question.difficulty }),
    ...(dimensions.includes('topic_focus') && { topic_focus: question.topicFocus }),
  };
}

export function keyOf({ category, difficulty, topic_focus }: Coordinates): string {
  return JSON.stringify([category, difficulty, topic_focus]);
}

/** Every cell with questions or a target, ordered by category, difficulty and topic. */
export function buildCells(
  counts: Counts,
  dimensions: readonly Dimension[],
  blueprint: Blueprint,
  total: number,
): Cell[] {
  const targets = new Map<string, { coordinates: Coordinates; target: number }>();
  for (const { coordinates } of counts.values())
    targets.set(keyOf(coordinates), { coordinates, target: 0 });
  for (const { coordinates, target } of planCells(counts, dimensions, blueprint)) {
    if (target > 0) targets.set(keyOf(coordinates), { coordinates, target });
  }
  return [...targets]
    .map(([key, { coordinates, target }]) =>
      cellOf(coordinates, counts.get(key)?.count ?? 0, target, total),
    )
    .sort((one, other) => compareCoordinates(one.coordinates, other.coordinates));
}

export interface MarginalValue {
  readonly value: string | number | null;
  readonly count: number;
  readonly share: number | null;
  readonly target: number;
  readonly deviation: number | null;
}

/** The marginal distribution of the cells over one dimension. */
export function marginalOf(
  cells: readonly Cell[],
  dimension: Dimension,
  total: number,
): MarginalValue[] {
  const sums = new Map<string | number | null, { count: number; target: number }>();
  for (const { coordinates, count, target } of cells) {
    const value = coordinates[dimension] ?? null;
    const sum = sums.get(value) ?? { count: 0, target: 0 };
    sums.set(value, { count: sum.count + count, target: sum.target + target });
  }
  return [...sums].map(([value, { count, target }]) => {
    const { coordinates: _, ...rest } = cellOf({}, count, target, total);
    return { value, ...rest, target: roundShare(target) };
  });
}

/** Whether a cell is above (1), below (−1) or on (0) its target. */
export function sideOf(
  { count, target, deviation }: Cell,
  tolerance: number,
  total: number,
): -1 | 0 | 1 {
  // 0.35 × 20 is 7.000000000000001, and no cell can hold a fraction of a question.
  const difference = figure(count - target * total);
  if (Math.abs(deviation ?? 0) <= tolerance || Math.abs(difference) < 1) return 0;
  return difference > 0 ? 1 : -1;
}

function wantedIn({ target }: Cell, total: number): number {
  return Math.ceil(figure(target * total));
}

/** What `wanted` of a gap is: the number that the target or min_per_cell asks for. */
export const gapReasons = ['below_target', 'below_minimum'] as const;

export interface Gap extends Coordinates {
  readonly reason: (typeof gapReasons)[number];
  readonly count: number;
  readonly wanted: number;
  readonly lacking: number;
}

/** Cells below their target by more than the tolerance, or below the minimum count. */
export function listGaps(
  cells: readonly Cell[],
  { tolerance, min_per_cell }: { tolerance: number; min_per_cell: number },
  total: number,
): Gap[] {
  return cells
    .filter((cell) => cell.target > 0)
    .map((cell) => {
      const target = sideOf(cell, tolerance, total) < 0 ? wantedIn(cell, total) : 0;
      const wanted = Math.max(target, min_per_cell);
      return {
        ...cell.coordinates,
        reason: target < min_per_cell ? ('below_minimum' as const) : ('below_target' as const),
        count: cell.count,
        wanted,
        lacking: Math.max(0, wanted - cell.count),
      };
    })
    .filter((gap) => gap.lacking > 0)
    .sort((one, other) => other.lacking - one.lacking || compareCoordinates(one, other));
}

export interface Surplus extends Coordinates {
  readonly count: number;
  readonly wanted: number;
  readonly surplus: number;
}

/** Cells above their target by more than the tolerance. */
export function listSurpluses(cells: readonly Cell[], tolerance: number, total: number): Surplus[] {
  return cells
    .filter((cell) => sideOf(cell, tolerance, total) > 0)
    .map((cell) => {
      const wanted = wantedIn(cell, total);
      return { ...cell.coordinates, count: cell.count, wanted, surplus: cell.count - wanted };
    })
    .sort((one, other) => other.surplus - one.surplus || compareCoordinates(one, other));
}

/** Shannon entropy divided by its maximum; null with fewer than two cells or no questions. */
export function normalizedEntropy(counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0 || counts.length < 2) return null;
  const entropy = counts.reduce(
    (sum, count) => (count === 0 ? sum : sum - (count / total) * Math.log(count / total)),
    0,
  );
  return Math.min(1, roundShare(entropy / Math.log(counts.length)));
}

function cellOf(coordinates: Coordinates, count: number, target: number, total: number): Cell {
  const deviation = total === 0 ? null : roundShare(count / total - target);
  return { coordinates, count, share: shareOf(count, total), target, deviation };
}

function planCells(counts: Counts, dimensions: readonly Dimension[], blueprint: Blueprint) {
  const names = dimensions.includes('category') ? categories : [null];
  const levels = dimensions.includes('difficulty')
    ? difficultyNames.map((_, each) => each)
    : [null];
  const topics = dimensions.includes('topic_focus') ? topicsByCategory(counts) : undefined;
  return names.flatMap((category) =>
    levels.flatMap((difficulty) => {
      const coordinates = {
        ...(category !== null && { category }),
        ...(difficulty !== null && { difficulty }),
      };
      const target = blueprint.of(category, difficulty);
      if (!topics) return [{ coordinates, target }];
      const ownTopics = topics.get(category ?? undefined) ?? [null];
      return ownTopics.map((topic_focus) => ({
        coordinates: { ...coordinates, topic_focus },
        target: target / ownTopics.length,
      }));
    }),
  );
}

/** A topic refines a category, so a category has only the topics that occur in it. */
function topicsByCategory(counts: Counts): Map<string | undefined, (string | null)[]> {
  const seen = new Map<string | undefined, Set<string | null>>();
  for (const { coordinates } of counts.values()) {
    const topics = seen.get(coordinates.category) ?? new Set();
    seen.set(coordinates.category, topics.add(coordinates.topic_focus ?? null));
  }
  return new Map([...seen].map(([category, topics]) => [category, [...topics]]));
}

function compareCoordinates(one: Coordinates, other: Coordinates): number {
  const rank = (name = '') => (categories as readonly string[]).indexOf(name) >>> 0;
  return (
    rank(one.category) - rank(other.category) ||
    compareText(one.category ?? '', other.category ?? '') ||
    (one.difficulty ?? 0) - (other.difficulty ?? 0) ||
    Number(one.topic_focus === null) - Number(other.topic_focus === null) ||
    compareText(one.topic_focus ?? '', other.topic_focus ?? '')
  );
}
