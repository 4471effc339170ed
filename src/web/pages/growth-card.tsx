import { graphql } from '../api/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { showNumber } from '../parts/labels.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { addressOf } from '../router.ts';

const growthDocument = graphql(`
  query Growth {
    questionCounts(by: [CREATED_MONTH]) {
      groups {
        createdMonth
        count
      }
      total
    }
  }
`);

const shownMonths = 12;

interface Month {
  readonly month: string;
  readonly added: number;
  readonly total: number;
}

/** How the bank grew, month by month; a bar leads to what was added since. */
export function GrowthCard() {
  const { data, error, reload } = useQuery(growthDocument, {});
  const months = toMonths(data?.questionCounts?.groups ?? []);
  const last = months.at(-1);
  return (
    <section class="card" aria-labelledby="growth">
      <h2 id="growth">Growth</h2>
      {error && <ErrorNote error={error} onRetry={reload} />}
      {!data && !error && <Skeleton lines={4} />}
      {last && (
        <>
          <p>
            <a href={addressOf('/questions', { since: `${last.month}-01T00:00:00Z` })}>
              {last.added === 1 ? '1 question' : `${showNumber(last.added)} questions`}
            </a>{' '}
            added in {nameOf(last.month)}.
          </p>
          <ol class="growth">
            {months.map(({ month, added, total }) => (
              <li key={month}>
                <a
                  href={addressOf('/questions', { since: `${month}-01T00:00:00Z` })}
                  aria-label={`${shortNameOf(month)}: ${showNumber(added)} added, ${showNumber(total)} in all`}
                  title={`${nameOf(month)}: ${showNumber(added)} added, ${showNumber(total)} in all`}
                >
                  <span
                    class="column"
                    style={{
                      '--total': `${(total / last.total) * 100}%`,
                      '--added': `${(added / last.total) * 100}%`,
                    }}
                  />
                  <span class="month">{shortNameOf(month)}</span>
                </a>
              </li>
            ))}
          </ol>
        </>
      )}
      {data && !last && <p class="empty">Each month gets a column once questions are added.</p>}
    </section>
  );
}

/** All months from the first to the last, since one without additions counts too. */
function toMonths(groups: readonly { createdMonth: string | null; count: number }[]): Month[] {
  const added = new Map(groups.map(({ createdMonth, count }) => [createdMonth ?? '', count]));
  const names = [...added.keys()].filter(Boolean).sort();
  const [first] = names;
  const end = names.at(-1);
  const months: Month[] = [];
  let total = 0;
  for (let month = first; month && end && month <= end; month = following(month)) {
    const count = added.get(month) ?? 0;
    total += count;
    months.push({ month, added: count, total });
  }
  return months.slice(-shownMonths);
}

function following(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 7);
}

function nameOf(month: string): string {
  return format(month, { month: 'long', year: 'numeric' });
}

function shortNameOf(month: string): string {
  return format(month, { month: 'short' });
}

function format(month: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}
