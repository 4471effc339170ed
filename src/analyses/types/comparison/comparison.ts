import { formatCount, groupDigits } from '../../../domain/naming.ts';
import {
  type AnalysisType,
  subProgress,
  throwIfAborted,
  visitQuestions,
} from '../../analysis-type.ts';
import { keepsItem, sortItems, summarize, tooFewQuestions, type Warning } from '../../envelope.ts';
import { figure } from '../../kit/figures.ts';
import { groupOf } from '../../kit/grouping.ts';
import { countTable, distinctValues, maxDistinctValues } from './contingency-table.ts';
import {
  cellsOf,
  figuresOf,
  listCells,
  listGroups,
  listPairs,
  maxGroupsPaired,
  maxListed,
} from './findings.ts';
import { chooseTest, effectOf, runTest, type TestName } from './group-test.ts';
import { type Group, Measurements } from './groups.ts';
import { createMeasure, describeMeasure, isNominal, type Measure } from './measures.ts';
import { type RobustScale, robustScaleOf } from './outliers.ts';
import { comparisonReport } from './report.ts';
import {
  type ComparisonParameters,
  type ComparisonResult,
  comparisonParameters,
  comparisonResult,
} from './schema.ts';

type Item = ComparisonResult['items'][number];

/** Progress when every question has been measured. */
const measuringShare = 0.7;

export const comparison: AnalysisType<ComparisonParameters, ComparisonResult> = {
  name: 'comparison',
  title: 'Comparison',
  description:
    'Do groups differ? Compares a measure between categories, difficulty levels or topics with a ' +
    'standard test, its effect size and 95 % confidence interval, and compares every pair of groups ' +
    'with Holm-corrected p values. Flags outliers within their group (for measures with more than ' +
    'ten distinct values).',
  engineVersion: 5,
  parameters: comparisonParameters,
  result: comparisonResult,
  report: comparisonReport,
  describeParameters: ({ measure, group_by }) => ({
    measure: describeMeasure(measure),
    'group by': group_by.replaceAll('_', ' '),
  }),
  // The columns, doubled while they grow, and the sorted, pooled and ranked values.
  bytesPerQuestion: 80,

  async run(questions, parameters, control) {
    const { group_by, measure: name, min_per_group } = parameters;
    const measure = await createMeasure(name);
    const measurements = new Measurements();
    const measuring = subProgress(control, 0, measuringShare);
    const evaluated = await visitQuestions(questions, measuring, (question) => {
      measurements.add(question.id, groupOf(question, group_by), measure.valueOf(question));
    });

    const all = measurements.groups();
    throwIfAborted(control);
    const groups = all.filter(({ n }) => n >= min_per_group);
    const test = groups.length < 2 ? null : pickTest(parameters, groups);
    const table = test === 'chi_square' ? countTable(groups, measure.labelOf) : null;
    const cells = cellsOf(table);
    const outcome = test === null ? null : runTest(test, groups, cells);
    throwIfAborted(control);
    const pause = (share: number) => {
      throwIfAborted(control);
      control.progress(measuringShare + (1 - measuringShare) * share);
    };
    const pairs = test === null ? [] : listPairs(test, groups, table, name, pause);
    const { items, flagged } = findOutliers(measurements, groups, measure, parameters, () =>
      throwIfAborted(control),
    );
    control.progress(1);
    return {
      summary: {
        ...summarize(evaluated, flagged),
        compared: groups.reduce((sum, { n }) => sum + n, 0),
        groups: groups.length,
        test: outcome === null ? null : test,
        ...figuresOf(test, outcome, Math.min(groups.length, table?.columns.length ?? 0)),
        effect: outcome === null || test === null ? null : effectOf[test],
      },
      groups: listGroups(all, parameters),
      pairs,
      table: listCells(cells, groups, table),
      items: sortItems(items),
      warnings:
        evaluated === 0
          ? [tooFewQuestions('There are no questions to compare.')]
          : [
              ...warnAboutQuestions(measurements, parameters),
              ...warnAboutGroups(all, groups, parameters),
              ...warnAboutTest(test, outcome !== null, groups),
              ...warnAboutCells(cells.map(({ expected }) => expected)),
            ],
    };
  },
};

