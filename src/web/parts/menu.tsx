import { useEffect, useRef } from 'preact/hooks';

interface Props {
  readonly label: string;
  /** For screen readers, where the label alone does not say what it is about. */
  readonly name?: string | undefined;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly isDisabled?: boolean;
  readonly onChoose: (value: string, text: string) => void;
}

/** Things that can be done. Unlike those of a select, none is done before it is chosen: arrow keys are safe. */
export function Menu({ label, name, options, isDisabled = false, onChoose }: Props) {
  const element = useRef<HTMLDetailsElement>(null);
  const close = () => element.current?.removeAttribute('open');
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (!element.current?.contains(target as Node)) close();
    };
    addEventListener('click', closeOutside);
    addEventListener('focusin', closeOutside);
    return () => {
      removeEventListener('click', closeOutside);
      removeEventListener('focusin', closeOutside);
    };
  }, []);
  if (isDisabled)
    return (
      <button type="button" class="quiet" disabled>
        {label}
      </button>
    );
  return (
    <details
      class="menu"
      ref={element}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !element.current?.open) return;
        // Not for what is behind it.
        event.stopPropagation();
        close();
        element.current.querySelector('summary')?.focus();
      }}
    >
      <summary class="button quiet" aria-label={name}>
        {label}
      </summary>
      <ul>
        {options.map(([value, text]) => (
          <li key={value}>
            <button
              type="button"
              onClick={() => {
                close();
                onChoose(value, text);
              }}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
