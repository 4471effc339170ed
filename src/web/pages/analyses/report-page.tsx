import { useEffect, useState } from 'preact/hooks';
import { client } from '../../api/client.ts';
import { graphql } from '../../api/graphql.ts';
import { useScope } from '../../api/use-session.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Report } from '../../report/report.tsx';
import type { ReportData } from '../../report/report-data.ts';
import { questionIdsOf } from '../../report/report-types.ts';
import { addressOf } from '../../router.ts';
import { BackLink } from './back-link.tsx';
import { OtherRuns } from './other-runs.tsx';
import { readQuestions } from './read-questions.ts';
import { SaveButton } from './save-button.tsx';

/** With the names of REST, as in results. */
const reportDocument = graphql(`
  query Report($id: ID!) {
    analysis(id: $id) {
      id
      analysis_type: analysisTypeName
      engine_version: engineVersion
      parameters
      selection
      question_count: questionCount
      item_count: itemCount
      stale
      finished_at: finishedAt
      duration_ms: durationMs
      result
    }
    analysisTypes {
      name
      title
      description
    }
  }
`);

const acceptDocument = graphql(`
  mutation AcceptTopic($id: ID!, $topicFocus: String!) {
    updateQuestion(id: $id, input: { topicFocus: $topicFocus }) {
      id
    }
  }
`);

/** The report of a run that succeeded. */
export function ReportPage({ id }: { id: string }) {
  const [data, setData] = useState<ReportData>();
  const [failure, setFailure] = useState<unknown>();
  const [round, setRound] = useState(0);
  const mayRun = useScope('analysis:run');
  const mayEdit = useScope('questions:write');
  useEffect(() => {
    let isWanted = true;
    readReport(id).then(
      (read) => isWanted && setData(read),
      (error) => isWanted && setFailure(error),
    );
    return () => {
      isWanted = false;
    };
  }, [id, round]);
  const retry = () => {
    setFailure(undefined);
    setRound(round + 1);
  };
  if (failure !== undefined) return <ErrorNote error={failure} onRetry={retry} />;
  if (data?.run.id !== id) return <Skeleton lines={14} />;
  const type = data.run.analysis_type;
  return (
    <>
      <BackLink />
      <Report
        data={data}
        base=""
        isFile={false}
        onAcceptTopic={mayEdit ? acceptTopic : undefined}
        actions={
          <p class="actions">
            {mayRun && <a href={addressOf(`/analyses/run/${type}`, { from: id })}>Run again</a>}
            <OtherRuns id={id} type={type} />
            <button type="button" class="quiet" onClick={() => print()}>
              Print
            </button>
            <SaveButton id={id} type={type} />
          </p>
        }
      />
    </>
  );
}

async function readReport(id: string): Promise<ReportData> {
  const { data, error } = await client.query(
    reportDocument,
    { id },
    { requestPolicy: 'network-only' },
  );
  if (error) throw error;
  const { result, ...run } = data?.analysis ?? raise('The run is gone.');
  const described = data?.analysisTypes.find(({ name }) => name === run.analysis_type);
  const { title = run.analysis_type, description = '' } = described ?? {};
  const questions = await readQuestions(questionIdsOf(run.analysis_type, result));
  return { run: { ...run, title, description }, result, questions };
}

async function acceptTopic(id: string, topicFocus: string): Promise<boolean> {
  const { error } = await client.mutation(acceptDocument, { id, topicFocus });
  return error === undefined;
}

function raise(message: string): never {
  throw new Error(message);
}
