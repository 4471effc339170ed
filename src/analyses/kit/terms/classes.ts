import { compareText } from '../figures.ts';

/** The labels with enough questions, in order, and which of them each question has. */
export interface LabelClasses {
  readonly names: readonly string[];
  readonly counts: readonly number[];
  /** −1 where the label is not among them. */
  readonly classOf: Int32Array;
  readonly leftOut: readonly { readonly name: string; readonly count: number }[];
}

/** Keeps the `most` frequent labels, of equals the first by name; `null` is no label. */
export function groupByLabel(
  labels: readonly (string | null)[],
  fewest: number,
  most = Number.POSITIVE_INFINITY,
): LabelClasses {
  const tally = new Map<string, number>();
  for (const label of labels) if (label !== null) tally.set(label, (tally.get(label) ?? 0) + 1);
  const all = [...tally]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => compareText(one.name, other.name));
  const frequent = all
    .filter(({ count }) => count >= fewest)
    // Sorting keeps equals in the order of their names.
    .sort((one, other) => other.count - one.count)
    .slice(0, most);
  const chosen = new Set(frequent);
  const kept = all.filter((label) => chosen.has(label));
  const numbers = new Map<string | null, number>(kept.map(({ name }, at) => [name, at]));
  return {
    names: kept.map(({ name }) => name),
    counts: kept.map(({ count }) => count),
    classOf: Int32Array.from(labels, (label) => numbers.get(label) ?? -1),
    leftOut: all.filter((label) => !chosen.has(label)),
  };
}
