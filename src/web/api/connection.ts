import { useLayoutEffect, useState } from 'preact/hooks';

/** `back` is said for a while after the service was lost. */
export type Connection = 'fine' | 'lost' | 'back';

const pollMs = 1000;
const longestPollMs = 15_000;
const saidMs = 8000;

let connection: Connection = 'fine';
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function set(next: Connection): void {
  connection = next;
  for (const listener of listeners) listener();
}

/** A request got no answer: asks until the service is there again. */
export function noteLost(): void {
  if (connection === 'lost') return;
  set('lost');
  clearTimeout(timer);
  ask(pollMs);
}

function ask(pauseMs: number): void {
  timer = setTimeout(async () => {
    const isThere = await fetch('/readyz', { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isThere) return ask(Math.min(pauseMs * 1.5, longestPollMs));
    set('back');
    timer = setTimeout(() => set('fine'), saidMs);
  }, pauseMs);
}

export function useConnection(): Connection {
  const [shown, setShown] = useState(connection);
  useLayoutEffect(() => onConnection(setShown), []);
  return shown;
}

export function onConnection(listener: (now: Connection) => void): () => void {
  const update = () => listener(connection);
  listeners.add(update);
  return () => void listeners.delete(update);
}
