import { useState } from 'preact/hooks';
import { client } from '../../api/client.ts';
import { graphql } from '../../api/graphql.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { showDate, showNumber } from '../../parts/labels.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { type ImportRecord, isEnded } from './import-data.ts';
import { useImport } from './use-import.ts';

const undoDocument = graphql(`
  mutation UndoImport($id: ID!) {
    undoImport(id: $id) {
      id
    }
  }
`);

const cancelDocument = graphql(`
  mutation CancelImport($id: ID!) {
    cancelImport(id: $id) {
      id
    }
  }
`);

const sentences: Readonly<Record<ImportRecord['status'], string>> = {
  QUEUED: 'Waiting for a worker',
  RUNNING: 'Importing',
  SUCCEEDED: 'Imported',
  FAILED: 'Nothing was imported',
  CANCELLED: 'Cancelled: nothing was imported',
  UNDONE: 'Undone: the questions are as they were before',
};

/** How an import gets on, what came of it, and the way back. */
export function ImportReport({ id }: { id: string }) {
  const { record, failure, reload } = useImport(id);
  const [fault, setFault] = useState<unknown>();
  if (failure) return <ErrorNote error={failure} onRetry={reload} />;
  if (!record) return <Skeleton lines={6} />;
  const act = async (document: typeof undoDocument | typeof cancelDocument) => {
    const { error } = await client.mutation(document, { id });
    setFault(error);
    reload();
  };
  const isUndoable = record.status === 'SUCCEEDED' && record.added + record.updated > 0;
  return (
    <section class="stack" aria-label="Report of the import">
      <h2 aria-live="polite">{sentences[record.status]}</h2>
      {fault !== undefined && <ErrorNote error={fault} />}
      {!isEnded(record) && (
        <>
          <progress value={record.progress} aria-label="Progress of the import" />
          <p class="muted">
            {showNumber(record.read)} rows. You may leave this page: the import goes on.
          </p>
        </>
      )}
      {isEnded(record) && (
        <>
          <Counts record={record} />
          <Failures record={record} />
          {record.finishedAt && <p class="muted">Ended {showDate(record.finishedAt)}</p>}
        </>
      )}
      <div class="buttons start">
        {!isEnded(record) && (
          <button type="button" class="quiet" onClick={() => act(cancelDocument)}>
            Cancel
          </button>
        )}
        {isUndoable && (
          <button type="button" class="quiet" onClick={() => act(undoDocument)}>
            Undo this import
          </button>
        )}
        {isEnded(record) && (
          <>
            <a class="button" href="#/questions">
              Show the questions
            </a>
            <a class="button quiet" href="#/import">
              Import another file
            </a>
          </>
        )}
      </div>
    </section>
  );
}

export function Counts({ record }: { record: ImportRecord }) {
  const figures = [
    ['rows read', record.read],
    [record.dryRun ? 'would be added' : 'added', record.added],
    [record.dryRun ? 'would be updated' : 'updated', record.updated],
    ['unchanged', record.unchanged],
    ['skipped', record.skipped],
    ['failed', record.failed],
  ] as const;
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name} class={name === 'failed' && value > 0 ? 'bad' : ''}>
          <dt>{name}</dt>
          <dd>{showNumber(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** In words, for rows that the table does not show too. */
export function Failures({ record: { errors, more, notes } }: { record: ImportRecord }) {
  return (
    <>
      {errors.length > 0 && (
        <details open={errors.length <= 5}>
          <summary>
            {errors.length + more === 1
              ? '1 failure'
              : `${showNumber(errors.length + more)} failures`}
          </summary>
          <ul class="findings">
            {errors.map(({ row, field, value, detail, suggestion }, index) => (
              <li key={index} class="error">
                <p>
                  <strong>{row === null ? 'All rows' : `Row ${row}`}</strong>
                  {field && <span class="field"> {field}</span>}
                  {value && <code> {value}</code>} {detail} {suggestion}
                </p>
              </li>
            ))}
          </ul>
          {more > 0 && <p class="muted">and {showNumber(more)} more</p>}
        </details>
      )}
      {notes.length > 0 && (
        <details>
          <summary>{showNumber(notes.length)} values were understood as others</summary>
          <ul class="plain">
            {notes.map(({ field, value, readAs, rows }) => (
              <li key={`${field}${value}${readAs}`}>
                {field}: <code>{value}</code> was read as <code>{readAs}</code> in{' '}
                {rows === 1 ? '1 row' : `${showNumber(rows)} rows`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
