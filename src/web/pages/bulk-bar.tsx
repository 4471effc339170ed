import { useState } from 'preact/hooks';
import { useScope } from '../api/use-session.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { categories, categoryKeys, levelKeys, levels, showNumber } from '../parts/labels.tsx';
import { Menu } from '../parts/menu.tsx';
import { type Changes, type Chosen, changeAll, deleteAll, maxChosen } from './bulk-changes.ts';
import { TopicDialog } from './topic-dialog.tsx';

interface Props {
  readonly chosen: readonly Chosen[];
  readonly onClear: () => void;
  readonly onChange: () => void;
}

interface Done {
  readonly text: string;
  readonly undo: (() => Promise<void>) | undefined;
}

/** What can be done with the chosen questions; each change can be taken back. */
export function BulkBar({ chosen, onClear, onChange }: Props) {
  const mayEdit = useScope('questions:write');
  const [asked, setAsked] = useState<'topic' | 'delete'>();
  const [done, setDone] = useState<Done>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const count = chosen.length === 1 ? '1 question' : `${showNumber(chosen.length)} questions`;

  const act = async (work: () => Promise<Done>) => {
    setBusy(true);
    setAsked(undefined);
    setFailure(undefined);
    try {
      setDone(await work());
      onClear();
      onChange();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const change = (changes: Changes, words: string) =>
    act(async () => ({
      text: `${count}: ${words}.`,
      undo: await changeAll(chosen, changes),
    }));
  const menu = (
    label: string,
    options: readonly (readonly [key: string, name: string])[],
    toChanges: (key: string) => Changes,
  ) => (
    <Menu
      label={label}
      options={options}
      isDisabled={isBusy}
      onChoose={(key, name) => change(toChanges(key), `${label.toLowerCase()} is now ${name}`)}
    />
  );
  return (
    <>
      <div aria-live="polite">
        {done && chosen.length === 0 && (
          <p class="note">
            {done.text}{' '}
            {done.undo && (
              <button
                type="button"
                class="quiet"
                disabled={isBusy}
                onClick={() =>
                  act(async () => {
                    await done.undo?.();
                    return { text: 'Undone.', undo: undefined };
                  })
                }
              >
                Undo
              </button>
            )}
          </p>
        )}
      </div>
      {failure !== undefined && <ErrorNote error={failure} />}
      {chosen.length > 0 && (
        <div class="bulk" role="toolbar" aria-label="Chosen questions">
          <strong>{count} chosen</strong>
          {mayEdit && chosen.length <= maxChosen && (
            <>
              {menu(
                'Category',
                categoryKeys.map((key) => [key, categories[key]]),
                (category) => ({ category }) as Changes,
              )}
              {menu(
                'Level',
                levelKeys.map((key) => [key, levels[key]]),
                (difficulty) => ({ difficulty }) as Changes,
              )}
              <button type="button" class="quiet" onClick={() => setAsked('topic')}>
                Topic
              </button>
              <button type="button" class="quiet danger" onClick={() => setAsked('delete')}>
                Delete
              </button>
            </>
          )}
          <button type="button" class="quiet" onClick={onClear}>
            Choose none
          </button>
        </div>
      )}
      {asked === 'topic' && (
        <TopicDialog
          count={count}
          onClose={() => setAsked(undefined)}
          onChoose={(topic) =>
            change({ topicFocus: topic }, topic ? `topic is now ${topic}` : 'no topic any more')
          }
        />
      )}
      {asked === 'delete' && (
        <Dialog title={`Delete ${count}?`} onClose={() => setAsked(undefined)}>
          <p>Their history is kept: they can be restored, here right after, or later.</p>
          <div class="buttons">
            <button type="button" class="quiet" onClick={() => setAsked(undefined)}>
              Cancel
            </button>
            <button
              type="button"
              onClick={() =>
                act(async () => ({ text: `${count} deleted.`, undo: await deleteAll(chosen) }))
              }
            >
              Delete
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
