import type { ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { ReportContext } from './report-context.ts';
import { showFigure } from './words.ts';

export interface Column<Row> {
  readonly title: string;
  /** Sorts the rows, and is shown unless `show` says how. */
  readonly value: (row: Row) => string | number | null | undefined;
  readonly show?: (row: Row) => ComponentChildren;
}

interface Props<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** How many there are, if not all are given. */
  readonly total?: number | undefined;
  readonly empty?: string;
}

const maxRows = 200;

/** The figures of a plot; on a page its columns sort. */
export function DataTable<Row>({ caption, columns, rows, total, empty }: Props<Row>) {
  const { isFile } = useContext(ReportContext);
  const [order, setOrder] = useState<{ at: number; isDescending: boolean }>();
  if (rows.length === 0) return <p class="empty">{empty ?? 'There is nothing to list.'}</p>;
  const numeric = columns.map(({ value }) =>
    rows.every((row) => ['number', 'object', 'undefined'].includes(typeof value(row))),
  );
  const chosen = order && columns[order.at];
  const sorted = chosen
    ? rows.toSorted((one, other) => {
        const result = compare(chosen.value(one), chosen.value(other));
        return order.isDescending ? -result : result;
      })
    : rows;
  const all = total ?? rows.length;
  const shown = sorted.slice(0, maxRows);
  const sort = (at: number) =>
    setOrder({ at, isDescending: order?.at === at ? !order.isDescending : numeric[at] === true });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section class="table-scroll" aria-label={caption} tabIndex={0}>
        <table class="data">
          <caption class="hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ title }, at) => (
                <th
                  key={title}
                  scope="col"
                  class={numeric[at] ? 'num' : undefined}
                  aria-sort={sortOf(at)}
                >
                  {isFile ? (
                    title
                  ) : (
                    <>
                      <button type="button" class="sort" onClick={() => sort(at)}>
                        {title}
                        {order?.at === at && (
                          <span aria-hidden="true">{order.isDescending ? ' ↓' : ' ↑'}</span>
                        )}
                      </button>
                      {/* On paper, browsers repeat headers on every page, but no buttons in them. */}
                      <span class="printed" aria-hidden="true">
                        {title}
                      </span>
                    </>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={index}>
                {columns.map(({ title, value, show }, at) => (
                  <td key={title} class={numeric[at] ? 'num' : undefined} dir="auto">
                    {show ? show(row) : cellOf(value(row))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {all > shown.length && (
        <p class="muted">
          The first {shown.length} of {showFigure(all)}.
        </p>
      )}
    </>
  );

  function sortOf(at: number) {
    if (order?.at !== at) return undefined;
    return order.isDescending ? 'descending' : 'ascending';
  }
}

function cellOf(value: string | number | null | undefined): string {
  return typeof value === 'string' ? value : showFigure(value);
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (one === null || one === undefined) return -1;
  if (other === null || other === undefined) return 1;
  return String(one).localeCompare(String(other));
}
