import { useLayoutEffect } from 'preact/hooks';

/** Shortcuts by key; they rest while somebody types, and leave those of the browser alone. */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  // In the same step as rendering: a key that is pressed as soon as something is shown is not lost.
  useLayoutEffect(() => {
    const act = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
      // A dialog has keys of its own.
      const isAside = document.querySelector('dialog[open]') !== null;
      const action = isAside ? undefined : actions[event.key];
      if (!action || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  });
}
