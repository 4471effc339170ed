import { dot, line, ruleX, ruleY } from '@observablehq/plot';
import { useCallback } from 'preact/hooks';
import type { ItemStatisticsResult } from '../../../analyses/types/item-statistics/schema.ts';
import { Chart } from '../chart.tsx';
import { DataTable } from '../data-table.tsx';
import { Figure } from '../figure.tsx';
import { ItemCurves, OptionFigure } from '../item-curves.tsx';
import { OptionCurves } from '../option-curves.tsx';
import { QuestionText } from '../question-text.tsx';
import { useQuestions } from '../report-context.ts';
import type { ReportType } from '../report-type.ts';
import { countOf, cut, inWords, levelName, showFigure, showShare } from '../words.ts';

type Item = ItemStatisticsResult['items'][number];

export const itemStatisticsReport: ReportType<ItemStatisticsResult> = {
  headline: ({ summary, items, test }) => {
    if (summary.responses === 0) return 'There are no responses to these questions yet.';
    const against = items.filter(({ flags }) => flags.includes('negative_discrimination')).length;
    if (against > 0) return `${countOf(against, 'item works', 'items work')} against the test.`;
    const judged = `${countOf(summary.flagged, 'item needs', 'items need')} a look`;
    return `${summary.flagged === 0 ? 'The items work together' : judged}; reliability (alpha) is ${showFigure(test.alpha)} with ${countOf(test.n, 'respondent')}.`;
  },
  questionIds: ({ items }) => items.map(({ question_id }) => question_id),
  Body: ({ result: { summary, items, test, information } }) => {
    const answered = items.filter(({ n }) => n > 0);
    return (
      <>
        {answered.length > 0 && (
          <Figure
            title="Item map"
            reading="Right: most people know it. Up: those who know the rest know this too; below the line, it works against the test. Red: flagged."
          >
            <ItemMap items={answered} />
          </Figure>
        )}
        <Figure
          title="Items"
          reading={`${countOf(summary.judged, 'item has', 'items have')} enough responses to be judged. Total score ${showFigure(test.mean)} on average, standard deviation ${showFigure(test.sd)}, standard error ${showFigure(test.sem)}.`}
        >
          <DataTable
            caption="Statistics of the items"
            rows={answered}
            total={summary.answered}
            empty="No question has been answered. Let people play a quiz, or import responses."
            columns={[
              {
                title: 'Question',
                value: ({ question_id }) => question_id,
                show: ({ question_id }) => <QuestionText id={question_id} />,
              },
              { title: 'Responses', value: ({ n }) => n },
              {
                title: 'Facility',
                value: ({ facility }) => facility,
                show: ({ facility }) => showShare(facility),
              },
              { title: 'Item–rest', value: ({ item_rest_r }) => item_rest_r },
              { title: 'a', value: ({ a }) => a },
              { title: 'b', value: ({ b }) => b },
              {
                title: 'Suggested level',
                value: (item) =>
                  item.suggested_difficulty === null ? '' : levelName(item.suggested_difficulty),
              },
              { title: 'Flags', value: ({ flags }) => flags.map(inWords).join(', ') },
            ]}
          />
        </Figure>
        {information.length > 0 && (
          <>
            <ItemCurves items={answered} abilities={information.map(({ ability }) => ability)} />
            <Figure
              title="Test information"
              reading={`The test measures best at an ability of ${showFigure(peakOf(information))}.`}
            >
              <Information points={information} />
              <DataTable
                caption="Test information"
                rows={information}
                columns={[
                  { title: 'Ability', value: ({ ability }) => ability },
                  { title: 'Information', value: (point) => point.information },
                  { title: 'Standard error', value: ({ standard_error }) => standard_error },
                ]}
              />
            </Figure>
          </>
        )}
        <OptionCurves items={answered} />
        <OptionFigure items={answered} />
      </>
    );
  },
};

function ItemMap({ items }: { items: readonly Item[] }) {
  const questions = useQuestions();
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => ({
      height: 320,
      marginBottom: 40,
      marginLeft: 46,
      x: { label: 'Facility, percent', percent: true, domain: [0, 100], ticks: isNarrow ? 4 : 10 },
      y: { label: 'Discrimination (item–rest correlation)', grid: true },
      marks: [
        ruleY([0], { stroke: 'var(--strong-line)', strokeWidth: 2 }),
        dot(
          items.filter(({ item_rest_r }) => item_rest_r !== null),
          {
            x: 'facility',
            y: 'item_rest_r',
            r: 5,
            fill: ({ flagged }: Item) => (flagged ? 'var(--danger)' : 'var(--accent)'),
            fillOpacity: 0.75,
            stroke: 'var(--surface)',
            title: ({ question_id, facility, item_rest_r, flags }: Item) =>
              `${cut(questions[question_id]?.question_text ?? '', 80)}\n${showShare(facility)}, ${showFigure(item_rest_r)}${flags.length > 0 ? `, ${flags.map(inWords).join(', ')}` : ''}`,
          },
        ),
      ],
    }),
    [items, questions],
  );
  return <Chart label="Items by facility and discrimination" draw={draw} />;
}

function Information({ points }: { points: ItemStatisticsResult['information'] }) {
  const draw = useCallback(
    () => ({
      height: 240,
      marginBottom: 40,
      x: { label: 'Ability' },
      y: { label: 'Information', grid: true },
      marks: [
        line(points, { x: 'ability', y: 'information', stroke: 'var(--accent)', strokeWidth: 2 }),
        ruleY([0], { stroke: 'var(--strong-line)' }),
        ruleX([peakOf(points)], { stroke: 'var(--strong-line)', strokeDasharray: '4 4' }),
      ],
    }),
    [points],
  );
  return <Chart label="Information of the test by ability" draw={draw} />;
}

function peakOf(points: ItemStatisticsResult['information']): number {
  const best = points.reduce(
    (one, other) => (other.information > one.information ? other : one),
    points[0] ?? { ability: 0, information: 0 },
  );
  return best.ability;
}
