import type { AnalysisControl } from '../../analysis-type.ts';
import { type LogisticDif, testLogistic } from './logistic-dif.ts';
import {
  classify,
  type EtsClass,
  type MantelHaenszel,
  type Stratum,
  testMantelHaenszel,
} from './mantel-haenszel.ts';
import { type GroupOf, type Matching, matchRespondents } from './matching.ts';
import type { CellsByColumn } from './respondent-totals.ts';
import type { Cells } from './response-cells.ts';

/** How a question differs between two groups of the same ability. */
export interface Difference {
  readonly reference: GroupFigures;
  readonly focal: GroupFigures;
  /** Null with fewer responses than needed in one of the groups. */
  readonly mantelHaenszel: MantelHaenszel | null;
  readonly logistic: LogisticDif | null;
  readonly etsClass: EtsClass | null;
}

interface GroupFigures {
  readonly n: number;
  /** The share of correct answers. */
  readonly facility: number | null;
}

/**
 * Compares two groups on every question, in two steps as ETS does: questions that differ in the first
 * step do not count in the matching score of the second, so that they do not make others differ.
 */
export function compareGroups(
  cells: Cells,
  byColumn: CellsByColumn,
  groupOf: GroupOf,
  minGroupSize: number,
  control: AnalysisControl,
): Difference[] {
  const compare = (isAnchor: (column: number) => boolean) => {
    const matching = matchRespondents(cells, byColumn, groupOf, isAnchor, control);
    return cells.questionIds.map((_id, column) => compareQuestion(matching, column, minGroupSize));
  };
  const first = compare(() => true);
  const isSound = ({ etsClass }: Difference) => etsClass === null || etsClass === 'A';
  const sound = first.map(isSound);
  const anchors = sound.filter((each) => each).length;
  if (anchors === first.length || anchors < minAnchors) return first;
  return compare((column) => sound[column] ?? false);
}

/** A shorter anchor matches nobody. */
const minAnchors = 5;

function compareQuestion(matching: Matching, column: number, minGroupSize: number): Difference {
  const strata = matching.strataOf(column);
  const reference = figuresOf(strata, 'correctReference', 'incorrectReference');
  const focal = figuresOf(strata, 'correctFocal', 'incorrectFocal');
  const isEnough = Math.min(reference.n, focal.n) >= minGroupSize;
  const mantelHaenszel = isEnough ? testMantelHaenszel(strata) : null;
  return {
    reference,
    focal,
    mantelHaenszel,
    logistic: isEnough ? testLogistic(strata) : null,
    etsClass: mantelHaenszel && classify(mantelHaenszel),
  };
}

function figuresOf(
  strata: readonly Stratum[],
  right: 'correctReference' | 'correctFocal',
  wrong: 'incorrectReference' | 'incorrectFocal',
): GroupFigures {
  const correct = strata.reduce((sum, stratum) => sum + stratum[right], 0);
  const n = strata.reduce((sum, stratum) => sum + stratum[wrong], correct);
  return { n, facility: n === 0 ? null : correct / n };
}

/** The chance that any of the compared questions is flagged though none differs. */
const maxChance = 0.01;
/** A large effect (Jodoin & Gierl 2001). */
const largeR2 = 0.07;

/**
 * Which differences are large and certain: class C, or one that changes with ability. Of hundreds of
 * sound questions some are in class C by chance, so the test must hold for all of them together.
 */
export function findLarge(differences: readonly Difference[]): boolean[] {
  const compared = differences.filter(({ mantelHaenszel }) => mantelHaenszel !== null).length;
  const maxP = maxChance / Math.max(1, compared);
  return differences.map(({ etsClass, mantelHaenszel, logistic }) => {
    if (etsClass === 'C' && mantelHaenszel && mantelHaenszel.p < maxP) return true;
    return logistic !== null && logistic.pNonuniform < maxP && logistic.deltaR2 >= largeR2;
  });
}
