import type { Candidate, Pairs } from './blueprint.ts';
import { MipModel } from './mip-model.ts';
import type { Unit } from './units.ts';

/** A model with a column for each unit and form: how many of its members the form has. */
export class Layout {
  readonly model = new MipModel();
  readonly units: readonly Unit[];
  readonly forms: number;
  readonly #candidates: readonly Candidate[];
  /** Units of their own, by candidate. */
  readonly #single = new Map<number, number>();

  constructor(forms: number, candidates: readonly Candidate[], units: readonly Unit[]) {
    this.forms = forms;
    this.units = units;
    this.#candidates = candidates;
    for (const [unit, { members }] of units.entries()) {
      for (let form = 0; form < forms; form += 1) this.model.addInteger(members.length);
      if (members.length === 1) this.#single.set(members[0] ?? 0, unit);
    }
  }

  /** The column that counts the members of a unit in a form. */
  column(unit: number, form: number): number {
    return unit * this.forms + form;
  }

  /** Between so many questions of this kind in each form. */
  bound(isCounted: (candidate: Candidate) => boolean, min: number, max: number): void {
    this.#addRows(this.#unitsWhere(isCounted), min, max);
  }

  limitTopics(max: number): void {
    const byTopic = new Map<string, number[]>();
    for (const [unit, { members }] of this.units.entries()) {
      const topic = this.#candidates[members[0] ?? 0]?.topic;
      if (topic == null) continue;
      const units = byTopic.get(topic);
      if (units) units.push(unit);
      else byTopic.set(topic, [unit]);
    }
    for (const units of byTopic.values()) this.#addRows(units, 0, max);
  }

  separate(pairs: Pairs): void {
    for (const [a, b] of pairs) {
      const [first, second] = [this.#single.get(a), this.#single.get(b)];
      // One that was not kept is in no form.
      if (first === undefined || second === undefined) continue;
      this.#addRows([first, second], 0, 1);
    }
  }

  limitOverlap(max: number): void {
    if (max === 0) {
      for (const [unit, { members }] of this.units.entries()) {
        this.model.addRow(0, members.length, this.#columnsOf(unit));
      }
      return;
    }
    for (let form = 0; form < this.forms; form += 1) {
      for (let other = form + 1; other < this.forms; other += 1) {
        const shared = this.units.map((_, unit) => {
          const both = this.model.addContinuous(0, 1);
          const columns = [this.column(unit, form), this.column(unit, other), both];
          this.model.addRow(-Infinity, 1, columns, (at) => (at === 2 ? -1 : 1));
          return both;
        });
        this.model.addRow(0, max, shared);
      }
    }
  }

  /** How many of each unit a form has. */
  countsOf(values: Float64Array, form: number): number[] {
    return this.units.map((_, unit) => Math.round(values[this.column(unit, form)] ?? 0));
  }

  #unitsWhere(isCounted: (candidate: Candidate) => boolean): number[] {
    const found: number[] = [];
    for (const [unit, { members }] of this.units.entries()) {
      const candidate = this.#candidates[members[0] ?? 0];
      if (candidate && isCounted(candidate)) found.push(unit);
    }
    return found;
  }

  #addRows(units: readonly number[], min: number, max: number): void {
    for (let form = 0; form < this.forms; form += 1) {
      const columns = units.map((unit) => this.column(unit, form));
      this.model.addRow(min, max, columns);
    }
  }

  #columnsOf(unit: number): number[] {
    return Array.from({ length: this.forms }, (_, form) => this.column(unit, form));
  }
}
