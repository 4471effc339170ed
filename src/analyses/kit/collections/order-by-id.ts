import { compareText } from '../figures.ts';

/** Where each question was read, in the order of their ids: the same however they came. */
export function orderById(ids: readonly string[]): Int32Array {
  return Int32Array.from(ids.keys()).sort((one, other) =>
    compareText(ids[one] ?? '', ids[other] ?? ''),
  );
}
