import { cell, text } from '@observablehq/plot';
import { useCallback } from 'preact/hooks';
import type { CoverageResult } from '../../../analyses/types/coverage/schema.ts';
import { categories, levels } from '../../parts/labels.tsx';
import { BarChart } from '../bar-chart.tsx';
import { Chart } from '../chart.tsx';
import { DataTable } from '../data-table.tsx';
import { Figure } from '../figure.tsx';
import { MaybeLink } from '../question-text.tsx';
import { useLinks } from '../report-context.ts';
import type { ReportType } from '../report-type.ts';
import { countOf, cut, levelName, showFigure, showPoints, showShare } from '../words.ts';

type Cell = CoverageResult['cells'][number];

export const coverageReport: ReportType<CoverageResult> = {
  headline: ({ summary, gaps }) => {
    if (summary.evaluated === 0) return 'There are no questions to count.';
    const [largest] = gaps;
    if (!largest)
      return `Balanced: every cell has enough questions, and ${showShare(summary.total_variation_distance)} of the bank would have to move to match the blueprint.`;
    return `Short of ${countOf(summary.lacking, 'question')} in ${summary.gaps} of ${countOf(summary.cells, 'cell')}; most in ${nameOf(largest)}, which lacks ${showFigure(largest.lacking)}.`;
  },
  questionIds: () => [],
  Body: ({ result }) => {
    const { cells, gaps, surpluses, summary } = result;
    const isGrid = cells.every(
      ({ category, difficulty, topic_focus }) =>
        category !== undefined && difficulty !== undefined && topic_focus === undefined,
    );
    const links = useLinks();
    const wanted = (share: number) => share * summary.evaluated;
    const lacking = new Map(gaps.map((gap) => [nameOf(gap), gap.lacking]));
    return (
      <Figure
        title="Questions and targets"
        reading={
          gaps.length === 0
            ? 'No cell lacks questions.'
            : `Outlined in red: cells that lack questions. ${countOf(surpluses.length, 'cell has', 'cells have')} more than the target.`
        }
      >
        {isGrid ? (
          <Grid cells={cells} gaps={lacking} evaluated={summary.evaluated} />
        ) : (
          <BarChart
            label="Number of questions in each cell, and the target"
            bars={cells.slice(0, 40).map((each) => ({
              name: nameOf(each),
              value: each.count,
              mark: wanted(each.target),
            }))}
            axis="Questions; the line is the target"
          />
        )}
        <DataTable
          caption="Questions and targets by cell"
          rows={cells}
          columns={[
            {
              title: 'Cell',
              value: nameOf,
              show: (row) => (
                <MaybeLink href={links.questions({ ...row, topic: row.topic_focus })}>
                  {nameOf(row)}
                </MaybeLink>
              ),
            },
            { title: 'Questions', value: ({ count }) => count },
            { title: 'Target', value: ({ target }) => Math.round(wanted(target)) },
            {
              title: 'Share',
              value: ({ share }) => share,
              show: ({ share }) => showShare(share),
            },
            {
              title: 'Deviation',
              value: ({ deviation }) => deviation,
              show: ({ deviation }) => showPoints(deviation),
            },
            { title: 'Lacking', value: (row) => lacking.get(nameOf(row)) ?? 0 },
          ]}
        />
      </Figure>
    );
  },
};

interface GridProps {
  readonly cells: readonly Cell[];
  readonly gaps: ReadonlyMap<string, number>;
  readonly evaluated: number;
}

/** Category by level, as on the dashboard: count above, target below. */
function Grid({ cells, gaps, evaluated }: GridProps) {
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => {
      const largest = Math.max(1, ...cells.map(({ count }) => count));
      const at = { x: ({ difficulty }: Cell) => levelName(difficulty), y: 'category' };
      const isShort = (each: Cell) => gaps.has(nameOf(each));
      return {
        marginLeft: isNarrow ? 90 : 140,
        marginRight: isNarrow ? 2 : 20,
        marginTop: 28,
        marginBottom: 4,
        height: 44 + 46 * new Set(cells.map(({ category }) => category)).size,
        x: { axis: 'top' as const, label: null, domain: Object.values(levels), tickSize: 0 },
        y: {
          label: null,
          tickSize: 0,
          tickFormat: (name: string) => (isNarrow ? cut(name, 13) : name),
          domain: [...new Set([...Object.values(categories), ...cells.map(categoryOf)])].filter(
            (name) => cells.some(({ category }) => category === name),
          ),
        },
        marks: [
          cell(cells, {
            ...at,
            inset: 2,
            rx: 4,
            fill: ({ count }: Cell) =>
              `color-mix(in oklab, var(--accent) ${Math.round((count / largest) * 45)}%, var(--surface))`,
            stroke: (each: Cell) => (isShort(each) ? 'var(--danger)' : 'var(--line)'),
            title: (each: Cell) =>
              `${nameOf(each)}: ${each.count}, target ${Math.round(each.target * evaluated)}`,
          }),
          cell(cells.filter(isShort), {
            ...at,
            inset: 3,
            rx: 4,
            fill: 'none',
            stroke: 'var(--danger)',
            strokeWidth: 2,
          }),
          text(cells, {
            ...at,
            dy: -7,
            text: ({ count }: Cell) => showFigure(count),
            fontWeight: 600,
          }),
          text(cells, {
            ...at,
            dy: 9,
            fill: 'var(--muted)',
            text: (each: Cell) => targetOf(each, isNarrow),
          }),
        ],
      };

      function targetOf(each: Cell, isShortText: boolean): string {
        const lacking = gaps.get(nameOf(each));
        const target = Math.round(each.target * evaluated);
        if (lacking) return isShortText ? `lacks ${lacking}` : `of ${target}, lacks ${lacking}`;
        return `of ${target}`;
      }
    },
    [cells, gaps, evaluated],
  );
  return <Chart label="Heat map of questions by category and level, with targets" draw={draw} />;
}

function nameOf({ category, difficulty, topic_focus }: Partial<Cell>): string {
  const level = difficulty === undefined ? '' : levelName(difficulty);
  const topic = topic_focus === undefined ? '' : (topic_focus ?? 'no topic');
  return [category, level, topic].filter(Boolean).join(', ');
}

function categoryOf({ category }: Cell): string {
  return category ?? '';
}
