import { GrowableArray } from './growable-array.ts';

/** Lists of 32-bit integers, stored contiguously. */
export interface IntLists {
  readonly count: number;
  readonly values: Int32Array;
  /** The offset of each list, then the end of the last one. */
  readonly starts: Int32Array;
}

export function createIntLists() {
  const values = new GrowableArray(Int32Array, 1 << 16);
  const starts = new GrowableArray(Int32Array, 1 << 12);
  starts.push(0);
  return {
    get count() {
      return starts.length - 1;
    },
    get length() {
      return values.length;
    },
    /** The array to write the next list into, from `length` on, up to `count` values. */
    reserve: (count: number): Int32Array => values.reserve(count),
    /** Ends the list that was written up to `end` (exclusive). */
    close(end: number): void {
      values.length = end;
      starts.push(end);
    },
    add(list: Int32Array, length: number): void {
      const target = values.reserve(length);
      for (let at = 0; at < length; at += 1) target[values.length + at] = list[at] ?? 0;
      this.close(values.length + length);
    },
    read: (): IntLists => ({
      count: starts.length - 1,
      values: values.view(),
      starts: starts.view(),
    }),
  };
}
