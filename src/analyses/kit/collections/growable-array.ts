/** The part of a typed array that growing needs. */
interface TypedArray {
  [index: number]: number;
  readonly length: number;
  set(values: ArrayLike<number>): void;
  subarray(start: number, end: number): this;
}

type ArrayType<T> = new (length: number) => T;

/** A growable typed array: a million numbers without objects. */
export class GrowableArray<T extends TypedArray> {
  length = 0;
  #values: T;
  readonly #type: ArrayType<T>;

  constructor(type: ArrayType<T>, capacity = 1024) {
    this.#type = type;
    this.#values = new type(capacity);
  }

  push(value: number): void {
    const values: TypedArray = this.reserve(1);
    values[this.length] = value;
    this.length += 1;
  }

  get(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    const values: TypedArray = this.#values;
    values[index] = value;
  }

  /** The underlying array with capacity for `count` values from `length` on; valid until it grows. */
  reserve(count: number): T {
    if (this.length + count > this.#values.length) {
      this.#values = grow(this.#type, this.#values, this.length + count);
    }
    return this.#values;
  }

  /** The current values, not a copy. */
  view(): T {
    return this.#values.subarray(0, this.length);
  }
}

/** A copy with room for at least `length` values; doubling keeps the cost of growing linear. */
export function grow<T extends TypedArray>(type: ArrayType<T>, values: T, length: number): T {
  let capacity = values.length;
  while (capacity < length) capacity *= 2;
  const larger = new type(capacity);
  larger.set(values);
  return larger;
}
