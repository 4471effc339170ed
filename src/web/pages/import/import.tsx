import { useRef, useState } from 'preact/hooks';
import { ErrorNote } from '../../parts/error-note.tsx';
import { ScopeGate } from '../../parts/scope-gate.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { addressOf, type Place, useIsOpen } from '../../router.ts';
import { type ImportChoices, isEnded, sendImport } from './import-data.ts';
import { DropZone } from './import-drop-zone.tsx';
import { ImportOptions } from './import-options.tsx';
import { Counts, Failures, ImportReport } from './import-report.tsx';
import { ImportTable } from './import-table.tsx';
import { useImport } from './use-import.ts';

const initial: ImportChoices = { onDuplicate: 'auto', columns: {} };

/** A file, how it is read, what would happen, and then the import itself. */
export function Import({ place }: { place: Place }) {
  const id = place.path.split('/')[2];
  return (
    <>
      <h1>Import</h1>
      <ScopeGate scope="questions:write" purpose="import questions">
        {id ? <ImportReport key={id} id={id} /> : <NewImport />}
      </ScopeGate>
    </>
  );
}

function NewImport() {
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState(initial);
  /** What the last check was made with. */
  const [checked, setChecked] = useState<{ id: string; choices: ImportChoices }>();
  const [sent, setSent] = useState<number>();
  const [fault, setFault] = useState<unknown>();
  const isOpen = useIsOpen();
  const { record, failure, reload } = useImport(checked?.id);
  /** Of the last file that was sent: one chosen before may arrive after it. */
  const latest = useRef<File | undefined>(undefined);

  const send = async (given: File, chosen: ImportChoices, dryRun: boolean) => {
    latest.current = given;
    const ifLatest = (act: () => void) => {
      if (latest.current === given) act();
    };
    setFault(undefined);
    setSent(0);
    try {
      const id = await sendImport(given, chosen, dryRun, (share) => ifLatest(() => setSent(share)));
      if (dryRun) ifLatest(() => setChecked({ id, choices: chosen }));
      else if (isOpen()) location.hash = addressOf(`/import/${id}`);
    } catch (error) {
      ifLatest(() => setFault(error));
    }
    ifLatest(() => setSent(undefined));
  };
  const choose = (chosen: File) => {
    setFile(chosen);
    setChoices(initial);
    setChecked(undefined);
    send(chosen, initial, true);
  };
  const isCurrent = checked?.choices === choices;
  const isChecking =
    sent !== undefined || (record !== undefined && (record.id !== checked?.id || !isEnded(record)));
  const good = record ? record.added + record.updated : 0;
  return (
    <div class="stack">
      <DropZone file={file} onChoose={choose} />
      {fault !== undefined && <ErrorNote error={fault} />}
      {failure !== undefined && <ErrorNote error={failure} onRetry={reload} />}
      {sent !== undefined && (
        <label>
          Sending the file
          <progress value={sent} />
        </label>
      )}
      {checked && !record && !failure && <Skeleton lines={6} />}
      {file && record && (
        <>
          <ImportOptions detected={record.format} choices={choices} onChange={setChoices} />
          {record.sample.length > 0 && (
            <ImportTable
              record={record}
              mapping={choices.columns}
              onMap={(columns) => setChoices({ ...choices, columns })}
            />
          )}
          <div aria-live="polite">
            <Counts record={record} />
            <Failures record={record} />
          </div>
          {isCurrent && good === 0 && record.failed > 0 && (
            <p>
              {record.columns.length > 0 && 'Map the marked columns above and check again, or '}
              {record.columns.length > 0 ? 'mend' : 'Mend'} the file and choose it again.
            </p>
          )}
          <div class="buttons start">
            {isCurrent ? (
              <button
                type="button"
                disabled={isChecking || good === 0}
                onClick={() => send(file, choices, false)}
              >
                {importLabel(good, record.failed)}
              </button>
            ) : (
              <button type="button" disabled={isChecking} onClick={() => send(file, choices, true)}>
                Check again
              </button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function importLabel(good: number, failed: number): string {
  if (good === 0) return 'Nothing to import';
  const what = good === 1 ? 'Import 1 question' : `Import ${good.toLocaleString()} questions`;
  const rows = failed === 1 ? '1 row' : `${failed.toLocaleString()} rows`;
  return failed > 0 ? `${what}, leave out ${rows}` : what;
}
