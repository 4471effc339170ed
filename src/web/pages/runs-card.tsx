import { showDate, showNumber } from '../parts/labels.tsx';
import { addressOf } from '../router.ts';
import type { LatestRuns } from './latest-runs.ts';

/** The last runs of analyses. */
export function RunsCard({ runs: { recent, analysisTypes } }: { runs: LatestRuns }) {
  const titleOf = (type: string) => analysisTypes.find(({ name }) => name === type)?.title ?? type;
  return (
    <section class="card" aria-labelledby="runs">
      <h2 id="runs">Recent runs</h2>
      {recent.nodes.length === 0 && (
        <p class="empty">
          No analysis was run yet. <a href="#/analyses">Choose one</a>
        </p>
      )}
      <ul class="rows">
        {recent.nodes.map((run) => (
          <li key={run.id}>
            <a href={addressOf(`/analyses/${run.id}`)}>
              <span class="text">{titleOf(run.analysisTypeName)}</span>
              <span class="muted">
                {stateOf(run)}, {showNumber(run.questionCount)} questions, {showDate(run.createdAt)}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p>
        <a href="#/analyses">All analyses</a>
      </p>
    </section>
  );
}

function stateOf({ status, progress, summary }: LatestRuns['recent']['nodes'][number]): string {
  const { flagged } = (summary ?? {}) as { flagged?: number };
  if (status === 'SUCCEEDED')
    return flagged ? `${showNumber(flagged)} to look at` : 'no question to look at';
  if (status === 'RUNNING') return `running, ${Math.round(progress * 100)} %`;
  return status.toLowerCase();
}
