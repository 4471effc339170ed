import { rect, text } from '@observablehq/plot';
import { hierarchy, treemap } from 'd3-hierarchy';
import { useCallback, useContext } from 'preact/hooks';
import type { TopicsResult } from '../../../analyses/types/topics/schema.ts';
import { AcceptButton } from '../accept-button.tsx';
import { Chart } from '../chart.tsx';
import { DataTable } from '../data-table.tsx';
import { Figure } from '../figure.tsx';
import { MaybeLink, QuestionCell, QuestionText } from '../question-text.tsx';
import { ReportContext, useLinks } from '../report-context.ts';
import type { ReportType } from '../report-type.ts';
import { countOf, cut, showFigure, showShare } from '../words.ts';

type Item = TopicsResult['items'][number];
type Profile = TopicsResult['topic_focuses'][number];

export const topicsReport: ReportType<TopicsResult> = {
  headline: ({ summary }) => {
    if (summary.evaluated === 0) return 'There are no questions.';
    const covered = (summary.evaluated - summary.without_topic) / summary.evaluated;
    const doubts = summary.disagreeing
      ? `; ${countOf(summary.disagreeing, 'topic looks', 'topics look')} wrong`
      : '';
    return `${showShare(covered)} of the questions have one of ${countOf(summary.topic_focuses, 'topic')}${doubts}.`;
  },
  questionIds: ({ items, topics }) => [
    ...items
      .filter(({ flagged }) => flagged)
      .slice(0, 200)
      .map(({ question_id }) => question_id),
    ...topics.flatMap(({ examples }) => examples.slice(0, 1)),
  ],
  Body: ({ result: { summary, topics, topic_focuses, items } }) => {
    const links = useLinks();
    const { onAcceptTopic } = useContext(ReportContext);
    const flagged = items.filter((item) => item.flagged);
    return (
      <>
        <Figure
          title="Map of topics"
          reading={`By category; the area is the number of questions. Dark: the words of a question tell its topic; of all topics, ${showShare(summary.agreement)} are guessed from the words (${showShare(summary.baseline_agreement)} by always taking the most frequent).`}
        >
          {topic_focuses.length > 0 && <TreeMap profiles={topic_focuses} />}
          <DataTable
            caption="Topics"
            rows={topic_focuses}
            empty="No topic has enough questions to learn from."
            columns={[
              {
                title: 'Topic',
                value: ({ topic_focus }) => topic_focus,
                show: ({ topic_focus }) => (
                  <MaybeLink href={links.questions({ topic: topic_focus })}>
                    {topic_focus}
                  </MaybeLink>
                ),
              },
              { title: 'Category', value: ({ category }) => category ?? '' },
              { title: 'Questions', value: ({ questions }) => questions },
              {
                title: 'Guessed',
                value: ({ agreement }) => agreement,
                show: ({ agreement }) => showShare(agreement),
              },
              { title: 'Typical words', value: ({ terms }) => wordsOf(terms) },
            ]}
          />
        </Figure>
        <Figure
          title="Suggestions"
          reading={`${countOf(summary.without_topic, 'question has', 'questions have')} no topic.`}
        >
          <DataTable
            caption="Suggested topics"
            rows={flagged}
            total={summary.flagged}
            empty="No topic is missing or looks wrong."
            columns={[
              {
                title: 'Question',
                value: ({ question_id }) => question_id,
                show: ({ question_id }) => <QuestionCell id={question_id} />,
              },
              { title: 'Topic', value: ({ topic_focus }) => topic_focus ?? 'none' },
              { title: 'Suggested', value: ({ suggested }) => suggested ?? '' },
              {
                title: 'Probability',
                value: ({ suggested_score }) => suggested_score,
                show: ({ suggested_score }) => showShare(suggested_score),
              },
              ...(onAcceptTopic
                ? [
                    {
                      title: 'Change',
                      value: () => '',
                      show: ({ question_id, suggested }: Item) =>
                        suggested && (
                          <AcceptButton
                            topic={suggested}
                            onAccept={() => onAcceptTopic(question_id, suggested)}
                          />
                        ),
                    },
                  ]
                : []),
            ]}
          />
        </Figure>
        <Figure
          title="What the words say"
          reading="Questions that share words, whatever their topic is called."
        >
          <DataTable
            caption="Clusters of questions that share words"
            rows={topics}
            columns={[
              { title: 'Typical words', value: ({ terms }) => wordsOf(terms) },
              { title: 'Questions', value: ({ size }) => size },
              { title: 'Topic of most', value: ({ topic_focus }) => topic_focus ?? '' },
              {
                title: 'Example',
                value: ({ examples }) => examples[0] ?? '',
                show: ({ examples: [first] }) => first && <QuestionText id={first} />,
              },
            ]}
          />
        </Figure>
      </>
    );
  },
};

