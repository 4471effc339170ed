import { compareText } from '../figures.ts';

/** The labels with enough questions, sorted, and the class of each question. */
export interface LabelClasses {
  readonly names: readonly string[];
  readonly counts: readonly number[];
  /** −1 if the label is not among them. */
  readonly classOf: Int32Array;
  readonly excluded: readonly { readonly name: string; readonly count: number }[];
}

/** Keeps the `maxCount` most frequent labels, ties by name; `null` is not a label. */
export function groupByLabel(
  labels: readonly (string | null)[],
  minCount: number,
  maxCount = Number.POSITIVE_INFINITY,
): LabelClasses {
  const countOf = new Map<string, number>();
  for (const label of labels) if (label !== null) countOf.set(label, (countOf.get(label) ?? 0) + 1);
  const all = [...countOf]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => compareText(one.name, other.name));
  const frequent = all
    .filter(({ count }) => count >= minCount)
    // The sort is stable: ties stay sorted by name.
    .sort((one, other) => other.count - one.count)
    .slice(0, maxCount);
  const included = new Set(frequent);
  const kept = all.filter((label) => included.has(label));
  const numbers = new Map<string | null, number>(kept.map(({ name }, at) => [name, at]));
  return {
    names: kept.map(({ name }) => name),
    counts: kept.map(({ count }) => count),
    classOf: Int32Array.from(labels, (label) => numbers.get(label) ?? -1),
    excluded: all.filter((label) => !included.has(label)),
  };
}
