import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { graphql, type ResultOf } from '../api/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { addressOf } from '../router.ts';
import { updateDocument } from './question-update.ts';
import type { Saved } from './saved-note.tsx';

const findingsDocument = graphql(`
  query QuestionFindings($id: ID!) {
    questionAdvice(id: $id) {
      kindName
      rule
      severity
      message
      why
      field
      fieldName
      suggestion
      question {
        id
        questionText
        correctAnswer
      }
    }
  }
`);

type Finding = NonNullable<ResultOf<typeof findingsDocument>['questionAdvice']>[number];

interface Props {
  readonly id: string;
  readonly version: number;
  readonly mayEdit: boolean;
  readonly onFix: (saved?: Saved) => void;
}

/** What an editor should look at, each with its fix where there is one. */
export function Findings({ id, version, mayEdit, onFix }: Props) {
  const { data, error, reload } = useQuery(findingsDocument, { id });
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  /** Of the last fix: the question itself may still be on its way. */
  const [saved, setSaved] = useState(0);
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={3} />;
  const findings = data.questionAdvice ?? [];
  if (findings.length === 0) return <p class="empty">Nothing to improve was found.</p>;
  const fix = async ({ fieldName, suggestion }: Finding) => {
    const input = { [camelCase(fieldName ?? '')]: suggestion };
    const before = Math.max(version, saved);
    setBusy(true);
    const result = await client.mutation(updateDocument, { id, input, ifVersion: [before] });
    setBusy(false);
    setFailure(result.error);
    const after = result.data?.updateQuestion?.version;
    setSaved(after ?? saved);
    if (result.error) return;
    reload();
    onFix(after === undefined ? undefined : { before, after });
  };
  return (
    <>
      {failure !== undefined && <ErrorNote error={failure} />}
      <ul class="findings">
        {findings.map((finding) => (
          <li key={`${finding.rule}${finding.message}`} class={finding.severity}>
            <p>
              <span class="badge">{finding.severity}</span> {finding.message}
            </p>
            {finding.why && <p class="muted">{finding.why}</p>}
            {finding.question && (
              <p>
                <a href={addressOf(`/questions/${finding.question.id}`)}>
                  {finding.question.questionText}
                </a>{' '}
                <span class="answer">{finding.question.correctAnswer}</span>
              </p>
            )}
            {mayEdit && finding.fieldName && finding.suggestion !== null && (
              <button type="button" disabled={isBusy} onClick={() => fix(finding)}>
                Apply: {String(finding.suggestion)}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