type Node = { readonly name?: string; readonly children: readonly Node[] } | Profile;

/** Runs of older engines do not tell the category: one group without a name. */
function byCategory(profiles: readonly Profile[]): Node[] {
  const names = [...new Set(profiles.map(({ category }) => category ?? ''))];
  return names.map((name) => ({
    name,
    children: profiles.filter(({ category }) => (category ?? '') === name),
  }));
}

function nameOf(node: Node): string {
  return ('name' in node && node.name) || '';
}

function TreeMap({ profiles }: { profiles: readonly Profile[] }) {
  const draw = useCallback(
    (width: number, isNarrow: boolean) => {
      const height = isNarrow ? 420 : 380;
      const root = hierarchy<Node>({ children: byCategory(profiles) })
        .sum((each) => ('questions' in each ? each.questions : 0))
        .sort((one, other) => (other.value ?? 0) - (one.value ?? 0));
      const laidOut = treemap<Node>()
        .size([width, height])
        .paddingInner(1)
        // Sets all four sides: the top has room for the name of the category.
        .paddingOuter(({ depth }) => (depth === 1 ? 2 : 0))
        .paddingTop(({ depth, data }) => (depth === 1 && nameOf(data) ? 20 : 0))(root);
      const tiles = laidOut
        .leaves()
        .map(({ x0, x1, y0, y1, data }) => ({ x0, x1, y0, y1, ...(data as Profile) }));
      const groups = (laidOut.children ?? []).map(({ x0, x1, y0, y1, data }) => ({
        ...{ x0, x1, y0, y1 },
        name: nameOf(data),
        color: `var(--${nameOf(data).toLowerCase().replaceAll(' ', '_')})`,
      }));
      const room = ({ x0, x1 }: (typeof tiles)[number]) => Math.floor((x1 - x0 - 8) / 7.4);
      return {
        height,
        margin: 0,
        x: { axis: null, domain: [0, width], range: [0, width] },
        y: { axis: null, domain: [0, height], range: [0, height] },
        marks: [
          rect(groups, {
            x1: 'x0',
            x2: 'x1',
            y1: 'y0',
            y2: 'y1',
            rx: 3,
            fill: 'none',
            stroke: ({ name, color }) => (name ? color : 'none'),
            strokeWidth: 2,
          }),
          text(groups, {
            x: 'x0',
            y: 'y0',
            dx: 6,
            dy: 11,
            textAnchor: 'start',
            fontWeight: 600,
            text: ({ name, x0, x1 }) => cut(name, Math.floor((x1 - x0 - 8) / 7.8)),
          }),
          rect(tiles, {
            x1: 'x0',
            x2: 'x1',
            y1: 'y0',
            y2: 'y1',
            rx: 3,
            stroke: 'var(--line)',
            fill: ({ agreement }) =>
              `color-mix(in oklab, var(--accent) ${Math.round(8 + agreement * 40)}%, var(--surface))`,
            title: ({ topic_focus, questions, agreement }) =>
              `${topic_focus}: ${showFigure(questions)}, ${showShare(agreement)} guessed`,
          }),
          text(
            tiles.filter((tile) => room(tile) > 3 && tile.y1 - tile.y0 > 16),
            {
              x: 'x0',
              y: 'y0',
              dx: 5,
              dy: 10,
              textAnchor: 'start',
              text: (tile) => cut(tile.topic_focus, room(tile)),
            },
          ),
        ],
      };
    },
    [profiles],
  );
  return <Chart label="Tree map of topics by number of questions" draw={draw} />;
}

function wordsOf(terms: Profile['terms']): string {
  return terms.map(({ term }) => term).join(', ');
}
