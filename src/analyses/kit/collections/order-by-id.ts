import { compareText } from '../figures.ts';

/** The indexes of the questions sorted by id: independent of the order in which they were read. */
export function orderById(ids: readonly string[]): Int32Array {
  return Int32Array.from(ids.keys()).sort((one, other) =>
    compareText(ids[one] ?? '', ids[other] ?? ''),
  );
}
