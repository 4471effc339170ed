import { TypedInput } from './typed-text.tsx';

interface Props {
  readonly label: string;
  /** Undefined for none. */
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  /** Whether there may be none. */
  readonly isOptional?: boolean;
  readonly isInvalid?: boolean;
  readonly describedBy?: string | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** A number with buttons for less and more. */
export function Stepper(props: Props) {
  const { label, value, min, max, isOptional = false, isInvalid, describedBy, onChange } = props;
  const less = () => {
    if (value === undefined) return;
    if (value > min) onChange(value - 1);
    else if (isOptional) onChange(undefined);
  };
  const more = () => onChange(value === undefined ? min : Math.min(max, value + 1));
  return (
    <span class="stepper">
      <button
        type="button"
        class="quiet"
        aria-label={`${label}: less`}
        disabled={value === undefined || (value <= min && !isOptional)}
        onClick={less}
      >
        −
      </button>
      <TypedInput
        type="text"
        inputMode="numeric"
        aria-label={label}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        placeholder={isOptional ? '–' : undefined}
        value={String(value ?? '')}
        onCommit={(typed) => {
          const text = typed.trim();
          const number = Number(text);
          if (text === '' && isOptional) onChange(undefined);
          // Anything else is no number: the last one stays.
          else if (Number.isInteger(number) && text !== '')
            onChange(Math.min(max, Math.max(isOptional ? 0 : min, number)));
        }}
      />
      <button
        type="button"
        class="quiet"
        aria-label={`${label}: more`}
        disabled={value !== undefined && value >= max}
        onClick={more}
      >
        +
      </button>
    </span>
  );
}
