import { graphql, type ResultOf } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { useScope } from '../../api/use-session.ts';
import { showAge } from '../../parts/age.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { showNumber } from '../../parts/labels.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { addressOf } from '../../router.ts';

const analysesDocument = graphql(`
  query Analyses {
    analysisTypes {
      name
      title
      description
    }
    analyses(first: 100) {
      nodes {
        id
        analysisTypeName
        status
        progress
        summary
        questionCount
        createdAt
        finishedAt
        error {
          detail
        }
      }
    }
  }
`);

type Run = NonNullable<ResultOf<typeof analysesDocument>['analyses']>['nodes'][number];

/** The question each analysis answers, its last result, and Run. */
export function AnalysisCards() {
  const { data, error, reload } = useQuery(analysesDocument, {});
  const mayRun = useScope('analysis:run');
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={10} />;
  const runs = data.analyses?.nodes ?? [];
  return (
    <>
      <h1>Analyses</h1>
      <div class="cards analyses">
        {data.analysisTypes.map(({ name, title, description }) => {
          const last = runs.find(({ analysisTypeName }) => analysisTypeName === name);
          return (
            <section key={name} class="card" aria-labelledby={`type-${name}`}>
              <p class="muted">{title}</p>
              <h2 id={`type-${name}`}>{firstSentence(description)}</h2>
              {last ? <LastRun run={last} /> : <p class="muted">Not run yet.</p>}
              <p class="actions">
                {last && <a href={addressOf(`/analyses/${last.id}`)}>Open the report</a>}
                {mayRun && (
                  <a class="button" href={addressOf(`/analyses/run/${name}`)}>
                    Run <span class="hidden">{title}</span>
                  </a>
                )}
              </p>
            </section>
          );
        })}
      </div>
      <h2 class="later">Recent runs</h2>
      {runs.length === 0 && <p class="empty">No analysis has been run yet: choose one above.</p>}
      <ul class="rows">
        {runs.slice(0, 20).map((run) => (
          <li key={run.id}>
            <a href={addressOf(`/analyses/${run.id}`)}>
              <span class="text">
                {data.analysisTypes.find(({ name }) => name === run.analysisTypeName)?.title}
              </span>
              <LastRun run={run} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function LastRun({ run }: { run: Run }) {
  const { flagged } = (run.summary ?? {}) as { flagged?: number };
  const words = {
    QUEUED: 'Waiting for a worker',
    RUNNING: `Running, ${Math.round(run.progress * 100)} %`,
    SUCCEEDED: flagged === 0 ? 'No question to look at' : `${showNumber(flagged ?? 0)} to look at`,
    FAILED: `Failed: ${run.error?.detail ?? 'no reason is known'}`,
    CANCELLED: 'Canceled',
  }[run.status];
  const count = `${showNumber(run.questionCount)} question${run.questionCount === 1 ? '' : 's'}`;
  return (
    <span class={run.status === 'FAILED' ? 'fault' : 'muted'}>
      {words}, {count}, {showAge(run.finishedAt ?? run.createdAt)}
    </span>
  );
}

function firstSentence(text: string): string {
  const sentence = /^[^?.]+[?.]/.exec(text)?.[0] ?? text;
  return sentence.replace('topic_focus', 'topic');
}
