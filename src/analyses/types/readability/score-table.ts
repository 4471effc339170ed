import type { AnalysisQuestion } from '../../analysis-type.ts';
import { GrowableArray } from '../../kit/collections/growable-array.ts';
import { figure } from '../../kit/figures.ts';
import { compareGroups, groupOf } from '../../kit/grouping.ts';
import {
  minSentencesForSmog,
  type Scores,
  scoreNames,
  smogOf,
} from '../../kit/readability/scores.ts';
import type { TextCounts } from '../../kit/readability/text-counts.ts';
import { meanOf, quantileOf } from '../../kit/statistics/quantiles.ts';
import type { ReadabilityGroup } from './schema.ts';

const dimensions = ['category', 'difficulty'] as const;

type GroupBy = 'all' | (typeof dimensions)[number];

interface Group {
  readonly number: number;
  readonly groupBy: GroupBy;
  readonly name: string | null;
  scored: number;
  flagged: number;
  sentences: number;
  polysyllables: number;
}

/** The scores of all questions by column, and the groups of each question. */
export class ScoreTable {
  readonly #columns = {
    consensus: new GrowableArray(Float64Array),
    flesch: new GrowableArray(Float64Array),
    flesch_kincaid: new GrowableArray(Float64Array),
    ari: new GrowableArray(Float64Array),
    coleman_liau: new GrowableArray(Float64Array),
    gunning_fog: new GrowableArray(Float64Array),
    dale_chall: new GrowableArray(Float64Array),
    lix: new GrowableArray(Float64Array),
    rix: new GrowableArray(Float64Array),
  };
  readonly #memberships = dimensions.map((dimension) => ({
    dimension,
    column: new GrowableArray(Float64Array),
  }));
  readonly #groups = new Map<string, Group>();
  #sentences = 0;
  #singles = 0;

  add(question: AnalysisQuestion, counts: TextCounts, scores: Scores, isFlagged: boolean): void {
    this.#sentences += counts.sentences;
    if (counts.sentences === 1) this.#singles += 1;
    for (const name of scoreNames) this.#columns[name].push(scores[name]);
    tally(this.#groupFor('all', null), counts, isFlagged);
    for (const { dimension, column } of this.#memberships) {
      const group = this.#groupFor(dimension, groupOf(question, dimension));
      tally(group, counts, isFlagged);
      column.push(group.number);
    }
  }

  get sentences(): number {
    return this.#sentences;
  }

  /** The number of questions with a single sentence. */
  get singles(): number {
    return this.#singles;
  }

  /** `pause` is called between units of work with the share done. */
  summarize(pause: (share: number) => void): ReadabilityGroup[] {
    const groups = [...this.#groups.values()].sort(compareRows);
    return groups.map((group, at) => this.#rowOf(group, () => pause(at / groups.length)));
  }

  #groupFor(groupBy: GroupBy, name: string | null): Group {
    const key = `${groupBy} ${name}`;
    const found = this.#groups.get(key);
    if (found) return found;
    const tallies = { scored: 0, flagged: 0, sentences: 0, polysyllables: 0 };
    const group = { number: this.#groups.size, groupBy, name, ...tallies };
    this.#groups.set(key, group);
    return group;
  }

  #rowOf(group: Group, pause: () => void): ReadabilityGroup {
    const { groupBy, name, scored, flagged, sentences, polysyllables } = group;
    const quantiles = (score: keyof Scores) => {
      pause();
      return quantilesOf(this.#valuesOf(group, this.#columns[score]).sort());
    };
    return {
      group_by: groupBy,
      group: name,
      scored,
      flagged,
      smog: sentences < minSentencesForSmog ? null : figure(smogOf(polysyllables, sentences)),
      consensus: quantiles('consensus'),
      flesch: quantiles('flesch'),
      flesch_kincaid: quantiles('flesch_kincaid'),
      ari: quantiles('ari'),
      coleman_liau: quantiles('coleman_liau'),
      gunning_fog: quantiles('gunning_fog'),
      dale_chall: quantiles('dale_chall'),
      lix: quantiles('lix'),
      rix: quantiles('rix'),
    };
  }

  #valuesOf({ groupBy, number }: Group, column: GrowableArray<Float64Array>): Float64Array {
    const membership = this.#memberships.find(({ dimension }) => dimension === groupBy);
    if (!membership) return column.view().slice();
    const numbers = membership.column.view();
    return column.view().filter((_, at) => numbers[at] === number);
  }
}

function tally(group: Group, counts: TextCounts, isFlagged: boolean): void {
  group.scored += 1;
  group.flagged += Number(isFlagged);
  group.sentences += counts.sentences;
  group.polysyllables += counts.polysyllables;
}

function compareRows(one: Group, other: Group): number {
  const order: GroupBy[] = ['all', ...dimensions];
  return (
    order.indexOf(one.groupBy) - order.indexOf(other.groupBy) ||
    compareGroups(one.name ?? '', other.name ?? '')
  );
}

function quantilesOf(sorted: Float64Array) {
  const at = (share: number) => figure(quantileOf(sorted, share));
  return {
    mean: figure(meanOf(sorted)),
    min: at(0),
    p10: at(0.1),
    p25: at(0.25),
    median: at(0.5),
    p75: at(0.75),
    p90: at(0.9),
    max: at(1),
  };
}
