/** A mixed-integer linear program that is to be minimized: columns with bounds, and rows over them. */
export class MipModel {
  readonly costs: number[] = [];
  readonly lower: number[] = [];
  readonly upper: number[] = [];
  /** 1 for an integer. */
  readonly integrality: number[] = [];
  readonly rowLower: number[] = [];
  readonly rowUpper: number[] = [];
  readonly starts: number[] = [0];
  readonly indices: number[] = [];
  readonly values: number[] = [];

  get columns(): number {
    return this.costs.length;
  }

  get rows(): number {
    return this.rowLower.length;
  }

  addInteger(upper: number, cost = 0): number {
    return this.#add(0, upper, cost, 1);
  }

  addContinuous(lower: number, upper: number, cost = 0): number {
    return this.#add(lower, upper, cost, 0);
  }

  /** lower ≤ Σ weight · column ≤ upper; a row of no columns counts too, since it may be impossible. */
  addRow(
    lower: number,
    upper: number,
    columns: readonly number[],
    weightOf: (at: number) => number = () => 1,
  ): void {
    for (const [at, column] of columns.entries()) {
      this.indices.push(column);
      this.values.push(weightOf(at));
    }
    this.rowLower.push(lower);
    this.rowUpper.push(upper);
    this.starts.push(this.indices.length);
  }

  #add(lower: number, upper: number, cost: number, integrality: number): number {
    this.lower.push(lower);
    this.upper.push(upper);
    this.integrality.push(integrality);
    return this.costs.push(cost) - 1;
  }
}
