import { showDate, showNumber } from '../parts/labels.tsx';
import { addressOf } from '../router.ts';
import type { LatestRuns } from './latest-runs.ts';
import { sizeOf } from './quizzes/form-size.ts';

/** The last runs of analyses, and the last forms. */
export function RunsCard({ runs: { recent, forms, analysisTypes } }: { runs: LatestRuns }) {
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
      {forms && <RecentForms forms={forms.nodes} />}
    </section>
  );
}

type Form = NonNullable<LatestRuns['forms']>['nodes'][number];

function RecentForms({ forms }: { forms: readonly Form[] }) {
  return (
    <>
      <h3>Recent forms</h3>
      {forms.length === 0 && (
        <p class="empty">
          No form was built yet. <a href="#/quizzes/new">Build one</a>
        </p>
      )}
      <ul class="rows">
        {forms.map(({ id, name, status, request, createdAt }) => (
          <li key={id}>
            <a href={addressOf(`/quizzes/forms/${id}`)}>
              <span class="text">{name ?? 'Form without a name'}</span>
              <span class="muted">
                {status.toLowerCase()}, {sizeOf(request)}, {showDate(createdAt)}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p>
        <a href="#/quizzes">All quizzes</a>
      </p>
    </>
  );
}

function stateOf({ status, progress, summary }: LatestRuns['recent']['nodes'][number]): string {
  const { flagged } = (summary ?? {}) as { flagged?: number };
  if (status === 'SUCCEEDED')
    return flagged ? `${showNumber(flagged)} to look at` : 'no question to look at';
  if (status === 'RUNNING') return `running, ${Math.round(progress * 100)} %`;
  return status.toLowerCase();
}
