import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../api/client.ts';
import { graphql } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { useScope } from '../../api/use-session.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { showNumber } from '../../parts/labels.tsx';
import { Lazy } from '../../parts/lazy.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { addressOf } from '../../router.ts';
import { BackLink } from './back-link.tsx';

const runDocument = graphql(`
  query AnalysisRun($id: ID!) {
    analysis(id: $id) {
      id
      analysisTypeName
      status
      progress
      questionCount
      error {
        code
        detail
      }
    }
  }
`);

const progressDocument = graphql(`
  subscription AnalysisProgress($id: ID!) {
    analysisProgress(id: $id) {
      id
      status
      progress
    }
  }
`);

const cancelDocument = graphql(`
  mutation CancelAnalysis($id: ID!) {
    cancelAnalysis(id: $id) {
      id
      status
    }
  }
`);

const reportPage = async (): Promise<FunctionComponent<{ id: string }>> =>
  (await import('./report-page.tsx')).ReportPage;

const isEnded = (status: string) => status !== 'QUEUED' && status !== 'RUNNING';

/** A run: its progress while it runs, then its report. */
export function AnalysisRun({ id }: { id: string }) {
  const { data, error, reload } = useQuery(runDocument, { id });
  const run = data?.analysis;
  if (error?.graphQLErrors[0]?.extensions.code === 'NOT_FOUND') return <Gone id={id} />;
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!run) return <Skeleton lines={10} />;
  if (run.status === 'SUCCEEDED') return <Lazy load={reportPage} props={{ id }} />;
  const again = addressOf(`/analyses/run/${run.analysisTypeName}`, { from: id });
  if (!isEnded(run.status)) return <Running run={run} onEnd={reload} />;
  return (
    <>
      <BackLink />
      <h1>{run.status === 'FAILED' ? 'The run failed' : 'The run was canceled'}</h1>
      {run.error && (
        <p class="note danger" role="alert">
          {run.error.detail}
        </p>
      )}
      <p>
        No question was changed. <a href={again}>Run it again</a>
      </p>
    </>
  );
}

interface RunningProps {
  readonly run: { id: string; progress: number; questionCount: number; analysisTypeName: string };
  readonly onEnd: () => void;
}

/** A stream of events; begun again when it breaks off, which misses nothing. */
function Running({ run, onEnd }: RunningProps) {
  const [progress, setProgress] = useState(run.progress);
  const [round, setRound] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const mayCancel = useScope('analysis:run');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const { unsubscribe } = client
      .subscription(progressDocument, { id: run.id })
      .subscribe(({ data, error, hasNext }) => {
        const state = data?.analysisProgress;
        if (state) setProgress(state.progress);
        if (isOver) return;
        if (state && isEnded(state.status)) {
          isOver = true;
          onEnd();
        } else if (error || !hasNext) {
          isOver = true;
          timer = setTimeout(() => setRound(round + 1), 1000);
        }
      });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [run.id, round]);
  const cancel = async () => {
    const result = await client.mutation(cancelDocument, { id: run.id });
    setFailure(result.error);
    onEnd();
  };
  const percent = Math.round(progress * 100);
  return (
    <>
      <BackLink />
      <h1>Running</h1>
      <p>{showNumber(run.questionCount)} questions. You may leave this page: the run goes on.</p>
      <progress max={100} value={percent} aria-label="Progress of the run" />
      <p aria-live="polite">{percent} %</p>
      {failure !== undefined && <ErrorNote error={failure} />}
      {mayCancel && (
        <button type="button" class="quiet" onClick={cancel}>
          Cancel
        </button>
      )}
    </>
  );
}

function Gone({ id }: { id: string }) {
  return (
    <>
      <BackLink />
      <h1>This run is gone</h1>
      <p>
        No run has the id <code>{id}</code>: it was deleted, or the link is wrong. Questions are not
        affected.
      </p>
    </>
  );
}
