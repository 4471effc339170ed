import { barX, ruleX, text, tickX } from '@observablehq/plot';
import { useCallback } from 'preact/hooks';
import { Chart } from './chart.tsx';
import { cut, showFigure } from './words.ts';

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** A part of the bar, by the color of its name. */
  readonly part?: string;
  readonly color?: string;
  /** What is expected, shown as a line across the bar. */
  readonly mark?: number | undefined;
}

interface Props {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly axis: string;
  readonly show?: (value: number) => string;
}

/** Bars with their figures at the end, in the order given; parts of the same name are stacked. */
export function BarChart({ label, bars, axis, show = showFigure }: Props) {
  const draw = useCallback(
    (_width: number, isNarrow: boolean) => {
      const names = [...new Set(bars.map(({ name }) => name))];
      const totals = names.map((name) => ({
        name,
        value: bars.reduce((sum, bar) => (bar.name === name ? sum + bar.value : sum), 0),
      }));
      const isWhole = bars.every(({ value }) => Number.isInteger(value));
      const largest = Math.max(...totals.map(({ value }) => value));
      const longest = Math.max(...names.map((name) => [...name].length));
      const room = isNarrow ? 18 : 32;
      return {
        marginLeft: 14 + Math.min(longest, room) * 6.6,
        marginRight: 44,
        marginBottom: 36,
        height: 46 + 26 * names.length,
        x: {
          label: axis,
          labelAnchor: 'center' as const,
          // Of few things there are no halves.
          ticks: Math.min(isNarrow ? 3 : 6, isWhole ? Math.max(1, largest) : 6),
          tickSize: 0,
        },
        y: {
          domain: names,
          label: null,
          tickSize: 0,
          padding: 0.25,
          tickFormat: (name: string) => cut(name, room),
        },
        marks: [
          barX(bars, {
            x: 'value',
            y: 'name',
            fill: ({ color }: Bar) => color ?? 'var(--accent)',
            title: ({ name, part, value }: Bar) =>
              `${name}${part ? `, ${part}` : ''}: ${show(value)}`,
          }),
          text(totals, {
            x: 'value',
            y: 'name',
            dx: 6,
            textAnchor: 'start',
            text: ({ value }) => show(value),
          }),
          tickX(
            bars.filter(({ mark }) => mark !== undefined),
            { x: 'mark', y: 'name', stroke: 'var(--text)', strokeWidth: 2 },
          ),
          ruleX([0], { stroke: 'var(--strong-line)' }),
        ],
      };
    },
    [bars, axis, show],
  );
  return <Chart label={label} draw={draw} />;
}
