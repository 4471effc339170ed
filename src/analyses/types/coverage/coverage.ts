import { formatCount, groupDigits } from '../../../domain/naming.ts';
import { type AnalysisType, visitQuestions } from '../../analysis-type.ts';
import { keepsItem, sortItems, tooFewQuestions, type Warning } from '../../envelope.ts';
import { GrowableArray } from '../../kit/collections/growable-array.ts';
import { roundShare, shareOf } from '../../kit/figures.ts';
import { testFit } from '../../kit/statistics/chi-square.ts';
import { readBlueprint } from './blueprint.ts';
import {
  buildCells,
  type Cell,
  type Counts,
  coordinatesOf,
  keyOf,
  listGaps,
  listSurpluses,
  marginalOf,
  normalizedEntropy,
  sideOf,
} from './cells.ts';
import { coverageReport } from './report.ts';
import {
  type CoverageParameters,
  type CoverageResult,
  coverageParameters,
  coverageResult,
} from './schema.ts';

/** With topics every question may be a cell of its own. */
const maxCellsListed = 10_000;

/** Where more of a bank is above its target, the blueprint is not followed at all. */
const maxFlaggedShare = 0.25;

export const coverage: AnalysisType<CoverageParameters, CoverageResult> = {
  name: 'coverage',
  title: 'Coverage',
  description:
    'Is the bank balanced? Counts questions by category, difficulty and topic, compares the shares ' +
    'with a blueprint and reports how many questions each cell lacks or has too many. Flags the ' +
    'questions of cells above their target, unless these are more than a quarter of the bank.',
  engineVersion: 3,
  parameters: coverageParameters,
  result: coverageResult,
  report: coverageReport,

  async run(questions, parameters, control) {
    const { dimensions, items, tolerance } = parameters;
    const counts: Counts = new Map();
    const ids: string[] = [];
    const cellNumbers = new GrowableArray(Int32Array);
    const evaluated = await visitQuestions(questions, control, (question) => {
      const coordinates = coordinatesOf(question, dimensions);
      const key = keyOf(coordinates);
      const entry = counts.get(key) ?? { coordinates, number: counts.size, count: 0 };
      entry.count += 1;
      counts.set(key, entry);
      if (items === 'none') return;
      ids.push(question.id);
      cellNumbers.push(entry.number);
    });

    const cells = buildCells(counts, dimensions, readBlueprint(parameters.blueprint), evaluated);
    const gaps = listGaps(cells, parameters, evaluated);
    const surpluses = listSurpluses(cells, tolerance, evaluated);
    const overfull = sum(surpluses.map(({ count }) => count));
    const isFlagging = overfull <= maxFlaggedShare * evaluated;
    const isFlagged = (cell: Cell) => isFlagging && sideOf(cell, tolerance, evaluated) > 0;
    const byNumber = listByNumber(cells, counts);
    return {
      summary: {
        ...summarize(cells, evaluated, isFlagging ? overfull : 0),
        gaps: gaps.length,
        lacking: sum(gaps.map((gap) => gap.lacking)),
        surplus: sum(surpluses.map(({ surplus }) => surplus)),
      },
      cells: cells.slice(0, maxCellsListed).map(({ coordinates, ...cell }) => ({
        ...coordinates,
        ...cell,
        target: roundShare(cell.target),
      })),
      marginals: dimensions.map((dimension) => {
        const values = marginalOf(cells, dimension, evaluated);
        const entropy = normalizedEntropy(values.map(({ count }) => count));
        return {
          dimension,
          normalized_entropy: entropy,
          values: values.slice(0, maxCellsListed),
        };
      }),
      gaps: gaps.slice(0, maxCellsListed),
      surpluses: surpluses.slice(0, maxCellsListed),
      items: sortItems(
        ids.flatMap((id, at) => {
          const cell = byNumber[cellNumbers.get(at)];
          return cell && keepsItem(items, isFlagged(cell))
            ? [itemOf(id, cell, isFlagged(cell))]
            : [];
        }),
      ),
      warnings: listWarnings(cells, parameters, evaluated, isFlagging ? 0 : overfull),
    };
  },
};

function listByNumber(cells: readonly Cell[], counts: Counts): Cell[] {
  const byNumber: Cell[] = [];
  for (const cell of cells) {
    const number = counts.get(keyOf(cell.coordinates))?.number;
    if (number !== undefined) byNumber[number] = cell;
  }
  return byNumber;
}

function summarize(cells: readonly Cell[], evaluated: number, flagged: number) {
  const counts = cells.map((cell) => cell.count);
  const expected = cells.map((cell) => cell.target * evaluated);
  const differences = cells.map((cell) => Math.abs(cell.count / evaluated - cell.target));
  const distance = evaluated === 0 ? null : roundShare(sum(differences) / 2);
  return {
    evaluated,
    flagged,
    flagged_share: shareOf(flagged, evaluated),
    score: distance === null ? null : roundShare(1 - distance),
    cells: cells.length,
    empty_cells: cells.filter((cell) => cell.target > 0 && cell.count === 0).length,
    normalized_entropy: normalizedEntropy(counts),
    total_variation_distance: distance,
    chi_square: evaluated === 0 ? null : testFit(counts, expected),
  };
}

/** The mean of these scores is the score of the summary: the sum of min(share, target). */
function itemOf(id: string, { coordinates, share, target }: Cell, flagged: boolean) {
  const score = share === null || share <= target ? 1 : roundShare(target / share);
  return {
    question_id: id,
    flagged,
    score,
    reasons: flagged ? ['over_target'] : [],
    cell: coordinates,
  };
}

function listWarnings(
  cells: readonly Cell[],
  { min_per_cell }: CoverageParameters,
  evaluated: number,
  notFlagged: number,
): Warning[] {
  const wanted = cells.filter((cell) => cell.target > 0);
  const needed = Math.max(1, wanted.length * min_per_cell);
  const thin = wanted.filter((cell) => cell.target * evaluated < 5).length;
  const unplanned = sum(cells.filter((cell) => cell.target === 0).map((cell) => cell.count));
  const found: (Warning | false)[] = [
    evaluated < needed &&
      tooFewQuestions(
        `${formatCount(evaluated, 'question', 'questions')} cannot fill ` +
          `${formatCount(wanted.length, 'cell', 'cells')} with ${min_per_cell} questions each.`,
      ),
    evaluated > 0 &&
      thin > wanted.length / 5 && {
        code: 'small_expected_counts',
        detail: `${groupDigits(thin)} of ${groupDigits(wanted.length)} cells have an expected count below 5; p is approximate.`,
      },
    notFlagged > 0 && {
      code: 'far_from_blueprint',
      detail:
        `${percent(notFlagged, evaluated)} of the questions are in cells above their target: the bank ` +
        'does not follow this blueprint, so no single question is flagged. Fill the gaps, or set ' +
        '`blueprint` to the distribution you want.',
    },
    unplanned > 0 && {
      code: 'outside_blueprint',
      detail: `${formatCount(unplanned, 'question is', 'questions are')} in cells without a target; chi-square excludes them.`,
    },
    cells.length > maxCellsListed && {
      code: 'cells_left_out',
      detail: `Only the first ${groupDigits(maxCellsListed)} of ${groupDigits(cells.length)} cells are listed.`,
    },
  ];
  return found.filter((each) => each !== false);
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(0)} %`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
