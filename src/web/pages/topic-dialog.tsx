import { Dialog } from '../parts/dialog.tsx';

interface Props {
  readonly count: string;
  readonly onChoose: (topic: string | null) => void;
  readonly onClose: () => void;
}

export function TopicDialog({ count, onChoose, onClose }: Props) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const topic = new FormData(event.currentTarget as HTMLFormElement).get('topic');
    onChoose(String(topic ?? '').trim() || null);
  };
  return (
    <Dialog title={`Topic of ${count}`} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <label>
          Topic, empty for none
          <input type="text" name="topic" maxLength={200} />
        </label>
        <div class="buttons">
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit">Change</button>
        </div>
      </form>
    </Dialog>
  );
}
