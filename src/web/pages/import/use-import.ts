import { useEffect, useState } from 'preact/hooks';
import { type ImportRecord, isEnded, readImport } from './import-data.ts';

const pollMs = 700;

/** An import, read again until it has ended. */
export function useImport(id: string | undefined): {
  readonly record: ImportRecord | undefined;
  readonly failure: unknown;
  readonly reload: () => void;
} {
  const [record, setRecord] = useState<ImportRecord>();
  const [failure, setFailure] = useState<unknown>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = id !== undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      try {
        const next = await readImport(id ?? '');
        if (!isWanted) return;
        setRecord(next);
        setFailure(undefined);
        if (!isEnded(next)) timer = setTimeout(read, pollMs);
      } catch (error) {
        if (isWanted) setFailure(error);
      }
    };
    // The last one stays in view until the next is there: nothing jumps.
    if (!isWanted) setRecord(undefined);
    setFailure(undefined);
    if (isWanted) read();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [id, round]);
  return { record, failure, reload: () => setRound(round + 1) };
}
