import { type Measurement, medianOf } from './measure.ts';

/** A line of the table: what was measured, and whether it keeps its limit. */
export interface Figure {
  readonly work: string;
  readonly value: number;
  readonly limit: number;
  /** Whether the limit is the least instead of the most. */
  readonly isLeast?: boolean;
  readonly unit?: string;
  /** The smallest and largest value of the rounds. */
  readonly spread: readonly [number, number];
  /** What the value was calculated from. */
  readonly detail: string;
}

/** The median of the ratios of a round to the one beside it, which had the same minute of the machine. */
export function ratioOf(
  work: string,
  limit: number,
  service: Measurement,
  other: Measurement,
  part: (measured: Measurement['rounds'][number]) => number = ({ cpu }) => cpu,
): Figure {
  const ratios = service.rounds.map((round, index) => {
    const beside = other.rounds[index];
    return beside ? part(round) / part(beside) : Number.NaN;
  });
  const [ours, theirs] = [service, other].map(({ rounds }) => medianOf(rounds.map(part)));
  return {
    work,
    limit,
    value: medianOf(ratios),
    spread: spreadOf(ratios),
    detail: `${ours?.toFixed(3)} / ${theirs?.toFixed(3)} ms`,
  };
}

export function spreadOf(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

export function formatFigure(figure: Figure): Record<string, string> {
  const { work, value, limit, isLeast, unit = '', spread, detail } = figure;
  const isKept = isLeast ? value >= limit : value <= limit;
  const format = (number: number) => (number >= 20 ? number.toFixed(0) : number.toFixed(2));
  return {
    work,
    value: `${format(value)}${unit}`,
    limit: `${isLeast ? '≥' : '≤'} ${limit}${unit}`,
    '': isKept ? 'pass' : 'falls short',
    spread: spread.map(format).join('–'),
    measured: detail,
  };
}
