import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { roundShare, shareOf } from '../../kit/figures.ts';
import { intervalOfR } from '../../kit/statistics/effect-intervals.ts';
import { type AbilityGroup, groupByAbility } from './ability-groups.ts';
import type { CellDetails } from './cell-details.ts';
import { intervalOfMean } from './intervals.ts';
import type { CellsByColumn, RespondentTotals } from './respondent-totals.ts';
import type { Cells } from './response-cells.ts';
import { minVariance } from './totals.ts';

export interface Choices {
  readonly correctAnswer: string;
  readonly incorrectAnswers: readonly string[];
}

/** How often an option was chosen, and by whom. */
export interface OptionFigures {
  readonly option: string;
  readonly is_key: boolean;
  readonly n: number;
  readonly share: number | null;
  readonly mean_ability: number | null;
  readonly r: number | null;
  readonly finding: 'unused' | 'preferred_by_strong' | null;
  readonly curve: { ability: number; n: number; share: number }[];
}

/** An option with a smaller share distracts nobody. */
const minShare = 0.05;
const minChosen = 10;

/**
 * The options of one question. Ability is the mean score on the other questions, of respondents who
 * answered at least one.
 */
export function describeOptions(
  column: number,
  { respondents, scores }: Cells,
  details: CellDetails,
  { starts, order }: CellsByColumn,
  { sums, counts }: RespondentTotals,
  { correctAnswer, incorrectAnswers }: Choices,
  control: AnalysisControl,
): OptionFigures[] {
  throwIfAborted(control);
  const chosenNames = details.optionNames[column] ?? [];
  const all = new Group();
  const groups = chosenNames.map(() => new Group());
  for (let at = starts[column] ?? 0; at < (starts[column + 1] ?? 0); at += 1) {
    const cell = order[at] ?? 0;
    const group = groups[(details.options[cell] ?? 0) - 1];
    if (!group) continue;
    const respondent = respondents[cell] ?? 0;
    const others = (counts[respondent] ?? 0) - 1;
    const rest = ((sums[respondent] ?? 0) - (scores[cell] ?? 0)) / others;
    for (const each of [all, group]) each.add(others > 0 ? rest : null);
  }
  if (all.n === 0) return [];
  const abilityGroups = groupByAbility(all.rests);
  const names = [...new Set([correctAnswer, ...incorrectAnswers, ...chosenNames.toSorted()])];
  const figures = names.map((option) => {
    const group = groups[chosenNames.indexOf(option)] ?? new Group();
    return { option, isKey: option === correctAnswer, n: group.n, group, r: all.r(group) };
  });
  const key = figures[0];
  return figures.map(({ option, isKey, n, group, r }) => ({
    option,
    is_key: isKey,
    n,
    share: shareOf(n, all.n),
    mean_ability: group.mean === null ? null : roundShare(group.mean),
    r: r === null ? null : roundShare(r),
    finding: isUnused(n, all.n)
      ? 'unused'
      : !isKey && n >= minChosen && isPreferred(r, key?.r ?? null, all.judged)
        ? 'preferred_by_strong'
        : null,
    curve: curveOf(group, abilityGroups),
  }));
}

/** How many of each ability group are in a part of all. */
function curveOf(part: Group, groups: readonly AbilityGroup[]): OptionFigures['curve'] {
  return groups.map(({ from, to, n, mean }) => ({
    ability: roundShare(mean),
    n,
    share: roundShare(part.rests.filter((rest) => rest >= from && rest <= to).length / n),
  }));
}

/** Nobody chose it, and of so many that it is no accident. */
function isUnused(n: number, total: number): boolean {
  return n === 0 && intervalOfMean(0, total)[1] < minShare;
}

/** Good respondents choose it more than others do, and the correlation is surely above that of the key. */
function isPreferred(r: number | null, keyR: number | null, n: number): boolean {
  const [low] = (r === null ? null : intervalOfR(r, n)) ?? [-1];
  const [, keyHigh] = (keyR === null ? null : intervalOfR(keyR, n)) ?? [0, 0];
  return low > 0 && low > keyHigh;
}

/** Respondents, and their mean score on the other questions. */
class Group {
  n = 0;
  /** The scores on the other questions, of those who answered one. */
  readonly rests: number[] = [];
  #sum = 0;
  #squares = 0;

  add(rest: number | null): void {
    this.n += 1;
    if (rest === null) return;
    this.rests.push(rest);
    this.#sum += rest;
    this.#squares += rest * rest;
  }

  get judged(): number {
    return this.rests.length;
  }

  get mean(): number | null {
    return this.judged === 0 ? null : this.#sum / this.judged;
  }

  /** The point-biserial correlation of being in a part of this group with ability. */
  r(part: Group): number | null {
    const [mean, partMean, share] = [this.mean, part.mean, part.judged / this.judged];
    if (mean === null || partMean === null || share >= 1) return null;
    const variance = this.#squares / this.judged - mean ** 2;
    if (!(variance > minVariance)) return null;
    const r = ((partMean - mean) / Math.sqrt(variance)) * Math.sqrt(share / (1 - share));
    return Math.min(1, Math.max(-1, r));
  }
}
