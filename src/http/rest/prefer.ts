import { maxWaitSeconds } from '../../analyses/run-request.ts';

/** RFC 7240: invalid preferences are ignored; the response says what was applied. */
function requestedWait(prefer: string | null): number | undefined {
  const [, seconds] =
    /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?(?=\s*(?:[,;]|$))/i.exec(prefer ?? '') ?? [];
  return seconds === undefined ? undefined : Math.min(Number(seconds), maxWaitSeconds);
}

/** Seconds to wait for what a response is about. */
export function readWait(prefer: string | null, defaultSeconds: number): number {
  return requestedWait(prefer) ?? defaultSeconds;
}

export function preferenceApplied(prefer: string | null): string | undefined {
  const seconds = requestedWait(prefer);
  return seconds === undefined ? undefined : `wait=${seconds}`;
}
