import { graphql } from '../api/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import {
  type Category,
  categories,
  categoryKeys,
  type Level,
  levelKeys,
  levels,
  showNumber,
} from '../parts/labels.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { addressOf } from '../router.ts';
import type { LatestRuns } from './latest-runs.ts';

const countsDocument = graphql(`
  query Coverage {
    questionCounts(by: [CATEGORY, DIFFICULTY]) {
      groups {
        category
        difficulty
        count
      }
    }
  }
`);

/** How many questions each category has at each level; a cell leads to its questions. */
export function CoverageCard({ runs }: { runs: LatestRuns | undefined }) {
  const { data, error, reload } = useQuery(countsDocument, {});
  const groups = data?.questionCounts?.groups ?? [];
  const countOf = (category: Category, level: Level) =>
    groups.find((group) => group.category === category && group.difficulty === level)?.count ?? 0;
  const coverage = runs?.coverage.nodes[0];
  const wanted = targetsOf(runs);
  const largest = Math.max(1, ...groups.map(({ count }) => count));
  return (
    <section class="card" aria-labelledby="coverage">
      <h2 id="coverage">Questions by category and level</h2>
      {error && <ErrorNote error={error} onRetry={reload} />}
      {!data && !error && <Skeleton lines={7} />}
      {data && (
        <table class="heat">
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">Category</span>
              </th>
              {levelKeys.map((level) => (
                <th key={level} scope="col">
                  {levels[level]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categoryKeys.map((category) => (
              <tr key={category}>
                <th scope="row">{categories[category]}</th>
                {levelKeys.map((level) => {
                  const count = countOf(category, level);
                  const share = Math.round((count / largest) * 45);
                  const target = wanted?.get(`${category} ${level}`);
                  const isShort = target !== undefined && count < target;
                  const shown = isShort
                    ? `${showNumber(count)} of ${showNumber(target)}`
                    : showNumber(count);
                  return (
                    <td
                      key={level}
                      class={isShort ? 'short' : ''}
                      style={{
                        background: `color-mix(in oklab, var(--accent) ${share}%, var(--surface))`,
                      }}
                    >
                      <a
                        href={addressOf('/questions', { category, level })}
                        aria-label={`${shown} questions: ${categories[category]}, ${levels[level]}`}
                      >
                        {shown}
                      </a>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {runs && (
        <p class="muted">
          {coverage ? (
            <>
              {wanted?.size ? 'Outlined: fewer than' : 'No cell has fewer than'}{' '}
              <a href={addressOf(`/analyses/${coverage.id}`)}>
                the blueprint of the last coverage run
              </a>{' '}
              wants.
            </>
          ) : (
            <a href={addressOf('/analyses/run/coverage')}>Compare it with a blueprint</a>
          )}
        </p>
      )}
    </section>
  );
}

/** How many questions the blueprint wants in the cells that the last coverage run found short of them. */
function targetsOf(runs: LatestRuns | undefined): ReadonlyMap<string, number> | undefined {
  const run = runs?.coverage.nodes[0];
  const gaps = run?.typedResult && 'gaps' in run.typedResult ? run.typedResult.gaps : undefined;
  if (!gaps) return undefined;
  const targets = new Map<string, number>();
  for (const { category, difficulty, wanted } of gaps) {
    const key = categoryKeys.find((each) => categories[each] === category);
    const level = levelKeys[difficulty ?? -1];
    if (key && level) targets.set(`${key} ${level}`, wanted);
  }
  return targets;
}
