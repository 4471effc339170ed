import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface Text {
  readonly value: string;
  /** What was typed, once the field is left or Enter is pressed. */
  readonly onCommit: (text: string) => void;
}

/** A line of text. What is being typed stays, whatever is rendered meanwhile. */
export function TypedInput({ value, onCommit, ...rest }: Text & JSX.IntrinsicElements['input']) {
  return <input {...rest} {...useTyped({ value, onCommit })} />;
}

/** Several lines of text. */
export function TypedTextarea({
  value,
  onCommit,
  ...rest
}: Text & JSX.IntrinsicElements['textarea']) {
  return <textarea {...rest} {...useTyped({ value, onCommit })} />;
}

function useTyped({ value, onCommit }: Text) {
  const [typed, setTyped] = useState<string>();
  return {
    // Without it, rendering would put back the last value.
    value: typed ?? value,
    onInput: (event: Event) => setTyped(textOf(event)),
    onChange: (event: Event) => {
      setTyped(undefined);
      onCommit(textOf(event));
    },
    // Typed and typed back: no change.
    onBlur: () => setTyped(undefined),
  };
}

function textOf({ currentTarget }: Event): string {
  return (currentTarget as HTMLInputElement | HTMLTextAreaElement).value;
}
