/** Lists of 32-bit numbers, one after another. */
export interface IntLists {
  readonly count: number;
  readonly values: Int32Array;
  /** Where each list begins, and at the end where the last one ends. */
  readonly starts: Int32Array;
}

export class GrowingLists {
  count = 0;
  length = 0;
  private values = new Int32Array(1 << 16);
  private starts = new Int32Array(1 << 12);

  /** The array to write the next list into, from `length` on, at most so many values. */
  reserve(most: number): Int32Array {
    while (this.length + most > this.values.length) this.values = doubled(this.values);
    return this.values;
  }

  /** Ends the list that was written up to, not including, this place. */
  close(end: number): void {
    this.length = end;
    this.count += 1;
    if (this.count === this.starts.length) this.starts = doubled(this.starts);
    this.starts[this.count] = end;
  }

  add(list: Int32Array, length: number): void {
    const values = this.reserve(length);
    for (let at = 0; at < length; at += 1) values[this.length + at] = list[at] ?? 0;
    this.close(this.length + length);
  }

  read(): IntLists {
    return {
      count: this.count,
      values: this.values.subarray(0, this.length),
      starts: this.starts.subarray(0, this.count + 1),
    };
  }
}

export class GrowingInts {
  length = 0;
  private values = new Int32Array(1 << 12);

  push(value: number): void {
    if (this.length === this.values.length) this.values = doubled(this.values);
    this.values[this.length] = value;
    this.length += 1;
  }

  read(): Int32Array {
    return this.values.subarray(0, this.length);
  }
}

export function doubled(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}
