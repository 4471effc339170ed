import { useState } from 'preact/hooks';
import { authorizedFetch } from '../../api/client.ts';

/** Saves the report as one HTML file, which can be sent to people without an account. */
export function SaveButton({ id, type }: { id: string; type: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const save = async () => {
    setState('busy');
    const headers = { accept: 'text/html' };
    const response = await authorizedFetch(`/analysis/${id}/report`, { headers }).catch(
      () => undefined,
    );
    setState(response?.ok ? 'idle' : 'failed');
    if (!response?.ok) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    link.download = `${type}-report.html`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <>
      <button type="button" class="quiet" disabled={state === 'busy'} onClick={save}>
        Save as HTML
      </button>
      {state === 'failed' && (
        <span class="fault" role="alert">
          The report could not be saved. Try again.
        </span>
      )}
    </>
  );
}
