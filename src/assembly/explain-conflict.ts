/** Undefined if it could not be decided in time. */
export type IsFeasible<T> = (constraints: readonly T[]) => boolean | undefined;

export interface Conflict<T> {
  readonly constraints: readonly T[];
  /** Whether leaving out any one of them is known to resolve the conflict. */
  readonly isIrreducible: boolean;
}

/**
 * A smallest set of constraints that contradict each other, by QuickXplain (Junker 2004): of n
 * constraints, k of which conflict, it tries about k · log(n / k) subsets.
 */
export function explainConflict<T>(all: readonly T[], isFeasible: IsFeasible<T>): Conflict<T> {
  let isIrreducible = true;
  const contradicts = (constraints: readonly T[]) => {
    const answer = isFeasible(constraints);
    // Constraints that might be needed stay.
    if (answer === undefined) isIrreducible = false;
    return answer === false;
  };
  const explain = (given: readonly T[], isChanged: boolean, open: readonly T[]): readonly T[] => {
    if (isChanged && contradicts(given)) return [];
    if (open.length <= 1) return open;
    const middle = open.length >> 1;
    const [first, second] = [open.slice(0, middle), open.slice(middle)];
    const ofSecond = explain([...given, ...first], first.length > 0, second);
    const ofFirst = explain([...given, ...ofSecond], ofSecond.length > 0, first);
    return [...ofFirst, ...ofSecond];
  };
  const constraints = explain([], false, all);
  return { constraints: all.filter((each) => constraints.includes(each)), isIrreducible };
}
