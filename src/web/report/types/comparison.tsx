import { cell, dot, ruleY, text } from '@observablehq/plot';
import { useCallback } from 'preact/hooks';
import type { ComparisonResult } from '../../../analyses/types/comparison/schema.ts';
import { Chart } from '../chart.tsx';
import { effectHeading, effectTitle, testTitle } from '../comparison-titles.ts';
import { DataTable } from '../data-table.tsx';
import { Figure } from '../figure.tsx';
import { intervalOfMean } from '../interval.ts';
import { QuestionText } from '../question-text.tsx';
import type { ReportRun } from '../report-data.ts';
import type { ReportType } from '../report-type.ts';
import { capitalized, countOf, cut, inWords, levelName, showFigure, showP } from '../words.ts';

type Group = ComparisonResult['groups'][number];
type Cell = ComparisonResult['table'][number];

export const comparisonReport: ReportType<ComparisonResult> = {
  headline: ({ summary }, run) => {
    const { measure, by } = subjectOf(run);
    if (summary.test === null) return `The ${measure} cannot be compared by ${by}.`;
    const isClear = (summary.p ?? 1) < 0.05;
    if (!isClear) return `No clear difference of ${measure} by ${by} (p ${equals(summary.p)}).`;
    return `The ${measure} differs by ${by}: a ${summary.magnitude ?? 'small'} effect (p ${equals(summary.p)}).`;
  },
  questionIds: ({ items }) =>
    items
      .filter(({ flagged }) => flagged)
      .slice(0, 200)
      .map(({ question_id }) => question_id),
  Body: ({ result: { summary, groups, pairs, table, items }, run }) => {
    const { measure, by, isLevel } = subjectOf(run);
    const show = (group: string) => (isLevel ? levelName(group) : group);
    const hasMeans = groups.some(({ mean }) => mean !== null);
    return (
      <>
        {hasMeans && (
          <Figure
            title={`${capitalized(measure)} by ${by}`}
            reading={`Dots are means with 95 % intervals; faint dots are single questions, without the farthest. Effect size ${effectTitle(summary)} ${showFigure(summary.effect_size)}, ${testTitle(summary)}.`}
          >
            <Groups groups={groups} items={items} measure={measure} show={show} />
            <DataTable
              caption={`${capitalized(measure)} by ${by}`}
              rows={groups}
              columns={[
                { title: capitalized(by), value: ({ group }) => show(group) },
                { title: 'Questions', value: ({ n }) => n },
                { title: 'Mean', value: ({ mean }) => mean },
                { title: 'SD', value: ({ sd }) => sd },
                { title: 'Median', value: ({ median }) => median },
                { title: 'Least', value: ({ min }) => min },
                { title: 'Most', value: ({ max }) => max },
              ]}
            />
          </Figure>
        )}
        {!hasMeans && table.length > 0 && (
          <Figure
            title={`${capitalized(measure)} by ${by}`}
            reading="Counts; outlined where they are far from what chance would give."
          >
            <Counts table={table} show={show} />
            <DataTable
              caption={`${capitalized(measure)} by ${by}`}
              rows={table}
              columns={[
                { title: capitalized(by), value: ({ group }) => show(group) },
                { title: capitalized(measure), value: ({ value }) => inWords(value) },
                { title: 'Questions', value: ({ count }) => count },
                { title: 'Expected', value: ({ expected }) => expected },
                { title: 'Residual', value: ({ residual }) => residual },
              ]}
            />
          </Figure>
        )}
        <Figure
          title="Each pair of groups"
          reading="p is corrected for the number of pairs (Holm)."
        >
          <DataTable
            caption="Pairs of groups"
            rows={pairs}
            empty="There are no two groups to compare."
            columns={[
              { title: 'One', value: ({ a }) => show(a) },
              { title: 'Other', value: ({ b }) => show(b) },
              { title: 'Difference', value: ({ difference }) => difference },
              { title: effectHeading(pairs), value: ({ effect_size }) => effect_size },
              { title: 'In words', value: ({ magnitude }) => magnitude ?? '' },
              {
                title: 'p',
                value: (pair) => pair.p_adjusted,
                show: (pair) => showP(pair.p_adjusted),
              },
            ]}
          />
        </Figure>
        {items.some(({ flagged }) => flagged) && (
          <Figure
            title="Outliers"
            reading={`${countOf(summary.flagged, 'question is', 'questions are')} far from the others of the same group.`}
          >
            <DataTable
              caption="Outliers"
              rows={items.filter(({ flagged }) => flagged)}
              total={summary.flagged}
              columns={[
                {
                  title: 'Question',
                  value: ({ question_id }) => question_id,
                  show: ({ question_id }) => <QuestionText id={question_id} />,
                },
                { title: capitalized(by), value: ({ group }) => show(group ?? '') },
                { title: capitalized(measure), value: ({ value }) => value },
              ]}
            />
          </Figure>
        )}
      </>
    );
  },
};

