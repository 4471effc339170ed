import type { ComponentChildren } from 'preact';

interface Props {
  readonly title: string;
  /** What it means, in a sentence. */
  readonly reading?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a report: a plot or table, and what it says. */
export function Figure({ title, reading, children }: Props) {
  return (
    <section class="figure">
      <h2>{title}</h2>
      {reading && <p class="reading">{reading}</p>}
      {children}
    </section>
  );
}

/** The figures behind a plot, or what only some want to see. */
export function Folded({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
