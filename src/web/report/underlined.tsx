interface Props {
  readonly text: string;
  /** Ranges of characters (code points), as findings give them. */
  readonly spans: readonly (readonly [start: number, end: number])[];
}

/** A text with the places underlined that findings are about. */
export function Underlined({ text, spans }: Props) {
  const characters = [...text];
  const borders = new Set([0, characters.length]);
  for (const border of spans.flat()) if (border <= characters.length) borders.add(border);
  const cuts = [...borders].sort((one, other) => one - other);
  return (
    <>
      {cuts.slice(1).map((end, at) => {
        const start = cuts[at] ?? 0;
        const piece = characters.slice(start, end).join('');
        const isMarked = spans.some(([from, to]) => from <= start && to >= end && to > from);
        return isMarked ? <mark key={start}>{piece}</mark> : <span key={start}>{piece}</span>;
      })}
    </>
  );
}
