import { compareText } from '../../kit/figures.ts';
import { quantileOf } from '../../kit/statistics/quantiles.ts';
import { poolSorted } from '../../kit/statistics/ranks.ts';
import type { Group } from './groups.ts';

/** Numeric measures with more distinct values are binned at their quartiles. */
export const maxDistinctValues = 10;

/** The frequency of each value or bin in each group. */
export interface CountTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly number[])[];
}

interface Column {
  readonly name: string;
  /** The smallest and the largest value in the bin. */
  readonly from: number;
  readonly to: number;
}

export function countTable(
  groups: readonly Group[],
  labelOf?: (value: number) => string,
): CountTable {
  const columns = labelOf ? labeled(groups, labelOf) : amounts(groups);
  const rows = groups.map(({ sorted }) =>
    columns.map(({ from, to }) => placeOf(sorted, to, true) - placeOf(sorted, from, false)),
  );
  return { columns, rows };
}

function labeled(groups: readonly Group[], labelOf: (value: number) => string): Column[] {
  return distinctValues(groups, Number.POSITIVE_INFINITY)
    .map((value) => ({ name: labelOf(value), from: value, to: value }))
    .sort((one, other) => compareText(one.name, other.name));
}

function amounts(groups: readonly Group[]): Column[] {
  const values = distinctValues(groups, maxDistinctValues);
  if (values.length <= maxDistinctValues) {
    return values.map((value) => ({ name: String(value), from: value, to: value }));
  }
  const pooled = poolSorted(groups);
  const cuts = [...new Set([0.25, 0.5, 0.75, 1].map((share) => quantileOf(pooled, share)))];
  return cuts.flatMap((cut, at) => {
    const before = cuts[at - 1];
    const start = before === undefined ? 0 : placeOf(pooled, before, true);
    const end = placeOf(pooled, cut, true);
    const [from, to] = [pooled[start], pooled[end - 1]];
    if (from === undefined || to === undefined || start === end) return [];
    return { name: `${trim(from)}–${trim(to)}`, from, to };
  });
}

/** The distinct values, sorted; stops once there are more than the limit. */
export function distinctValues(groups: readonly Group[], limit: number): number[] {
  const seen = new Set<number>();
  for (const { sorted } of groups) {
    for (const value of sorted) {
      seen.add(value);
      if (seen.size > limit) return [...seen];
    }
  }
  return [...seen].sort((one, other) => one - other);
}

/** How many of the sorted values are below the value, or at most it. */
function placeOf(sorted: Float64Array, value: number, isInclusive: boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const here = sorted[middle] ?? 0;
    if (here < value || (isInclusive && here === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function trim(value: number): string {
  return String(Number(value.toPrecision(4)));
}
