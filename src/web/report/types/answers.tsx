import { barY, dot, link, ruleY } from '@observablehq/plot';
import { useCallback } from 'preact/hooks';
import type { AnswersResult } from '../../../analyses/types/answers/schema.ts';
import { BarChart } from '../bar-chart.tsx';
import { Chart } from '../chart.tsx';
import { DataTable } from '../data-table.tsx';
import { Figure } from '../figure.tsx';
import { wilson } from '../interval.ts';
import { QuestionCell } from '../question-text.tsx';
import type { ReportType } from '../report-type.ts';
import { capitalized, countOf, inWords, showFigure, showShare } from '../words.ts';

/** With fewer, shares say nothing. */
const minQuestions = 30;

type Position = AnswersResult['position_bias'][number];

interface Share {
  readonly name: string;
  readonly count: number;
  readonly share: number;
  readonly expected: number;
  readonly interval: readonly [number, number];
}

export const answersReport: ReportType<AnswersResult> = {
  headline: ({ summary, position_bias, length_bias }) => {
    if (summary.evaluated === 0) return 'There are no answers to look at.';
    const advice = [length_bias?.advice, ...position_bias.map((each) => each.advice)].find(Boolean);
    if (advice) return advice;
    return summary.flagged === 0
      ? 'Neither the place nor the length of an answer gives it away.'
      : `${countOf(summary.flagged, 'answer needs', 'answers need')} a look; place and length give nothing away.`;
  },
  questionIds: ({ items }) =>
    items
      .filter(({ flagged }) => flagged)
      .slice(0, 200)
      .map(({ question_id }) => question_id),
  Body: ({ result: { summary, position_bias, length_bias, types, repeated, items } }) => (
    <>
      {position_bias
        .filter(({ questions }) => questions >= minQuestions)
        .map((bias) => (
          <Figure
            key={bias.choices}
            title={`Place of the answer among ${bias.choices} choices`}
            reading={
              bias.advice ??
              `Choices sorted by value or alphabet. Dashed: chance; black: 95 % intervals. ${bias.note ?? 'No place stands out enough to matter.'}`
            }
          >
            <Shares
              label={`Share of answers at each of ${bias.choices} places`}
              rows={placesOf(bias)}
            />
            <SharesTable caption="Places of the answer" rows={placesOf(bias)} />
          </Figure>
        ))}
      {length_bias && (
        <Figure
          title="Length of the answer"
          reading={
            length_bias.advice ??
            length_bias.note ??
            `Answers are ${showFigure(length_bias.length_ratio)} times as long as wrong choices; being the longest or the shortest does not give them away.`
          }
        >
          <Shares
            label="Share of answers that are longest or shortest"
            rows={lengthsOf(length_bias)}
          />
          <SharesTable caption="Length of the answer" rows={lengthsOf(length_bias)} />
        </Figure>
      )}
      <Figure title="Kinds of answers">
        <BarChart
          label="Answers by kind"
          axis="Questions"
          bars={types.map(({ type, count }) => ({
            name: capitalized(inWords(type)),
            value: count,
          }))}
        />
        <DataTable
          caption="Kinds of answers"
          rows={types}
          columns={[
            { title: 'Kind', value: ({ type }) => capitalized(inWords(type)) },
            { title: 'Questions', value: ({ count }) => count },
            { title: 'Share', value: ({ share }) => share, show: ({ share }) => showShare(share) },
          ]}
        />
      </Figure>
      <Figure
        title="Repeated answers"
        reading={`${showFigure(summary.distinct_answers)} different answers; ${countOf(summary.allowed_repetition, 'question')} may share one.`}
      >
        <DataTable
          caption="Repeated answers"
          rows={repeated}
          empty="No answer is repeated too often."
          columns={[
            { title: 'Answer', value: ({ answer }) => answer },
            { title: 'Questions', value: ({ count }) => count },
          ]}
        />
      </Figure>
      {items.some(({ flagged }) => flagged) && (
        <Figure title="Questions to look at">
          <DataTable
            caption="Questions to look at"
            rows={items.filter(({ flagged }) => flagged)}
            total={summary.flagged}
            columns={[
              {
                title: 'Question',
                value: ({ question_id }) => question_id,
                show: ({ question_id }) => <QuestionCell id={question_id} />,
              },
              { title: 'Why', value: ({ reasons }) => reasons.map(inWords).join(', ') },
            ]}
          />
        </Figure>
      )}
    </>
  ),
};

/** Shares with 95 % intervals, against chance. */
function Shares({ label, rows }: { label: string; rows: readonly Share[] }) {
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => ({
      height: 240,
      marginBottom: 36,
      marginLeft: 46,
      x: { domain: rows.map(({ name }) => name), label: null, tickSize: 0, padding: 0.35 },
      y: {
        label: 'Share of questions, percent',
        percent: true,
        grid: true,
        ticks: isNarrow ? 4 : 6,
      },
      marks: [
        barY(rows, {
          x: 'name',
          y: 'share',
          fill: 'var(--accent)',
          fillOpacity: 0.75,
          title: ({ name, share, expected }: Share) =>
            `${name}: ${showShare(share)}, chance ${showShare(expected)}`,
        }),
        link(rows, {
          x: 'name',
          y1: ({ interval }: Share) => interval[0],
          y2: ({ interval }: Share) => interval[1],
          stroke: 'var(--text)',
          strokeWidth: 2,
        }),
        dot(rows, { x: 'name', y: 'share', r: 4, fill: 'var(--text)' }),
        ruleY(rows.slice(0, 1), {
          y: 'expected',
          stroke: 'var(--danger)',
          strokeWidth: 2,
          strokeDasharray: '6 4',
        }),
        ruleY([0], { stroke: 'var(--strong-line)' }),
      ],
    }),
    [rows],
  );
  return <Chart label={`${label}, with 95 % intervals and chance`} draw={draw} />;
}

function SharesTable({ caption, rows }: { caption: string; rows: readonly Share[] }) {
  return (
    <DataTable
      caption={caption}
      rows={rows}
      columns={[
        { title: 'Answer is', value: ({ name }) => name },
        { title: 'Questions', value: ({ count }) => count },
        { title: 'Share', value: ({ share }) => share, show: ({ share }) => showShare(share) },
        {
          title: '95 % interval',
          value: ({ interval }) => interval[0],
          show: ({ interval }) => interval.map(showShare).join(' to '),
        },
        {
          title: 'Chance',
          value: ({ expected }) => expected,
          show: ({ expected }) => showShare(expected),
        },
      ]}
    />
  );
}

function placesOf({ positions, questions, choices }: Position): Share[] {
  return positions.map((count, at) => ({
    name: `${at + 1}.`,
    count,
    share: count / questions,
    expected: 1 / choices,
    interval: wilson(count, questions),
  }));
}

function lengthsOf(bias: NonNullable<AnswersResult['length_bias']>): Share[] {
  const { questions, expected_share: expected } = bias;
  return (
    [
      ['the longest', bias.longest_share],
      ['the shortest', bias.shortest_share],
    ] as const
  ).map(([name, share]) => {
    const count = Math.round(share * questions);
    return { name, count, share, expected, interval: wilson(count, questions) };
  });
}