interface GroupsProps {
  readonly groups: readonly Group[];
  readonly items: ComparisonResult['items'];
  readonly measure: string;
  readonly show: (group: string) => string;
}

const groupsShown = 30;

function Groups({ groups, items, measure, show }: GroupsProps) {
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => {
      const rows = groups.slice(0, groupsShown).flatMap(({ group, n, mean, sd }) => {
        if (mean === null) return [];
        const [low, high] = intervalOfMean(mean, sd ?? 0, n);
        return [{ group, mean, low, high }];
      });
      const names = rows.map(({ group }) => group);
      const known = items.filter(
        ({ group, value }) => value !== null && names.includes(group ?? ''),
      );
      const limit = limitOf(
        known.map(({ value }) => value ?? 0),
        Math.max(...rows.map(({ high }) => high)),
      );
      const raw = known.filter(({ value }) => (value ?? 0) <= limit);
      return {
        height: 60 + Math.max(34, 120 / Math.max(1, rows.length)) * rows.length,
        marginLeft: isNarrow ? 96 : 150,
        marginBottom: 40,
        x: { label: capitalized(measure), grid: true, ticks: isNarrow ? 4 : 8 },
        y: {
          type: 'point' as const,
          domain: names,
          label: null,
          tickSize: 0,
          tickFormat: (group: string) => cut(show(group), isNarrow ? 13 : 22),
        },
        marks: [
          dot(raw, {
            x: 'value',
            y: 'group',
            dy: 8,
            r: 2,
            fill: 'var(--strong-line)',
            fillOpacity: 0.35,
          }),
          ruleY(rows, {
            y: 'group',
            x1: 'low',
            x2: 'high',
            stroke: 'var(--accent)',
            strokeWidth: 4,
          }),
          dot(rows, {
            x: 'mean',
            y: 'group',
            r: 5,
            fill: 'var(--accent)',
            stroke: 'var(--surface)',
            title: ({ group, mean, low, high }) =>
              `${show(group)}: ${showFigure(mean)} (${showFigure(low)} to ${showFigure(high)})`,
          }),
        ],
      };
    },
    [groups, items, measure, show],
  );
  return <Chart label={`Means of ${measure} with 95 % intervals`} draw={draw} />;
}

/** One question of 2,000 characters would hide the differences of all others. */
function limitOf(values: readonly number[], least: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const high = sorted[Math.floor(sorted.length * 0.99)] ?? least;
  return Math.max(least, high * 1.25);
}

function Counts({ table, show }: { table: readonly Cell[]; show: (group: string) => string }) {
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => {
      const rows = table.slice(0, 200);
      const largest = Math.max(1, ...rows.map(({ count }) => count));
      return {
        height: 60 + 34 * new Set(rows.map(({ group }) => group)).size,
        marginLeft: isNarrow ? 96 : 150,
        marginTop: 34,
        x: {
          axis: 'top' as const,
          label: null,
          tickSize: 0,
          tickFormat: (value: string) => cut(inWords(value), isNarrow ? 6 : 14),
        },
        y: { label: null, tickSize: 0, tickFormat: (group: string) => cut(show(group), 20) },
        marks: [
          cell(rows, {
            x: 'value',
            y: 'group',
            inset: 1.5,
            rx: 4,
            fill: ({ count }: Cell) =>
              `color-mix(in oklab, var(--accent) ${Math.round((count / largest) * 45)}%, var(--surface))`,
            stroke: ({ residual }: Cell) =>
              Math.abs(residual) > 2 ? 'var(--danger)' : 'var(--line)',
          }),
          text(rows, { x: 'value', y: 'group', text: 'count' }),
        ],
      };
    },
    [table, show],
  );
  return <Chart label="Counts by group and value" draw={draw} />;
}

function subjectOf({ parameters }: ReportRun) {
  const { measure = 'question_length', group_by = 'difficulty' } = parameters as {
    measure?: string;
    group_by?: string;
  };
  const by = { difficulty: 'level', category: 'category', topic_focus: 'topic' }[group_by];
  return { measure: inWords(measure), by: by ?? group_by, isLevel: group_by === 'difficulty' };
}

function equals(p: number | null): string {
  const text = showP(p);
  return text.startsWith('<') ? text : `= ${text}`;
}
