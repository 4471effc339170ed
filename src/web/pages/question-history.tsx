import { useEffect, useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { graphql } from '../api/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { levelKeys, levels, showDate } from '../parts/labels.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import { wordsOf } from './question-draft.ts';
import { restoreDocument } from './question-restore.ts';

const historyDocument = graphql(`
  query QuestionHistory($id: ID!) {
    questionHistory(id: $id, first: 50) {
      nodes {
        version
        changeName
        changedAt
        changedBy
        changedByName
        changes {
          fieldName
          before
          after
        }
      }
      totalCount
    }
  }
`);

interface Props {
  readonly id: string;
  readonly version: number;
  readonly mayEdit: boolean;
  readonly onRestore: () => void;
}

/** All versions, newest first, with the words that changed. */
export function History({ id, version, mayEdit, onRestore }: Props) {
  const { data, error, reload } = useQuery(historyDocument, { id });
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  // Whatever made a new version: restoring here, or an undo beside it.
  useEffect(() => {
    if (data) reload();
  }, [version]);
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data?.questionHistory) return <Skeleton lines={4} />;
  const restore = async (earlier: number) => {
    const variables = { id, version: earlier, ifVersion: [version] };
    setBusy(true);
    const result = await client.mutation(restoreDocument, variables);
    setBusy(false);
    setFailure(result.error);
    if (!result.error) onRestore();
  };
  return (
    <>
      {failure !== undefined && <ErrorNote error={failure} />}
      <ol class="history">
        {data.questionHistory.nodes.map((entry) => (
          <li key={entry.version}>
            <p>
              <strong>Version {entry.version}</strong> {entry.changeName}{' '}
              <span class="muted">
                {showDate(entry.changedAt)}, {entry.changedByName ?? entry.changedBy}
              </span>
            </p>
            {entry.changes.map(({ fieldName, before, after }) => (
              <p key={fieldName}>
                <span class="field">{wordsOf(fieldName)}:</span>{' '}
                <WordDiff before={show(fieldName, before)} after={show(fieldName, after)} />
              </p>
            ))}
            {mayEdit && entry.version !== version && (
              <button
                type="button"
                class="quiet"
                disabled={isBusy}
                onClick={() => restore(entry.version)}
              >
                Restore
              </button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function show(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  const level = field === 'difficulty' ? levelKeys[Number(value)] : undefined;
  if (level) return levels[level];
  return Array.isArray(value) ? value.join(', ') : String(value);
}
