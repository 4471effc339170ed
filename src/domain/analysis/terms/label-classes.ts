import { compareText } from '../figures.ts';

/** The labels with enough questions, in order, and which of them each question has. */
export interface LabelClasses {
  readonly names: readonly string[];
  readonly counts: readonly number[];
  /** −1 where the label is not among them. */
  readonly classOf: Int32Array;
  readonly leftOut: readonly { readonly name: string; readonly count: number }[];
}

export function sortIntoClasses(labels: readonly string[], fewest: number): LabelClasses {
  const tally = new Map<string, number>();
  for (const label of labels) tally.set(label, (tally.get(label) ?? 0) + 1);
  const all = [...tally]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => compareText(one.name, other.name));
  const kept = all.filter(({ count }) => count >= fewest);
  const numbers = new Map(kept.map(({ name }, at) => [name, at]));
  return {
    names: kept.map(({ name }) => name),
    counts: kept.map(({ count }) => count),
    classOf: Int32Array.from(labels, (label) => numbers.get(label) ?? -1),
    leftOut: all.filter(({ count }) => count < fewest),
  };
}
