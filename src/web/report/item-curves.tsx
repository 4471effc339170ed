import { dot, line, ruleX } from '@observablehq/plot';
import { useCallback, useContext, useState } from 'preact/hooks';
import type { ItemStatisticsResult } from '../../analyses/types/item-statistics/schema.ts';
import { Chart } from './chart.tsx';
import { DataTable } from './data-table.tsx';
import { Figure } from './figure.tsx';
import { QuestionCell } from './question-text.tsx';
import { ReportContext, useQuestions } from './report-context.ts';
import { cut, inWords, showShare } from './words.ts';

type Item = ItemStatisticsResult['items'][number];

interface CurvesProps {
  readonly items: readonly Item[];
  readonly abilities: readonly number[];
}

/** The chance of a right answer by ability: one item stands out, on a page the chosen one. */
export function ItemCurves({ items, abilities }: CurvesProps) {
  const fitted = items.filter(({ a, b }) => a !== null && b !== null);
  const { isFile } = useContext(ReportContext);
  const questions = useQuestions();
  const [chosen, setChosen] = useState(fitted[0]?.question_id);
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => {
      const points = fitted.slice(0, 100).flatMap(({ question_id, a, b }) =>
        abilities.map((ability) => ({
          question_id,
          ability,
          chance: 1 / (1 + Math.exp(-(a ?? 1) * (ability - (b ?? 0)))),
        })),
      );
      const own = points.filter(({ question_id }) => question_id === chosen);
      const axes = { x: 'ability', y: 'chance', z: 'question_id' };
      return {
        height: 280,
        marginBottom: 40,
        marginLeft: 46,
        x: { label: 'Ability', ticks: isNarrow ? 5 : 10 },
        y: {
          label: 'Chance of a right answer, percent',
          percent: true,
          domain: [0, 100],
          grid: true,
        },
        marks: [
          line(points, { ...axes, stroke: 'var(--strong-line)', strokeOpacity: 0.4 }),
          line(own, { ...axes, stroke: 'var(--accent)', strokeWidth: 3 }),
          ruleX([0], { stroke: 'var(--line)' }),
        ],
      };
    },
    [items, abilities, chosen],
  );
  if (fitted.length === 0) return null;
  return (
    <Figure
      title="Item characteristic curves"
      reading="A steep curve tells people apart; further to the right, the item is harder. Their figures are a and b above."
    >
      {isFile ? (
        <p class="muted" dir="auto">
          Thick: {questions[chosen ?? '']?.question_text}
        </p>
      ) : (
        <label>
          Item
          <select value={chosen} onChange={({ currentTarget: { value } }) => setChosen(value)}>
            {fitted.map(({ question_id }) => (
              <option key={question_id} value={question_id}>
                {cut(questions[question_id]?.question_text ?? '(deleted question)', 90)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Chart label="Chance of a right answer by ability" draw={draw} />
    </Figure>
  );
}

type Option = Item['options'][number] & { readonly question_id: string };

const questionsShown = 8;

/** One line a question, those with a finding first: the key should be the rightmost mark. */
function Options({ rows }: { rows: readonly Option[] }) {
  const questions = useQuestions();
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => {
      const found = rows.filter(({ finding }) => finding !== null);
      const ids = [...new Set([...found, ...rows].map(({ question_id }) => question_id))];
      const shown = ids.slice(0, questionsShown);
      const chosen = rows.filter(
        ({ question_id, mean_ability }) => mean_ability !== null && shown.includes(question_id),
      );
      return {
        height: 60 + 36 * shown.length,
        marginLeft: isNarrow ? 120 : 300,
        marginBottom: 40,
        x: {
          label: 'Mean ability of those who chose it, percent',
          percent: true,
          grid: true,
          ticks: 4,
        },
        y: {
          type: 'point' as const,
          domain: shown,
          label: null,
          tickSize: 0,
          tickFormat: (id: string) => cut(questions[id]?.question_text ?? '', isNarrow ? 16 : 44),
        },
        marks: [
          dot(chosen, {
            x: 'mean_ability',
            y: 'question_id',
            r: 6,
            symbol: ({ is_key }: Option) => (is_key ? 'circle' : 'times'),
            fill: ({ is_key }: Option) => (is_key ? 'var(--good)' : 'none'),
            stroke: ({ is_key, finding }: Option) =>
              is_key ? 'var(--good)' : finding ? 'var(--danger)' : 'var(--strong-line)',
            strokeWidth: 2,
            title: ({ option, share, mean_ability }: Option) =>
              `${cut(option, 60)}: ${showShare(share)} chose it, ability ${showShare(mean_ability)}`,
          }),
        ],
      };
    },
    [rows, questions],
  );
  return (
    <Chart
      label="Mean ability of those who chose each option; the key is a filled circle"
      draw={draw}
    />
  );
}

/** Who chose which option: a wrong one that good respondents prefer may be right. */
export function OptionFigure({ items }: { items: readonly Item[] }) {
  const rows = items.flatMap(({ question_id, options }) =>
    options.map((option) => ({ question_id, ...option })),
  );
  if (rows.length === 0) return null;
  return (
    <Figure
      title="Options"
      reading="Mean ability is the score on the other questions of those who chose the option: the key (filled circle) should have the highest, crosses are wrong options."
    >
      <Options rows={rows} />
      <DataTable
        caption="Options and who chose them"
        rows={rows}
        columns={[
          {
            title: 'Question',
            value: ({ question_id }) => question_id,
            show: ({ question_id }) => <QuestionCell id={question_id} />,
          },
          { title: 'Option', value: ({ option, is_key }) => `${option}${is_key ? ' (key)' : ''}` },
          { title: 'Chosen', value: ({ share }) => share, show: ({ share }) => showShare(share) },
          {
            title: 'Mean ability',
            value: ({ mean_ability }) => mean_ability,
            show: ({ mean_ability }) => showShare(mean_ability),
          },
          {
            title: 'Chosen by ability, lowest first',
            value: ({ curve }) => (curve ?? []).map(({ share }) => showShare(share)).join(', '),
          },
          { title: 'Finding', value: ({ finding }) => (finding ? inWords(finding) : '') },
        ]}
      />
    </Figure>
  );
}
