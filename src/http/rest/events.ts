import { eventFeedFields } from '../../domain/event-feed.ts';
import { cloudEvents } from './cloud-events.ts';
import { contentSelection } from './questions.ts';
import type { Row } from './row.ts';

export const eventRows: readonly Row[] = [
  {
    method: 'GET',
    path: '/events',
    name: 'listEvents',
    summary: 'Read what has changed since a position, oldest first; can wait for the next event',
    query: {
      after: { schema: eventFeedFields.after, variable: 'after' },
      types: { schema: eventFeedFields.types, variable: 'types' },
      limit: { schema: eventFeedFields.first, variable: 'first' },
    },
    waits: { defaultSeconds: 0, for: 'an event, if there is none yet' },
    document: `
      query ListEvents($after: String, $types: [EventType!], $first: Int, $wait: Int) {
        body: events(after: $after, types: $types, first: $first, wait: $wait) {
          data: nodes { ...Event }
          next
        }
      }
      fragment Event on Event {
        id
        position
        type: typeName
        occurred_at: occurredAt
        actor
        actor_name: actorName
        question_id: questionId
        analysis_id: analysisId
        version
        before { ${contentSelection} }
        after { ${contentSelection} }
        progress
      }`,
    success: { status: 200, otherForms: [cloudEvents] },
    errors: ['GONE'],
  },
];
