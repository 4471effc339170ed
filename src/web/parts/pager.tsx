import { changeQuery } from '../router.ts';
import { showNumber } from './labels.tsx';

interface Props {
  readonly offset: number;
  readonly size: number;
  readonly page: { readonly total: number; readonly hasMore: boolean };
}

/** Moves through a list that is longer than a page; the offset is part of the address. */
export function Pager({ offset, size, page: { total, hasMore } }: Props) {
  if (total <= size) return null;
  return (
    <nav class="pager" aria-label="Pages">
      <button
        type="button"
        disabled={offset === 0}
        onClick={() => changeQuery({ offset: String(Math.max(0, offset - size)) })}
      >
        Previous
      </button>
      <span class="muted">
        {showNumber(offset + 1)} to {showNumber(Math.min(total, offset + size))} of{' '}
        {showNumber(total)}
      </span>
      <button
        type="button"
        disabled={!hasMore}
        onClick={() => changeQuery({ offset: String(offset + size) })}
      >
        Next
      </button>
    </nav>
  );
}
