import { useState } from 'preact/hooks';

/** A credential that the service shows only this once. */
export function Secret({ label, value }: { label: string; value: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div class="note warning secret" role="status">
      <p>
        <strong>Copy it now:</strong> it is not shown again.
      </p>
      <label>
        {label}
        <input
          type="text"
          class="code"
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <button
        type="button"
        class="quiet"
        onClick={() => navigator.clipboard.writeText(value).then(() => setCopied(true))}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
