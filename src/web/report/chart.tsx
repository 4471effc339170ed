import { type PlotOptions, plot } from '@observablehq/plot';
import { useContext, useMemo } from 'preact/hooks';
import { ReportContext } from './report-context.ts';

const widths = { wide: 860, narrow: 330 };

interface Props {
  /** What it shows, for those who do not see it. */
  readonly label: string;
  readonly draw: (width: number, isNarrow: boolean) => PlotOptions;
}

/**
 * A plot, drawn for wide and for narrow places; the style sheet shows the one that fits, so that nothing is
 * measured, jumps or needs a script. Its figures are in a table beside it, so it is one image.
 */
export function Chart({ label, draw }: Props) {
  const { document } = useContext(ReportContext);
  const drawings = useMemo(
    () => (['wide', 'narrow'] as const).map((size) => [size, render(size)] as const),
    [draw],
  );
  return (
    <div class="chart">
      {drawings.map(([size, __html]) => (
        <div key={size} class={`plot-${size}`} dangerouslySetInnerHTML={{ __html }} />
      ))}
    </div>
  );

  function render(size: keyof typeof widths): string {
    const width = widths[size];
    const svg = plot({
      width,
      ...(document && { document }),
      ...draw(width, size === 'narrow'),
    });
    // The style sheet has its rules: a policy may forbid styles inside.
    for (const style of [...svg.querySelectorAll('style')]) style.remove();
    for (const part of [...svg.querySelectorAll('[aria-label]')])
      part.removeAttribute('aria-label');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', label);
    svg.setAttribute('font-size', '12');
    svg.setAttribute('font-family', 'inherit');
    return svg.outerHTML;
  }
}
