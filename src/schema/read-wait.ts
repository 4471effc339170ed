import { defaultWaitSeconds, maxWaitSeconds } from '../analyses/run-request.ts';
import { validationError } from '../domain/errors.ts';

/** The seconds that a caller waits for the end of background work. */
export function readWait(wait: number | null | undefined): number {
  const seconds = wait ?? defaultWaitSeconds;
  if (seconds >= 0 && seconds <= maxWaitSeconds) return seconds;
  const detail = `Must be 0 to ${maxWaitSeconds} seconds.`;
  throw validationError('BAD_USER_INPUT', [{ path: ['wait'], code: 'out_of_range', detail }]);
}