function pickTest({ test, measure }: ComparisonParameters, groups: readonly Group[]): TestName {
  if (test !== 'auto') return test;
  return chooseTest(groups, { isNominal: isNominal(measure), isLevel: measure === 'difficulty' });
}

function findOutliers(
  measurements: Measurements,
  groups: readonly Group[],
  { labelOf }: Measure,
  { items: kept, outlier_z }: ComparisonParameters,
  pause: () => void,
) {
  const isAmount = labelOf === undefined;
  const isFine = isAmount && distinctValues(groups, maxDistinctValues).length > maxDistinctValues;
  const scales = new Map<string | null, RobustScale>(
    isFine ? groups.map((group) => [group.name, robustScaleOf(group)]) : [],
  );
  const items: Item[] = [];
  let flagged = 0;
  for (const [at, id] of measurements.ids.entries()) {
    if (at % 10_000 === 0) pause();
    const [group, value] = [measurements.groupAt(at), measurements.valueAt(at)];
    const z = value === null ? null : (scales.get(group)?.(value) ?? null);
    const isOutlier = z !== null && Math.abs(z) > outlier_z;
    if (isOutlier) flagged += 1;
    if (!keepsItem(kept, isOutlier)) continue;
    items.push({
      question_id: id,
      flagged: isOutlier,
      score: isOutlier ? figure(outlier_z / Math.abs(z)) : 1,
      reasons: isOutlier ? [z > 0 ? 'above_group' : 'below_group'] : [],
      group,
      value: isAmount && value !== null ? figure(value) : null,
      label: isAmount || value === null ? null : labelOf(value),
      z: z === null ? null : figure(z),
    });
  }
  return { items, flagged };
}

function warnAboutQuestions(
  measurements: Measurements,
  { measure }: ComparisonParameters,
): Warning[] {
  const { ungrouped, unmeasured } = measurements.countMissing();
  const found: (Warning | false)[] = [
    ungrouped > 0 && {
      code: 'without_group',
      detail: `${formatCount(ungrouped, 'question has', 'questions have')} no topic_focus and no group.`,
    },
    unmeasured > 0 && {
      code: 'not_measured',
      detail: `${measure} cannot be computed for ${formatCount(unmeasured, 'question', 'questions')} without words in Latin script.`,
    },
  ];
  return found.filter((each) => each !== false);
}

function warnAboutGroups(
  all: readonly Group[],
  groups: readonly Group[],
  { min_per_group }: ComparisonParameters,
): Warning[] {
  const left = all.length - groups.length;
  const found: (Warning | false)[] = [
    groups.length < 2 &&
      tooFewQuestions(
        `Needs at least two groups of ${min_per_group} questions; found ${groups.length}.`,
      ),
    groups.length >= 2 &&
      left > 0 && {
        code: 'small_groups',
        detail: `${groupDigits(left)} of ${groupDigits(all.length)} groups have fewer than ${groupDigits(min_per_group)} questions and are excluded.`,
      },
    all.length > maxListed && {
      code: 'groups_left_out',
      detail: `Only the first ${groupDigits(maxListed)} of ${groupDigits(all.length)} groups are listed.`,
    },
    groups.length > maxGroupsPaired && {
      code: 'pairs_left_out',
      detail: `Only the ${maxGroupsPaired} largest of ${groupDigits(groups.length)} groups are compared in pairs.`,
    },
  ];
  return found.filter((each) => each !== false);
}

function warnAboutTest(
  test: TestName | null,
  isDone: boolean,
  groups: readonly Group[],
): Warning[] {
  if (test === null || isDone) return [];
  if (test === 't_test' && groups.length > 2) {
    const detail = `A t-test compares two groups; for these ${groups.length} groups see pairs.`;
    return [{ code: 'test_not_applicable', detail }];
  }
  const detail =
    test === 'welch_anova'
      ? "The values of a group do not vary, so Welch's test is not possible; use kruskal_wallis."
      : 'The values do not vary within the groups, so no test is possible.';
  return [{ code: 'no_variance', detail }];
}

function warnAboutCells(expected: readonly number[]): Warning[] {
  const thin = expected.filter((count) => count < 5).length;
  if (thin <= expected.length / 5) return [];
  const detail = `${thin} of ${expected.length} cells have an expected count below 5; p is approximate.`;
  return [{ code: 'small_expected_counts', detail }];
}
