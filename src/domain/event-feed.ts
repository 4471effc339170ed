import * as z from 'zod';
import { eventTypes } from './event-types.ts';
import { pageFields } from './page.ts';
import { defineRules } from './rules.ts';

/** The start of what will happen from now on. */
export const latestPosition = 'latest';

const position = z
  .string()
  .regex(/^(\d{1,18}|latest)$/, {
    error: 'Must be a position of an event, the `next` of a page, or latest.',
  })
  .meta({
    description:
      'Only events after this position: that of an event, or `next` of the last page. Default: all that are kept; `latest`: none but future ones.',
  });

export const eventFeedFields = {
  after: position,
  types: z
    .array(z.enum(eventTypes))
    .min(1)
    .max(eventTypes.length)
    .meta({ description: 'Only events of these types.' }),
  first: pageFields.first,
};

const eventFeedSchema = z.strictObject(eventFeedFields).partial();

export const eventFeed = defineRules(eventFeedSchema);

export type EventFeedArguments = z.output<typeof eventFeedSchema>;

/** The rules of a position alone, where a stream is resumed. */
export const eventPosition = defineRules(z.strictObject({ after: position }).partial());
