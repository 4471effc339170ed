import { useState } from 'preact/hooks';

interface Props {
  readonly topic: string;
  /** Resolves to whether it was stored. */
  readonly onAccept: () => Promise<boolean>;
}

/** Takes a suggestion. */
export function AcceptButton({ topic, onAccept }: Props) {
  const [state, setState] = useState<'open' | 'busy' | 'stored' | 'failed'>('open');
  if (state === 'stored') return <span class="muted">Accepted</span>;
  const accept = async () => {
    setState('busy');
    setState((await onAccept()) ? 'stored' : 'failed');
  };
  return (
    <>
      <button type="button" class="quiet" disabled={state === 'busy'} onClick={accept}>
        Accept <span class="hidden">{topic}</span>
      </button>
      {state === 'failed' && (
        <span class="fault" role="alert">
          Not stored. Open the question and try again.
        </span>
      )}
    </>
  );
}
