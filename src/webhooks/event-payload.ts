import type { LoggedEvent } from '../db/event-log.ts';
import { inSnakeCase } from '../domain/naming.ts';

/** The body of a message: an event as the feed of REST shows it, without what it does not have. */
export function toPayload(event: LoggedEvent): string {
  const { type, occurredAt, before, after, ...others } = event;
  const content = {
    ...(before && { before: inSnakeCase(before) }),
    ...(after && { after: inSnakeCase(after) }),
  };
  const fields = inSnakeCase({ type, occurredAt, ...others });
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return JSON.stringify({
    type,
    timestamp: occurredAt,
    data: { ...Object.fromEntries(given), ...content },
  });
}
