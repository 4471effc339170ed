import { graphql, type ResultOf } from '../api/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { useScope } from '../api/use-session.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { showDate, showNumber } from '../parts/labels.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { addressOf } from '../router.ts';

const responsesDocument = graphql(`
  query QuestionResponses($ids: [ID!]) {
    responses(filter: { questionId: $ids }, last: 100) {
      totalCount
      nodes {
        option
        answer
        score
        timeMs
        recordedAt
      }
    }
  }
`);

const runsDocument = graphql(`
  query QuestionItemStatistics($id: ID!) {
    analyses(
      filter: { analysisType: ITEM_STATISTICS, status: SUCCEEDED, questionId: $id }
      first: 1
    ) {
      nodes {
        id
        finishedAt
      }
    }
  }
`);

type Response = NonNullable<ResultOf<typeof responsesDocument>['responses']>['nodes'][number];

interface Props {
  readonly id: string;
  readonly answer: string;
  readonly choices: readonly string[];
}

/** How the question was answered: of the latest responses. */
export function Statistics({ id, answer, choices }: Props) {
  const { data, error, reload } = useQuery(responsesDocument, { ids: [id] });
  const mayReadRuns = useScope('analysis:read');
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data?.responses) return <Skeleton lines={4} />;
  const { totalCount, nodes } = data.responses;
  if (nodes.length === 0)
    return (
      <p class="empty">
        Nobody has answered it yet. Responses come from quizzes, or by{' '}
        <a href="/docs">POST /responses</a>.
      </p>
    );
  const mean = nodes.reduce((sum, { score }) => sum + score, 0) / nodes.length;
  const seconds = medianOf(nodes.flatMap(({ timeMs }) => (timeMs === null ? [] : [timeMs / 1000])));
  const rows = countOptions(nodes, [answer, ...choices]);
  return (
    <>
      <p>
        <strong>{percent(mean)}</strong> of the credit was given
        {seconds !== undefined && `, in ${showNumber(Math.round(seconds))} s (median)`}.{' '}
        {totalCount > nodes.length
          ? `By the latest ${nodes.length} of ${showNumber(totalCount)} responses.`
          : `By ${totalCount === 1 ? '1 response' : `${showNumber(totalCount)} responses`}.`}
      </p>
      <table class="grid options-chosen">
        <thead>
          <tr>
            <th scope="col">Answer</th>
            <th scope="col" class="number">
              Chosen
            </th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ text, count }) => (
            <tr key={text}>
              <th scope="row" dir="auto">
                {text} {text === answer && <span class="badge">correct</span>}
              </th>
              <td class="number">{showNumber(count)}</td>
              <td>
                <span class="bar" style={{ '--share': `${(count / nodes.length) * 100}%` }}>
                  {percent(count / nodes.length)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {mayReadRuns && <LatestRun id={id} />}
    </>
  );
}

function LatestRun({ id }: { id: string }) {
  const { data } = useQuery(runsDocument, { id });
  const run = data?.analyses.nodes[0];
  return (
    <p class="muted">
      {run ? (
        <a href={addressOf(`/analyses/${run.id}`)}>
          Difficulty and discrimination, computed {run.finishedAt && showDate(run.finishedAt)}
        </a>
      ) : (
        <a href={addressOf('/analyses/run/item_statistics')}>
          Compute its difficulty and discrimination
        </a>
      )}
    </p>
  );
}

function countOptions(responses: readonly Response[], choices: readonly string[]) {
  const counts = new Map(choices.map((text) => [text, 0]));
  for (const { option, answer } of responses) {
    const text = option ?? (answer === null ? 'No answer' : 'Another answer');
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => ({ text, count }));
}

function medianOf(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function percent(share: number): string {
  return new Intl.NumberFormat(undefined, { style: 'percent' }).format(share);
}
