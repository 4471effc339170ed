import type { DuplicatesResult } from '../../../analyses/types/duplicates/schema.ts';
import { BarChart } from '../bar-chart.tsx';
import { DataTable } from '../data-table.tsx';
import { Figure, Folded } from '../figure.tsx';
import { PairCard } from '../pair-cards.tsx';
import { QuestionCell } from '../question-text.tsx';
import type { ReportType } from '../report-type.ts';
import { countOf, showFigure, showShare } from '../words.ts';

type Pair = DuplicatesResult['pairs'][number];

const pairsShown = 40;
const clustersShown = 20;

/** The kinds in a word, and what each means. */
const kinds = {
  exact: ['Copy', 'danger', 'the same question and answer'],
  answer_conflict: [
    'Conflict',
    'danger',
    'the same question, but answers that cannot both be right',
  ],
  near: ['Near copy', 'warning', 'nearly the same words, same answer'],
  paraphrase: ['Paraphrase', 'warning', 'other words, same answer'],
  template_sibling: ['Template', 'info', 'alike, but another question: no duplicate'],
} as const;

const kindNames = Object.keys(kinds) as (keyof typeof kinds)[];

export const duplicatesReport: ReportType<DuplicatesResult> = {
  headline: ({ summary }) => {
    const duplicates = summary.exact + summary.near + summary.paraphrase;
    if (duplicates === 0 && summary.answer_conflict === 0)
      return `No duplicates among ${countOf(summary.evaluated, 'question')}.`;
    const parts = [
      duplicates > 0 ? countOf(duplicates, 'pair of duplicates', 'pairs of duplicates') : '',
      summary.answer_conflict > 0
        ? countOf(
            summary.answer_conflict,
            'pair with contradictory answers',
            'pairs with contradictory answers',
          )
        : '',
    ];
    return `${parts.filter(Boolean).join(' and ')} among ${countOf(summary.evaluated, 'question')}.`;
  },
  questionIds: ({ pairs, clusters }) => [
    ...pairs.slice(0, pairsShown).flatMap(({ a, b }) => [a, b]),
    ...largeOf(clusters).flatMap(({ representative, ids }) => [representative, ...ids.slice(0, 5)]),
  ],
  Body: ({ result: { summary, pairs, clusters } }) => {
    const wanted = pairs.filter(({ kind }) => kind !== 'template_sibling').slice(0, pairsShown);
    const siblings = pairs.slice(0, pairsShown).filter(({ kind }) => kind === 'template_sibling');
    const large = largeOf(clusters);
    return (
      <>
        <Figure
          title="Pairs by kind"
          reading={kindNames
            .filter((kind) => summary[kind] > 0)
            .map((kind) => `${kinds[kind][0]}: ${kinds[kind][2]}.`)
            .join(' ')}
        >
          <BarChart
            label="Pairs by kind"
            bars={kindNames.map((kind) => ({
              name: kinds[kind][0],
              value: summary[kind],
              color: `var(--${kinds[kind][1]})`,
            }))}
            axis="Pairs"
          />
        </Figure>
        <Figure title="Side by side" reading="Marked: words that only one of the two has.">
          {wanted.length === 0 && <p class="empty">No pair is a duplicate.</p>}
          <ul class="pair-list">
            {wanted.map((pair) => (
              <Card key={pair.a + pair.b} pair={pair} />
            ))}
          </ul>
          {siblings.length > 0 && (
            <Folded title={`Alike, but no duplicates (${showFigure(summary.template_sibling)})`}>
              <ul class="pair-list">
                {siblings.map((pair) => (
                  <Card key={pair.a + pair.b} pair={pair} />
                ))}
              </ul>
            </Folded>
          )}
        </Figure>
        {large.length > 0 && (
          <Figure title="Clusters of three and more">
            <DataTable
              caption="Clusters of duplicates"
              rows={large}
              columns={[
                {
                  title: 'Question that the others repeat',
                  value: ({ representative }) => representative,
                  show: ({ representative }) => <QuestionCell id={representative} />,
                },
                { title: 'Questions', value: ({ size }) => size },
                {
                  title: 'Least alike',
                  value: ({ min_similarity }) => min_similarity,
                  show: ({ min_similarity }) => showShare(min_similarity),
                },
              ]}
            />
          </Figure>
        )}
        <Figure title="All pairs">
          <DataTable
            caption="Pairs of similar questions"
            rows={pairs.slice(0, pairsShown)}
            total={summary.pairs}
            empty="No two questions are alike."
            columns={[
              { title: 'Kind', value: ({ kind }) => kinds[kind][0] },
              { title: 'One', value: ({ a }) => a, show: ({ a }) => <QuestionCell id={a} /> },
              { title: 'Other', value: ({ b }) => b, show: ({ b }) => <QuestionCell id={b} /> },
              {
                title: 'Letters',
                value: ({ jaccard }) => jaccard,
                show: ({ jaccard }) => showShare(jaccard),
              },
              {
                title: 'Words',
                value: ({ cosine }) => cosine,
                show: ({ cosine }) => showShare(cosine),
              },
            ]}
          />
        </Figure>
      </>
    );
  },
};

function Card({ pair: { a, b, kind, jaccard, cosine, meaning } }: { pair: Pair }) {
  const [title, tone] = kinds[kind];
  const likeness = showShare(Math.max(jaccard, cosine, meaning ?? 0));
  return <PairCard a={a} b={b} title={title} tone={tone} detail={`${likeness} alike`} />;
}

function largeOf(clusters: DuplicatesResult['clusters']) {
  return clusters.filter(({ size }) => size > 2).slice(0, clustersShown);
}
