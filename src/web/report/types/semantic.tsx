import { binX, type RectYOptions, rectY, ruleX, ruleY } from '@observablehq/plot';
import { useCallback } from 'preact/hooks';
import type { SemanticResult } from '../../../analyses/types/semantic/schema.ts';
import { Chart } from '../chart.tsx';
import { DataTable } from '../data-table.tsx';
import { Figure } from '../figure.tsx';
import { PairCard } from '../pair-cards.tsx';
import { QuestionCell } from '../question-text.tsx';
import type { ReportType } from '../report-type.ts';
import { countOf, showShare } from '../words.ts';

type Pair = SemanticResult['pairs'][number];

const cardsShown = 20;
const pairsShown = 100;

export const semanticReport: ReportType<SemanticResult> = {
  headline: ({ summary }) =>
    summary.pairs === 0
      ? `No two of ${countOf(summary.evaluated, 'question')} mean the same.`
      : `${countOf(summary.pairs, 'pair is', 'pairs are')} close in meaning, ${summary.same_answer_pairs} of them with the same answer.`,
  questionIds: ({ pairs }) => pairs.slice(0, pairsShown).flatMap(({ a, b }) => [a, b]),
  Body: ({ result: { summary, pairs } }) => (
    <>
      <Figure
        title="How close they are"
        reading={`On average, the nearest other question is ${showShare(summary.mean_nearest_cosine)} alike. Questions of one template are close too: look at the answers.`}
      >
        {pairs.length > 0 && <Histogram pairs={pairs} />}
        <DataTable
          caption="Pairs of similar meaning"
          rows={pairs.slice(0, pairsShown)}
          total={summary.pairs}
          empty="No pair is above the threshold."
          columns={[
            {
              title: 'Alike',
              value: ({ cosine }) => cosine,
              show: ({ cosine }) => showShare(cosine),
            },
            { title: 'Same answer', value: ({ same_answer }) => (same_answer ? 'yes' : 'no') },
            { title: 'One', value: ({ a }) => a, show: ({ a }) => <QuestionCell id={a} /> },
            { title: 'Other', value: ({ b }) => b, show: ({ b }) => <QuestionCell id={b} /> },
          ]}
        />
      </Figure>
      <Figure title="The nearest pairs" reading="Marked: words that only one of the two has.">
        <ul class="pair-list">
          {pairs.slice(0, cardsShown).map(({ a, b, cosine, same_answer }) => (
            <PairCard
              key={a + b}
              a={a}
              b={b}
              title={same_answer ? 'Same answer' : 'Other answer'}
              tone={same_answer ? 'warning' : 'info'}
              detail={`${showShare(cosine)} alike; evidence: embeddings and answers`}
            />
          ))}
        </ul>
      </Figure>
    </>
  ),
};

function Histogram({ pairs }: { pairs: readonly Pair[] }) {
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => ({
      height: 220,
      marginBottom: 40,
      x: { label: 'Similarity', percent: true, ticks: isNarrow ? 4 : 8 },
      y: {
        label: 'Pairs',
        grid: true,
        ticks: 4,
        tickFormat: (count: number) => (Number.isInteger(count) ? String(count) : ''),
      },
      marks: [
        rectY(
          pairs,
          binX<RectYOptions>(
            { y: 'count' },
            { x: 'cosine', thresholds: 12, fill: fillOf, order: 'fill', inset: 0.5 },
          ),
        ),
        ruleY([0], { stroke: 'var(--strong-line)' }),
        ruleX([Math.min(...pairs.map(({ cosine }) => cosine))], { stroke: 'none' }),
      ],
    }),
    [pairs],
  );
  return (
    <>
      <ul class="legend">
        <li class="swatch warning">Same answer</li>
        <li class="swatch info">Other answer</li>
      </ul>
      <Chart label="Histogram of the similarity of pairs" draw={draw} />
    </>
  );
}

function fillOf({ same_answer }: Pair): string {
  return same_answer ? 'var(--warning)' : 'var(--info)';
}
