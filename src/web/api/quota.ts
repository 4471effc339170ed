import { useLayoutEffect, useState } from 'preact/hooks';

/** The budget of the caller, as the last answer told it. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly windowSeconds: number;
}

let quota: Quota | undefined;
const listeners = new Set<() => void>();

/** Reads the headers RateLimit-Policy and RateLimit. */
export function noteQuota({ headers }: Response): void {
  const policy = /"default";q=(\d+);w=(\d+)/.exec(headers.get('ratelimit-policy') ?? '');
  const state = /"default";r=(\d+)/.exec(headers.get('ratelimit') ?? '');
  if (!policy || !state) return;
  quota = {
    limit: Number(policy[1]),
    remaining: Number(state[1]),
    windowSeconds: Number(policy[2]),
  };
  for (const listener of listeners) listener();
}

export function useQuota(): Quota | undefined {
  const [shown, setShown] = useState(quota);
  useLayoutEffect(() => {
    const update = () => setShown(quota);
    listeners.add(update);
    return () => void listeners.delete(update);
  }, []);
  return shown;
}
