import { randomUUID } from 'node:crypto';

/** Ids from clients end up in logs and headers, so only plain ones are kept. */
export function chooseRequestId(given: string | null | undefined): string {
  return given && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
