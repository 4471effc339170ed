import { dot, line, text } from '@observablehq/plot';
import { useCallback, useContext, useState } from 'preact/hooks';
import type { ItemStatisticsResult } from '../../analyses/types/item-statistics/schema.ts';
import { Chart } from './chart.tsx';
import { Figure } from './figure.tsx';
import { QuestionText } from './question-text.tsx';
import { ReportContext, useQuestions } from './report-context.ts';
import { cut, showShare } from './words.ts';

type Item = ItemStatisticsResult['items'][number];

/** A file has no choice of items: it shows so many. */
const inFile = 4;
const symbols = ['circle', 'square', 'triangle', 'diamond', 'star', 'wye'] as const;

/** How often each option is chosen by those of similar ability: one item, on a page the chosen one. */
export function OptionCurves({ items }: { items: readonly Item[] }) {
  const { isFile } = useContext(ReportContext);
  const questions = useQuestions();
  // Runs of earlier versions of the analysis have none.
  const drawn = items.filter(({ options }) => (options[0]?.curve ?? []).length > 0);
  const isFound = ({ options }: Item) => options.some(({ finding }) => finding !== null);
  const ordered = [...drawn.filter(isFound), ...drawn.filter((item) => !isFound(item))];
  const [chosen, setChosen] = useState(ordered[0]?.question_id);
  const shown = isFile
    ? ordered.slice(0, inFile)
    : ordered.filter(({ question_id }) => question_id === chosen);
  if (ordered.length === 0) return null;
  return (
    <Figure
      title="Option curves"
      reading="Those who know more should choose the key (thick, green) more often, and each wrong option less often. A wrong option that rises is preferred by those who know the rest; a flat one at the bottom distracts nobody."
    >
      {!isFile && (
        <label>
          Item
          <select value={chosen} onChange={({ currentTarget: { value } }) => setChosen(value)}>
            {ordered.map(({ question_id }) => (
              <option key={question_id} value={question_id}>
                {cut(questions[question_id]?.question_text ?? '(deleted question)', 90)}
              </option>
            ))}
          </select>
        </label>
      )}
      {shown.map((item) => (
        <div key={item.question_id}>
          <p>
            <QuestionText id={item.question_id} />
          </p>
          <Curves item={item} />
        </div>
      ))}
    </Figure>
  );
}

function Curves({ item }: { item: Item }) {
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => {
      const height = 280;
      const options = item.options.slice(0, 8).map((option, at) => ({ ...option, at }));
      const points = options.flatMap(({ curve, ...option }) =>
        curve.map((point) => ({ ...option, ...point })),
      );
      type Point = (typeof points)[number];
      const colorOf = ({ is_key, finding }: Pick<Point, 'is_key' | 'finding'>) =>
        is_key ? 'var(--good)' : finding ? 'var(--danger)' : 'var(--info)';
      const axes = { x: 'ability', y: 'share', z: 'option' };
      const ends = options.flatMap(({ curve, ...option }) => {
        const last = curve.at(-1);
        return last ? [{ ...option, ...last }] : [];
      });
      return {
        height,
        marginBottom: 40,
        marginLeft: 46,
        marginRight: isNarrow ? 92 : 200,
        x: {
          label: 'Score on the other questions, percent',
          percent: true,
          ticks: isNarrow ? 3 : 6,
          inset: 6,
        },
        y: { label: 'Choose it, percent', percent: true, domain: [0, 100], grid: true },
        marks: [
          line(
            points.filter(({ is_key }) => !is_key),
            { ...axes, stroke: colorOf, strokeWidth: 1.5, strokeDasharray: '4 3' },
          ),
          line(
            points.filter(({ is_key }) => is_key),
            { ...axes, stroke: colorOf, strokeWidth: 3 },
          ),
          dot(points, {
            ...axes,
            r: 4,
            symbol: ({ at }: Point) => symbols[at % symbols.length] ?? 'circle',
            fill: colorOf,
            title: ({ option, ability, share, n }: Point) =>
              `${cut(option, 60)}: ${showShare(share)} of ${n} with a score of ${showShare(ability)}`,
          }),
          text(spread(ends, 14 / (height - 60)), {
            x: 'ability',
            y: 'place',
            dx: 10,
            textAnchor: 'start',
            fill: colorOf,
            text: ({ option, is_key }: Point) =>
              `${cut(option, isNarrow ? 12 : 28)}${is_key ? ' (key)' : ''}`,
          }),
        ],
      };
    },
    [item],
  );
  return <Chart label="Share of each option by score on the other questions" draw={draw} />;
}

/** Places for labels at the ends of lines, so far apart that none covers another. */
function spread<T extends { readonly share: number }>(ends: readonly T[], gap: number) {
  let free = 0;
  return ends
    .toSorted((one, other) => one.share - other.share)
    .map((end) => {
      const place = Math.max(end.share, free);
      free = place + gap;
      return { ...end, place };
    });
}
