import type { LoggedEvent } from '../../db/event-log.ts';
import { type EventType, eventTypes } from '../../domain/event-types.ts';
import { builder } from '../builder.ts';
import { actorName } from '../loaders.ts';
import { QuestionContentRef } from '../question/type.ts';

export const EventTypeEnum = builder.enumType('EventType', {
  description: 'What has happened.',
  values: Object.fromEntries(
    eventTypes.map((type) => [type.toUpperCase().replace('.', '_'), { value: type as EventType }]),
  ),
});

export const EventRef = builder.objectRef<LoggedEvent>('Event').implement({
  description: 'A change of a question, or a step of an analysis run.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The same wherever and however often the event is sent.',
      // Not a UUID, as other ids are.
      extensions: { jsonSchema: { format: undefined, pattern: '^evt_\\d+$' } },
    }),
    position: t.exposeString('position', {
      description: 'Its place among all events: pass it as `after` to read on.',
    }),
    type: t.expose('type', { type: EventTypeEnum }),
    typeName: t.exposeString('type', {
      description: 'The type as in REST.',
      extensions: { jsonSchema: { enum: [...eventTypes] } },
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    actor: t.exposeString('actor', {
      nullable: true,
      description:
        'Caller id of who caused it: `account:<id>`, `key:<id>`, `samples` or another system name; null if unknown.',
    }),
    actorName: t.string({
      nullable: true,
      description:
        'E-mail address of the account or name of the API key; null for callers without `questions:write`, and if it was deleted.',
      resolve: ({ actor }, _args, context) =>
        actor && context.caller.scopes.has('questions:write') ? actorName(context, actor) : null,
    }),
    questionId: t.exposeID('questionId', { nullable: true }),
    analysisId: t.exposeID('analysisId', { nullable: true }),
    version: t.exposeInt('version', {
      nullable: true,
      description: 'The version of the question that the change created; the attempt of a run.',
    }),
    before: t.expose('before', {
      type: QuestionContentRef,
      nullable: true,
      description: 'The question before the change; null if there was none, and for runs.',
      extensions: { isPart: true },
    }),
    after: t.expose('after', {
      type: QuestionContentRef,
      nullable: true,
      description: 'The question after the change; null if it was deleted, and for runs.',
      extensions: { isPart: true },
    }),
    progress: t.exposeFloat('progress', {
      nullable: true,
      description: 'How much of a run is done, 0 to 1.',
    }),
  }),
});
