import { cell, dot, line, text } from '@observablehq/plot';
import { useCallback } from 'preact/hooks';
import type { LabelsResult } from '../../../analyses/types/labels/schema.ts';
import { Chart } from '../chart.tsx';
import { DataTable } from '../data-table.tsx';
import { Figure, Folded } from '../figure.tsx';
import { QuestionCell } from '../question-text.tsx';
import type { ReportType } from '../report-type.ts';
import { countOf, cut, levelName, showFigure, showShare } from '../words.ts';

type Cell = LabelsResult['confident_joint'][number];
type Calibration = LabelsResult['calibration'];

export const labelsReport: ReportType<LabelsResult> = {
  headline: ({ summary, items }) => {
    const field = summary.field === 'category' ? 'categories' : 'levels';
    if (summary.score === null) return `The texts do not say enough to judge the ${field}.`;
    if (summary.flagged === 0) return `No question looks misfiled: the ${field} fit the texts.`;
    const moves = new Map<string, number>();
    for (const { flagged, given, suggested } of items) {
      if (!flagged || suggested === null) continue;
      const move = `${nameOf(summary.field, given)} → ${nameOf(summary.field, suggested)}`;
      moves.set(move, (moves.get(move) ?? 0) + 1);
    }
    const [most] = [...moves].sort(([, one], [, other]) => other - one);
    const detail = most ? `, ${most[1]} of them ${most[0]}` : '';
    return `${countOf(summary.flagged, 'question looks', 'questions look')} misfiled${detail}.`;
  },
  questionIds: ({ items }) =>
    items.filter(({ flagged }) => flagged).map(({ question_id }) => question_id),
  Body: ({ result: { summary, confident_joint, calibration, items } }) => {
    const show = (label: string) => nameOf(summary.field, label);
    const flagged = items.filter((item) => item.flagged);
    return (
      <>
        {confident_joint.length > 0 && (
          <Figure
            title="Given and guessed"
            reading={`A model that has not seen the question guesses its label from the text; it is right for ${showShare(summary.accuracy)}, beyond chance ${showFigure(summary.kappa)} (kappa). Off the diagonal: questions that confidently belong elsewhere.`}
          >
            <Matrix cells={confident_joint} show={show} />
            <DataTable
              caption="Questions by given and guessed label"
              rows={confident_joint.filter(
                ({ given, suggested, count }) => count > 0 || given === suggested,
              )}
              columns={[
                { title: 'Given', value: ({ given }) => show(given) },
                { title: 'Guessed', value: ({ suggested }) => show(suggested) },
                {
                  title: 'Questions',
                  value: ({ count }) => count,
                  show: (each) => <Behind cell={each} items={flagged} />,
                },
              ]}
            />
            <Folded title="Can the probabilities be trusted?">
              <Reliability points={calibration} />
              <DataTable
                caption="Predicted and observed shares"
                rows={calibration}
                columns={[
                  {
                    title: 'Predicted',
                    value: ({ predicted }) => predicted,
                    show: ({ predicted }) => showShare(predicted),
                  },
                  {
                    title: 'Observed',
                    value: ({ observed }) => observed,
                    show: ({ observed }) => showShare(observed),
                  },
                  { title: 'Pairs', value: ({ pairs }) => pairs },
                ]}
              />
            </Folded>
          </Figure>
        )}
        <Figure title="Questions that look misfiled" reading="The least confident first.">
          <DataTable
            caption="Questions that look misfiled"
            rows={flagged}
            total={summary.flagged}
            empty="None."
            columns={[
              {
                title: 'Question',
                value: ({ question_id }) => question_id,
                show: ({ question_id }) => <QuestionCell id={question_id} />,
              },
              { title: 'Given', value: ({ given }) => show(given) },
              {
                title: 'Looks like',
                value: ({ suggested }) => (suggested === null ? '' : show(suggested)),
              },
              {
                title: 'Confidence in the given',
                value: ({ self_confidence }) => self_confidence,
                show: ({ self_confidence }) => showShare(self_confidence),
              },
            ]}
          />
        </Figure>
      </>
    );
  },
};

/** The questions of a cell off the diagonal, as far as they are flagged. */
function Behind({ cell: { given, suggested, count }, items }: BehindProps) {
  const own = items.filter((item) => item.given === given && item.suggested === suggested);
  if (given === suggested || own.length === 0) return <>{showFigure(count)}</>;
  return (
    <details>
      <summary>{showFigure(count)}</summary>
      {own.map(({ question_id }) => (
        <QuestionCell key={question_id} id={question_id} />
      ))}
    </details>
  );
}

interface BehindProps {
  readonly cell: Cell;
  readonly items: LabelsResult['items'];
}

function Matrix({ cells, show }: { cells: readonly Cell[]; show: (label: string) => string }) {
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => {
      const labels = [...new Set(cells.map(({ given }) => given))];
      const largest = Math.max(1, ...cells.map(({ count }) => count));
      const isWrong = ({ given, suggested, count }: Cell) => given !== suggested && count > 0;
      const shorten = (label: string) => cut(show(label), isNarrow ? 5 : 16);
      return {
        marginLeft: isNarrow ? 60 : 130,
        marginTop: 44,
        marginBottom: 6,
        height: 60 + 40 * labels.length,
        x: {
          axis: 'top' as const,
          domain: labels,
          label: 'Guessed',
          tickFormat: shorten,
          tickSize: 0,
        },
        y: { domain: labels, label: 'Given', tickFormat: shorten, tickSize: 0 },
        marks: [
          cell(cells, {
            x: 'suggested',
            y: 'given',
            inset: 1.5,
            rx: 4,
            fill: (each: Cell) =>
              isWrong(each)
                ? 'color-mix(in oklab, var(--danger) 25%, var(--surface))'
                : `color-mix(in oklab, var(--accent) ${Math.round((each.count / largest) * 45)}%, var(--surface))`,
            stroke: (each: Cell) => (isWrong(each) ? 'var(--danger)' : 'var(--line)'),
            title: ({ given, suggested, count }: Cell) =>
              `${show(given)}, guessed ${show(suggested)}: ${count}`,
          }),
          text(cells, { x: 'suggested', y: 'given', text: 'count' }),
        ],
      };
    },
    [cells, show],
  );
  return <Chart label="Matrix of given and guessed labels" draw={draw} />;
}

function Reliability({ points }: { points: Calibration }) {
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => ({
      height: 260,
      marginBottom: 40,
      marginLeft: 50,
      x: { label: 'Predicted', percent: true, domain: [0, 100], ticks: isNarrow ? 4 : 10 },
      y: { label: 'Observed, percent', percent: true, domain: [0, 100], grid: true },
      marks: [
        line(
          [
            [0, 0],
            [1, 1],
          ],
          { stroke: 'var(--strong-line)', strokeDasharray: '4 4' },
        ),
        line(points, { x: 'predicted', y: 'observed', stroke: 'var(--accent)', strokeWidth: 2 }),
        dot(points, { x: 'predicted', y: 'observed', fill: 'var(--accent)', r: 4 }),
      ],
    }),
    [points],
  );
  return <Chart label="Reliability curve: predicted and observed shares" draw={draw} />;
}

function nameOf(field: string, label: string): string {
  return field === 'difficulty' ? levelName(label) : label;
}
