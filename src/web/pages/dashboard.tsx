import { useQuery } from '../api/use-query.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { showNumber } from '../parts/labels.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { ChangesCard } from './changes-card.tsx';
import { CoverageCard } from './coverage-card.tsx';
import { dashboardDocument } from './dashboard-query.ts';
import { FindingsCard } from './findings-card.tsx';
import { GrowthCard } from './growth-card.tsx';
import { type LatestRuns, useLatestRuns } from './latest-runs.ts';
import { QuotaCard } from './quota-card.tsx';
import { RunsCard } from './runs-card.tsx';

/** The bank at a glance; every part leads to the list behind it. */
export function Dashboard() {
  const { data, error, reload } = useQuery(dashboardDocument, {});
  const { mayRead, data: runs, error: runsError, reload: reloadRuns } = useLatestRuns();
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  // Together, so that what comes later does not move what is there.
  if (!data || (mayRead && !runs && !runsError)) return <Skeleton lines={10} />;
  const { totalCount, nodes } = data.questions;
  return (
    <>
      <h1>{sentenceOf(totalCount, runs)}</h1>
      <div class="cards masonry">
        {totalCount === 0 && <ChangesCard questions={nodes} />}
        <CoverageCard runs={runs} />
        {mayRead && runsError && <ErrorNote error={runsError} onRetry={reloadRuns} />}
        {runs && <FindingsCard runs={runs} />}
        {totalCount > 0 && <ChangesCard questions={nodes} />}
        <GrowthCard />
        {runs && <RunsCard runs={runs} />}
        <QuotaCard />
        <section class="card" aria-labelledby="begin">
          <h2 id="begin">Where to begin</h2>
          <ul class="plain">
            <li>
              <a href="#/questions">All questions</a>, with search, filters and history
            </li>
            <li>
              <a href="/graphql">GraphiQL</a>, the GraphQL playground with examples
            </li>
            <li>
              <a href="/docs">REST API</a>, to try every operation
            </li>
            <li>
              <a href="/openapi.json">openapi.json</a>, <a href="/schema.graphql">schema.graphql</a>{' '}
              and <a href="/asyncapi.json">asyncapi.json</a>
            </li>
          </ul>
        </section>
      </div>
    </>
  );
}

/** Such as "576 questions, 12 need a look, within 2 % of the blueprint". */
function sentenceOf(total: number, runs: LatestRuns | undefined): string {
  if (total === 0) return 'The bank is empty';
  const parts = [total === 1 ? '1 question' : `${showNumber(total)} questions`];
  const quality = runs?.quality.nodes[0]?.typedResult;
  if (quality && 'rules' in quality && quality.summary) {
    const { flagged } = quality.summary as { flagged: number };
    const words = flagged === 0 ? 'none needs a look' : `${showNumber(flagged)} need a look`;
    parts.push(flagged === 1 ? '1 needs a look' : words);
  }
  const coverage = runs?.coverage.nodes[0]?.typedResult;
  if (coverage && 'gaps' in coverage && coverage.summary) {
    const { totalVariationDistance } = coverage.summary as { totalVariationDistance?: number };
    const distance = (totalVariationDistance ?? 0).toLocaleString(undefined, { style: 'percent' });
    parts.push(
      totalVariationDistance ? `within ${distance} of the blueprint` : 'as the blueprint wants',
    );
  }
  return parts.join(', ');
}
