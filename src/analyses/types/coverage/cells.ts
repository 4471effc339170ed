import { categories, difficultyNames } from '../../../domain/question.ts';
import type { AnalysisQuestion } from '../../analysis-type.ts';
import type { Blueprint } from './blueprint.ts';
import { compareText, figure, roundShare, shareOf } from '../../kit/figures.ts';
import type { Dimension } from '../../kit/grouping.ts';

/** Where a question stands; only the dimensions that were asked for are set. */
export interface Place {
  category?: string;
  difficulty?: number;
  topic_focus?: string | null;
}

export interface Cell {
  readonly place: Place;
  readonly count: number;
  readonly share: number | null;
  /** Not rounded yet, since more is computed from it. */
  readonly target: number;
  readonly deviation: number | null;
}

export type Counts = Map<string, { readonly place: Place; count: number }>;

export function placeOf(question: AnalysisQuestion, dimensions: readonly Dimension[]): Place {
  return {
    ...(dimensions.includes('category') && { category: question.category }),
    ...(dimensions.includes('difficulty') && { difficulty: question.difficulty }),
    ...(dimensions.includes('topic_focus') && { topic_focus: question.topicFocus }),
  };
}

export function keyOfPlace({ category, difficulty, topic_focus }: Place): string {
  return JSON.stringify([category, difficulty, topic_focus]);
}

/** Every cell that is wanted or filled, in the order of the categories, levels and topics. */
export function buildCells(
  counts: Counts,
  dimensions: readonly Dimension[],
  blueprint: Blueprint,
  total: number,
): Cell[] {
  const targets = new Map<string, { place: Place; target: number }>();
  for (const { place } of counts.values()) targets.set(keyOfPlace(place), { place, target: 0 });
  for (const { place, target } of planCells(counts, dimensions, blueprint)) {
    if (target > 0) targets.set(keyOfPlace(place), { place, target });
  }
  return [...targets]
    .map(([key, { place, target }]) => cellOf(place, counts.get(key)?.count ?? 0, target, total))
    .sort((one, other) => comparePlaces(one.place, other.place));
}

export interface Margin {
  readonly value: string | number | null;
  readonly count: number;
  readonly share: number | null;
  readonly target: number;
  readonly deviation: number | null;
}

/** The same cells, seen along one dimension. */
export function marginalOf(cells: readonly Cell[], dimension: Dimension, total: number): Margin[] {
  const sums = new Map<string | number | null, { count: number; target: number }>();
  for (const { place, count, target } of cells) {
    const value = place[dimension] ?? null;
    const sum = sums.get(value) ?? { count: 0, target: 0 };
    sums.set(value, { count: sum.count + count, target: sum.target + target });
  }
  return [...sums].map(([value, { count, target }]) => {
    const { place: _, ...rest } = cellOf({}, count, target, total);
    return { value, ...rest, target: roundShare(target) };
  });
}

export interface Gap extends Place {
  readonly count: number;
  readonly wanted: number;
  readonly lacking: number;
}

/** Wanted cells below their target by more than the tolerance, or below the least number. */
export function listGaps(
  cells: readonly Cell[],
  { tolerance, min_per_cell }: { tolerance: number; min_per_cell: number },
  total: number,
): Gap[] {
  return cells
    .filter((cell) => cell.target > 0)
    .map((cell) => {
      const isBelow = (cell.deviation ?? 0) < -tolerance;
      // 0.35 × 20 is 7.000000000000001 or so; that is seven questions, not eight.
      const target = isBelow ? Math.ceil(figure(cell.target * total)) : 0;
      const wanted = Math.max(target, min_per_cell);
      return {
        ...cell.place,
        count: cell.count,
        wanted,
        lacking: Math.max(0, wanted - cell.count),
      };
    })
    .filter((gap) => gap.lacking > 0)
    .sort((one, other) => other.lacking - one.lacking || comparePlaces(one, other));
}

/** Shannon's entropy as a share of its greatest value; null when there is nothing to spread. */
export function normalizedEntropy(counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0 || counts.length < 2) return null;
  const entropy = counts.reduce(
    (sum, count) => (count === 0 ? sum : sum - (count / total) * Math.log(count / total)),
    0,
  );
  return Math.min(1, roundShare(entropy / Math.log(counts.length)));
}

function cellOf(place: Place, count: number, target: number, total: number): Cell {
  const deviation = total === 0 ? null : roundShare(count / total - target);
  return { place, count, share: shareOf(count, total), target, deviation };
}

function planCells(counts: Counts, dimensions: readonly Dimension[], blueprint: Blueprint) {
  const names = dimensions.includes('category') ? categories : [null];
  const levels = dimensions.includes('difficulty')
    ? difficultyNames.map((_, each) => each)
    : [null];
  const topics = dimensions.includes('topic_focus') ? topicsByCategory(counts) : undefined;
  return names.flatMap((category) =>
    levels.flatMap((difficulty) => {
      const place = {
        ...(category !== null && { category }),
        ...(difficulty !== null && { difficulty }),
      };
      const target = blueprint.of(category, difficulty);
      if (!topics) return [{ place, target }];
      const own = topics.get(category ?? undefined) ?? [null];
      return own.map((topic_focus) => ({
        place: { ...place, topic_focus },
        target: target / own.length,
      }));
    }),
  );
}

/** Topics refine a category, so each category has only the topics seen in it. */
function topicsByCategory(counts: Counts): Map<string | undefined, (string | null)[]> {
  const seen = new Map<string | undefined, Set<string | null>>();
  for (const { place } of counts.values()) {
    const topics = seen.get(place.category) ?? new Set();
    seen.set(place.category, topics.add(place.topic_focus ?? null));
  }
  return new Map([...seen].map(([category, topics]) => [category, [...topics]]));
}

function comparePlaces(one: Place, other: Place): number {
  const rank = (name = '') => (categories as readonly string[]).indexOf(name) >>> 0;
  return (
    rank(one.category) - rank(other.category) ||
    compareText(one.category ?? '', other.category ?? '') ||
    (one.difficulty ?? 0) - (other.difficulty ?? 0) ||
    Number(one.topic_focus === null) - Number(other.topic_focus === null) ||
    compareText(one.topic_focus ?? '', other.topic_focus ?? '')
  );
}
