import { useMutation } from '../api/use-mutation.ts';
import { Failure } from '../parts/failure.tsx';
import { restoreDocument } from './question-restore.ts';

/** The versions before and after a change. */
export interface Saved {
  readonly before: number;
  readonly after: number;
}

/** Says that a change was saved, and takes it back unless somebody has changed the question since. */
export function SavedNote(props: { id: string; saved: Saved; onUndo: () => void }) {
  const { id, saved, onUndo } = props;
  const { run, isBusy, failure } = useMutation(restoreDocument);
  const undo = async () => {
    const variables = { id, version: saved.before, ifVersion: [saved.after] };
    if (await run(variables)) onUndo();
  };
  return (
    <>
      <p class="note good" role="status">
        Saved as version {saved.after}.{' '}
        <button type="button" class="quiet" disabled={isBusy} onClick={undo}>
          Undo
        </button>
      </p>
      <Failure of={[failure]} />
    </>
  );
}
