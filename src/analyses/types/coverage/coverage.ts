import { type AnalysisType, visitQuestions } from '../../analysis-type.ts';
import { readBlueprint } from './blueprint.ts';
import { testFit } from '../../kit/statistics/chi-square.ts';
import {
  type Cell,
  type Counts,
  keyOf,
  buildCells,
  listGaps,
  marginalOf,
  normalizedEntropy,
  coordinatesOf,
} from './cells.ts';
import {
  type CoverageParameters,
  type CoverageResult,
  coverageParameters,
  coverageResult,
} from './schema.ts';
import { keepsItem, sortItems, tooFewQuestions, type Warning } from '../../envelope.ts';
import { roundShare, shareOf } from '../../kit/figures.ts';

/** With topics every question may be a cell of its own. */
const maxCellsListed = 10_000;

export const coverage: AnalysisType<CoverageParameters, CoverageResult> = {
  name: 'coverage',
  title: 'Coverage',
  description:
    'Is the bank balanced? Counts questions by category, difficulty and topic, compares the shares ' +
    'with a blueprint and reports how many questions each cell lacks. Flags the questions of cells ' +
    'above their target.',
  engineVersion: 1,
  parameters: coverageParameters,
  result: coverageResult,

  async run(questions, parameters, control) {
    const { dimensions, items, tolerance } = parameters;
    const counts: Counts = new Map();
    const keyed: { id: string; key: string }[] = [];
    const evaluated = await visitQuestions(questions, control, (question) => {
      const coordinates = coordinatesOf(question, dimensions);
      const key = keyOf(coordinates);
      const entry = counts.get(key);
      if (entry) entry.count += 1;
      else counts.set(key, { coordinates, count: 1 });
      if (items !== 'none') keyed.push({ id: question.id, key });
    });

    const cells = buildCells(counts, dimensions, readBlueprint(parameters.blueprint), evaluated);
    const gaps = listGaps(cells, parameters, evaluated);
    const isOverfull = (cell: Cell) => (cell.deviation ?? 0) > tolerance;
    const byKey = new Map(cells.map((cell) => [keyOf(cell.coordinates), cell]));
    return {
      summary: {
        ...summarize(cells, evaluated, isOverfull),
        gaps: gaps.length,
        lacking: sum(gaps.map((gap) => gap.lacking)),
      },
      cells: cells
        .slice(0, maxCellsListed)
        .map(({ coordinates, ...cell }) => ({ ...coordinates, ...cell, target: roundShare(cell.target) })),
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
      items: sortItems(
        keyed.flatMap(({ id, key }) => {
          const cell = byKey.get(key);
          return cell && keepsItem(items, isOverfull(cell))
            ? [itemOf(id, cell, isOverfull(cell))]
            : [];
        }),
      ),
      warnings: listWarnings(cells, parameters, evaluated),
    };
  },
};

function summarize(cells: readonly Cell[], evaluated: number, isOverfull: (cell: Cell) => boolean) {
  const counts = cells.map((cell) => cell.count);
  const expected = cells.map((cell) => cell.target * evaluated);
  const flagged = sum(cells.filter(isOverfull).map((cell) => cell.count));
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
  return { question_id: id, flagged, score, reasons: flagged ? ['over_target'] : [], cell: coordinates };
}

function listWarnings(
  cells: readonly Cell[],
  { min_per_cell }: CoverageParameters,
  evaluated: number,
): Warning[] {
  const wanted = cells.filter((cell) => cell.target > 0);
  const needed = Math.max(1, wanted.length * min_per_cell);
  const thin = wanted.filter((cell) => cell.target * evaluated < 5).length;
  const unplanned = sum(cells.filter((cell) => cell.target === 0).map((cell) => cell.count));
  const found: (Warning | false)[] = [
    evaluated < needed &&
      tooFewQuestions(
        `${evaluated} questions cannot fill ${wanted.length} cells with ${min_per_cell} questions each.`,
      ),
    evaluated > 0 &&
      thin > wanted.length / 5 && {
        code: 'small_expected_counts',
        detail: `${thin} of ${wanted.length} cells have an expected count below 5; p is approximate.`,
      },
    unplanned > 0 && {
      code: 'outside_blueprint',
      detail: `${unplanned} questions are in cells without a target; chi-square excludes them.`,
    },
    cells.length > maxCellsListed && {
      code: 'cells_left_out',
      detail: `Only the first ${maxCellsListed} of ${cells.length} cells are listed.`,
    },
  ];
  return found.filter((each) => each !== false);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
