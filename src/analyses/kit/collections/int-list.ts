/** A list of whole numbers that grows, four bytes each. */
export function createIntList(capacity = 1024) {
  let values = new Int32Array(capacity);
  let length = 0;
  return {
    push(value: number) {
      if (length === values.length) {
        const larger = new Int32Array(length * 2);
        larger.set(values);
        values = larger;
      }
      values[length] = value;
      length += 1;
    },
    get: (at: number) => values[at] ?? 0,
    set(at: number, value: number) {
      values[at] = value;
    },
    clear() {
      length = 0;
    },
    get length() {
      return length;
    },
    /** What is in it now, not a copy. */
    view: () => values.subarray(0, length),
  };
}
