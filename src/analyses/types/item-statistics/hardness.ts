import { normalQuantile975 } from '../../kit/statistics/distributions.ts';
import { quantileOf } from '../../kit/statistics/quantiles.ts';
import type { ClassicalFigures } from './classical.ts';
import type { UnitFigures } from './irt.ts';

/** How hard a question was, on a scale that ascends with its levels. */
export interface Hardness {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** The upper ends of Basic and Intermediate. */
  readonly cuts: readonly [number, number];
  /** Levels are not that exact: a label is contradicted only from this far beyond its range. */
  readonly margin: number;
  /** To the scale of b, on which a stronger class shifts all questions alike. */
  toLogit(value: number): number;
}

/** Below it b is extreme whatever the facility, so facility is used. */
const minDiscrimination = 0.3;

/**
 * The cuts of b correspond to those of facility (0.70 and 0.40) for a question with discrimination 1
 * and standard normal abilities.
 */
export function measureHardness(figures: ClassicalFigures, irt: UnitFigures | undefined): Hardness {
  if (irt && irt.a >= minDiscrimination) {
    const half = Number.isFinite(irt.seB) ? normalQuantile975 * irt.seB : Number.POSITIVE_INFINITY;
    const { b: value } = irt;
    const ends = { low: value - half, high: value + half };
    return { value, ...ends, cuts: [-1, 0.5], margin: 0.25, toLogit: (each) => each };
  }
  const [low, high] = figures.facility_interval;
  const ends = { low: -high, high: -low };
  return {
    value: -figures.facility,
    ...ends,
    cuts: [-0.7, -0.4],
    margin: 0.05,
    toLogit: logitOfFacility,
  };
}

/** Of a negated facility; those of 0 and 1 would be infinite. */
function logitOfFacility(negated: number): number {
  const share = Math.min(0.99, Math.max(0.01, -negated));
  return Math.log((1 - share) / share);
}

/** Fewer questions do not tell a strong class from wrong levels. */
const minShifted = 5;

/**
 * By how much the questions were harder for these respondents than their levels say, on the whole: a
 * strong class finds all of them easier, and a level says only which are harder than others.
 */
export function measureShift(
  judged: readonly { readonly hardness: Hardness; readonly level: number }[],
): number {
  if (judged.length < minShifted) return 0;
  const deviations = judged.map(({ hardness, level }) => {
    const { value, cuts, toLogit } = hardness;
    const [first, second] = [toLogit(cuts[0]), toLogit(cuts[1])];
    const middle = first + (level - 0.5) * (second - first);
    return toLogit(value) - middle;
  });
  return quantileOf(Float64Array.from(deviations).sort(), 0.5);
}

/** Whether the level is wrong for these respondents, and beside the other questions too. */
export function contradicts(
  { low, high, cuts, margin, toLogit }: Hardness,
  level: number,
  shift: number,
): boolean {
  const from = cuts[level - 1] ?? Number.NEGATIVE_INFINITY;
  const to = cuts[level] ?? Number.POSITIVE_INFINITY;
  if (low > to + margin) return toLogit(low) - shift > toLogit(to + margin);
  if (high < from - margin) return toLogit(high) - shift < toLogit(from - margin);
  return false;
}
