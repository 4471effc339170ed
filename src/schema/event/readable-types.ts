import type { EventPage } from '../../db/event-log.ts';
import { type Caller, requireAccess } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import {
  analysisEventTypes,
  type EventType,
  questionEventTypes,
} from '../../domain/event-types.ts';

/** The types to read: all that the caller may see, or those that it names, if it may see them. */
export function readableTypes(
  caller: Caller,
  named: readonly EventType[] | undefined,
): readonly EventType[] | undefined {
  const isOfRuns = (type: EventType) => (analysisEventTypes as readonly string[]).includes(type);
  if (named?.some(isOfRuns)) requireAccess(caller, 'analysis:read');
  if (named || caller.scopes.has('analysis:read')) return named;
  return questionEventTypes;
}

/** The events of a page, unless its position is not in the log. */
export function requireKept(page: EventPage): EventPage {
  if (!page.isGone) return page;
  throw new ServiceError(
    'GONE',
    `Events after this position are not kept; the oldest position is ${page.oldest}. Read the questions again, then events after ${page.last}.`,
    { members: { oldest: page.oldest } },
  );
}
