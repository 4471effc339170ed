import { difficultyNames } from '../../../domain/question.ts';
import { GrowableArray } from '../../kit/collections/growable-array.ts';
import { compareGroups } from '../../kit/grouping.ts';
import { type Sample, sampleOf } from '../../kit/statistics/sample.ts';

/** The measured questions of one group. */
export interface Group extends Sample {
  readonly name: string;
}

/** The measurements, column by column. */
export class Measurements {
  readonly ids: string[] = [];
  readonly #values = new GrowableArray(Float64Array);
  readonly #groups = new GrowableArray(Float64Array);
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** Either may be null: a question without a topic, a text that cannot be scored. */
  add(id: string, group: string | null, value: number | null): void {
    this.ids.push(id);
    this.#values.push(value ?? Number.NaN);
    this.#groups.push(group === null ? -1 : this.#numberOf(group));
  }

  groupAt(at: number): string | null {
    return this.#names[this.#groups.get(at)] ?? null;
  }

  valueAt(at: number): number | null {
    const value = this.#values.view()[at];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  /** How many questions are in no group, and how many of the others could not be measured. */
  countMissing(): { ungrouped: number; unmeasured: number } {
    let [ungrouped, unmeasured] = [0, 0];
    const groups = this.#groups.view();
    for (const [at, value] of this.#values.view().entries()) {
      if (groups[at] === -1) ungrouped += 1;
      else if (Number.isNaN(value)) unmeasured += 1;
    }
    return { ungrouped, unmeasured };
  }

  /** Categories and levels in their canonical order, topics by name. */
  groups(): Group[] {
    const sizes = new Uint32Array(this.#names.length);
    this.#eachMeasured((group) => {
      sizes[group] = (sizes[group] ?? 0) + 1;
    });
    const values = Array.from(sizes, (size) => new Float64Array(size));
    const filled = new Uint32Array(sizes.length);
    this.#eachMeasured((group, value) => {
      const at = filled[group] ?? 0;
      values[group]?.fill(value, at, at + 1);
      filled[group] = at + 1;
    });
    return this.#names
      .map((name, at) => ({ name, ...sampleOf((values[at] ?? new Float64Array(0)).sort()) }))
      .filter(({ n }) => n > 0)
      .sort((one, other) => compareGroups(one.name, other.name));
  }

  #eachMeasured(visit: (group: number, value: number) => void): void {
    const groups = this.#groups.view();
    for (const [at, value] of this.#values.view().entries()) {
      const group = groups[at] ?? -1;
      if (group >= 0 && !Number.isNaN(value)) visit(group, value);
    }
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }
}

/** The number of a level, from its name. */
export function levelOf({ name }: Group): number {
  const level = (difficultyNames as readonly string[]).indexOf(name);
  return level < 0 ? Number(name) : level;
}
