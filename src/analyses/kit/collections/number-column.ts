/** One number of each question, in eight bytes apiece: a million of them need no objects. */
export class NumberColumn {
  #values = new Float64Array(1024);
  #length = 0;

  add(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(2 * this.#length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** Without a copy: it changes when more is added to the column. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}
