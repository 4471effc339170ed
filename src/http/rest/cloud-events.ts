import type { OtherForm, ResponseBody } from './row.ts';

/** CloudEvents 1.0, JSON batch format. The position is the `sequence` of its Sequence extension. */
export const cloudEvents: OtherForm = {
  type: 'application/cloudevents-batch+json',
  description: 'The same events as CloudEvents 1.0; the next page is in the Link header.',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      required: ['specversion', 'id', 'source', 'type', 'time', 'subject', 'data'],
      properties: {
        specversion: { const: '1.0' },
        id: { type: 'string' },
        source: { type: 'string', format: 'uri-reference' },
        type: { type: 'string' },
        subject: { type: 'string', description: 'The id of the question or run.' },
        time: { type: 'string', format: 'date-time' },
        sequence: { type: 'string', description: 'The position of the event.' },
        datacontenttype: { const: 'application/json' },
        data: { type: 'object', description: 'The event as in application/json.' },
      },
    },
  },
  write: ({ data, next }: ResponseBody) => ({
    headers: { link: `</events?after=${next}>; rel="next"` },
    body: data.map(toCloudEvent),
  }),
};

function toCloudEvent(event: ResponseBody): object {
  return {
    specversion: '1.0',
    id: event.id,
    source: '/events',
    type: event.type,
    subject: event.question_id ?? event.analysis_id,
    time: event.occurred_at,
    sequence: event.position,
    datacontenttype: 'application/json',
    data: event,
  };
}
