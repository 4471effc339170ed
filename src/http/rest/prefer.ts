import { defaultWaitSeconds, maxWaitSeconds } from '../../analyses/run-request.ts';

/** RFC 7240: what cannot be read or granted is passed over, and the answer says what was applied. */
function askedWait(prefer: string | null): number | undefined {
  const [, seconds] =
    /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?(?=\s*(?:[,;]|$))/i.exec(prefer ?? '') ?? [];
  return seconds === undefined ? undefined : Math.min(Number(seconds), maxWaitSeconds);
}

/** Seconds a caller wants to wait for work to be done. */
export function readWait(prefer: string | null): number {
  return askedWait(prefer) ?? defaultWaitSeconds;
}

export function preferenceApplied(prefer: string | null): string | undefined {
  const seconds = askedWait(prefer);
  return seconds === undefined ? undefined : `wait=${seconds}`;
}
