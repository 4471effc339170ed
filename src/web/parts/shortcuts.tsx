import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { useKeys } from './use-keys.ts';

const shortcuts = [
  ['/', 'Search'],
  ['j', 'Next question of the list'],
  ['k', 'Previous question of the list'],
  ['x', 'Choose the open question'],
  ['e', 'Edit the open question'],
  ['n', 'Write a new question'],
  ['Esc', 'Back to the list, or close a dialog'],
  ['1 to 9', 'Choose an answer of a quiz'],
  ['?', 'This list'],
] as const;

/** `?` lists what the keys do. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  useKeys({
    '?': () => setOpen(true),
    n: () => {
      location.hash = '#/questions/new';
    },
  });
  return (
    <>
      <button
        type="button"
        class="quiet wide"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true">?</span>
      </button>
      {isOpen && (
        <Dialog title="Keyboard shortcuts" onClose={() => setOpen(false)}>
          <dl class="shortcuts">
            {shortcuts.map(([key, words]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
          <div class="buttons">
            <button type="button" onClick={() => setOpen(false)}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
