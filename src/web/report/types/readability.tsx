import { binX, dot, type RectYOptions, rect, rectY, ruleX, ruleY } from '@observablehq/plot';
import { useCallback } from 'preact/hooks';
import type { ReadabilityResult } from '../../../analyses/types/readability/schema.ts';
import { Chart } from '../chart.tsx';
import { DataTable } from '../data-table.tsx';
import { Figure, Folded } from '../figure.tsx';
import { QuestionText } from '../question-text.tsx';
import { useQuestions } from '../report-context.ts';
import type { ReportRun } from '../report-data.ts';
import type { ReportType } from '../report-type.ts';
import { countOf, cut, levelName, showFigure, showShare } from '../words.ts';

type Item = ReadabilityResult['items'][number];
type Group = ReadabilityResult['summary']['quantiles'][number];

export const readabilityReport: ReportType<ReadabilityResult> = {
  headline: ({ summary }, run) => {
    if (summary.scored === 0) return 'No question could be scored.';
    const [low, high] = bandOf(run);
    const share = summary.above_target / summary.scored;
    return `${showShare(share)} of the questions are clearly harder to read than grade ${high}; the median is grade ${showFigure(summary.median_grade)}, for an audience of ${low} to ${high}.`;
  },
  questionIds: ({ items }) => items.filter(({ flagged }) => flagged).map(idOf),
  Body: ({ result: { summary, items }, run }) => {
    const band = bandOf(run);
    const flagged = items.filter((item) => item.flagged);
    const isComplete = items.length > flagged.length;
    return (
      <>
        {isComplete && (
          <Figure
            title="Grades"
            reading={`Shaded: the audience, grades ${band[0]} to ${band[1]}. ${countOf(summary.above_target, 'question is', 'questions are')} clearly above it, ${countOf(summary.below_target, 'question', 'questions')} below. The grade of one sentence is a rough estimate.`}
          >
            <Histogram items={items} band={band} />
            <Folded title="Questions by grade">
              <DataTable
                caption="Questions by grade"
                rows={gradesOf(items)}
                columns={[
                  { title: 'Grade', value: ({ grade }) => gradeName(grade) },
                  { title: 'Questions', value: ({ count }) => count },
                ]}
              />
            </Folded>
          </Figure>
        )}
        <Figure
          title="Grades by category and level"
          reading="The line reaches from the 10th to the 90th percentile, the box over the middle half; the mark is the median."
        >
          <Boxes groups={summary.quantiles} band={band} />
          <DataTable
            caption="Grades by group"
            rows={summary.quantiles}
            columns={[
              { title: 'Group', value: nameOf },
              { title: 'Questions', value: ({ scored }) => scored },
              { title: 'Outside', value: (group) => group.flagged },
              { title: '10 %', value: ({ consensus }) => consensus.p10 },
              { title: 'Median', value: ({ consensus }) => consensus.median },
              { title: '90 %', value: ({ consensus }) => consensus.p90 },
              { title: 'Flesch', value: ({ flesch }) => flesch.median },
              { title: 'SMOG', value: ({ smog }) => smog },
            ]}
          />
        </Figure>
        <Figure title="Outside the audience">
          <DataTable
            caption="Questions outside the audience"
            rows={flagged}
            empty="Every question is within the audience's grades."
            columns={[
              {
                title: 'Question',
                value: idOf,
                show: ({ question_id }) => <QuestionText id={question_id} />,
              },
              { title: 'Grade', value: ({ grade }) => grade },
              { title: 'Words', value: ({ counts }) => counts?.words },
            ]}
          />
        </Figure>
      </>
    );
  },
};

/** A text that is no sentence can have a grade of hundreds. */
const highest = 25;

/** The columns of the histogram: from a grade to just below the next. */
function gradesOf(items: readonly Item[]): { grade: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const { grade } of items) {
    if (grade === null) continue;
    const shown = Math.floor(Math.min(grade, highest));
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  const columns = [...counts].map(([grade, count]) => ({ grade, count }));
  return columns.sort((one, other) => one.grade - other.grade);
}

function gradeName(grade: number): string {
  return grade === highest ? `${grade} and above` : `${grade} to ${grade + 1}`;
}

interface HistogramProps {
  readonly items: readonly Item[];
  readonly band: readonly [number, number];
}

function Histogram({ items, band }: HistogramProps) {
  const questions = useQuestions();
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => {
      const scored = items.flatMap((item) =>
        item.grade === null ? [] : [{ ...item, shown: Math.min(item.grade, highest) }],
      );
      const out = scored.filter(({ flagged }) => flagged);
      return {
        height: 260,
        marginBottom: 40,
        x: {
          label: `US school grade (${highest}: and above)`,
          ticks: isNarrow ? 5 : 10,
        },
        y: { label: 'Questions', grid: true, ticks: 5 },
        marks: [
          rect([band], { x1: '0', x2: '1', fill: 'var(--good)', fillOpacity: 0.15 }),
          rectY(
            scored,
            binX<RectYOptions>(
              { y: 'count' },
              { x: 'shown', interval: 1, fill: 'var(--accent)', inset: 0.5 },
            ),
          ),
          dot(out, {
            x: 'shown',
            y: 0,
            dy: -3,
            r: 2.5,
            fill: 'var(--danger)',
            fillOpacity: 0.6,
            title: ({ question_id, grade }: Item) =>
              `${showFigure(grade)}: ${cut(questions[question_id]?.question_text ?? '', 80)}`,
          }),
          ruleY([0], { stroke: 'var(--strong-line)' }),
        ],
      };
    },
    [items, band, questions],
  );
  return <Chart label="Histogram of grades, with the grades of the audience shaded" draw={draw} />;
}

function Boxes({ groups, band }: { groups: readonly Group[]; band: readonly [number, number] }) {
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => {
      const rows = groups.map(({ consensus, ...group }) => ({ name: nameOf(group), ...consensus }));
      return {
        height: 50 + 28 * rows.length,
        marginLeft: isNarrow ? 100 : 140,
        marginBottom: 40,
        x: { label: 'US school grade', grid: true, ticks: isNarrow ? 4 : 8 },
        y: {
          domain: rows.map(({ name }) => name),
          label: null,
          tickSize: 0,
          type: 'band' as const,
          tickFormat: (name: string) => cut(name, isNarrow ? 14 : 24),
        },
        marks: [
          rect([band], { x1: '0', x2: '1', fill: 'var(--good)', fillOpacity: 0.15 }),
          ruleY(rows, { y: 'name', x1: 'p10', x2: 'p90', stroke: 'var(--strong-line)' }),
          ruleY(rows, {
            y: 'name',
            x1: 'p25',
            x2: 'p75',
            stroke: 'var(--accent)',
            strokeOpacity: 0.5,
            strokeWidth: 12,
          }),
          dot(rows, {
            x: 'median',
            y: 'name',
            r: 5,
            fill: 'var(--text)',
            title: ({ name, median }) => `${name}: median ${showFigure(median)}`,
          }),
          ruleX([0], { stroke: 'none' }),
        ],
      };
    },
    [groups, band],
  );
  return <Chart label="Quantiles of grades by category and level" draw={draw} />;
}

function nameOf({ group, group_by }: Pick<Group, 'group' | 'group_by'>): string {
  if (group_by === 'all') return 'All questions';
  return group_by === 'difficulty' ? levelName(group) : (group ?? '');
}

function bandOf({ parameters }: ReportRun): readonly [number, number] {
  const { target_grade = [0, 12] } = parameters as { target_grade?: [number, number] };
  return target_grade;
}

function idOf({ question_id }: Item): string {
  return question_id;
}
