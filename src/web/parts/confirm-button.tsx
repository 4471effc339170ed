import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';

interface Props {
  readonly label: string;
  /** For screen readers, where the label alone does not say what it is about. */
  readonly name?: string;
  /** What will happen, as a question and its consequence. */
  readonly title: string;
  readonly text: string;
  readonly onConfirm: () => void;
}

/** A button for what cannot be undone: asks first. */
export function ConfirmButton({ label, name, title, text, onConfirm }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet" aria-label={name} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <div class="stack">
            <p>{text}</p>
            <div class="buttons">
              <button type="button" class="quiet" onClick={() => setOpen(false)}>
                Cancel
              </button>
              <button
                type="button"
                onClick={() => {
                  setOpen(false);
                  onConfirm();
                }}
              >
                {label}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
