import { maxWaitSeconds } from '../../analyses/run-request.ts';
import { type EventPage, readEvents } from '../../db/event-log.ts';
import { validationError } from '../../domain/errors.ts';
import { type EventFeedArguments, eventFeed } from '../../domain/event-feed.ts';
import { defaultPageSize } from '../../domain/page.ts';
import { examine } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { withoutNulls } from '../page.ts';
import { readableTypes, requireKept } from './readable-types.ts';
import { EventRef, EventTypeEnum } from './type.ts';

const EventFeedRef = builder.objectRef<EventPage>('EventFeed').implement({
  description: 'Events in the order of their positions.',
  fields: (t) => ({
    // Counted by `first`.
    nodes: t.field({
      type: [EventRef],
      extensions: { length: 1 },
      resolve: ({ events }) => [...events],
    }),
    next: t.exposeString('next', {
      description:
        'Pass it as `after` to read on, also if the page is empty: nothing will appear before it.',
    }),
  }),
});

builder.queryFields((t) => ({
  events: t.field({
    type: EventFeedRef,
    nullable: true,
    description:
      'All changes of questions and, with the scope analysis:read, the steps of analysis runs, oldest first.',
    extensions: { access: 'questions:read' },
    args: {
      after: t.arg.string({
        description:
          'A position: of an event, or `next` of the last page. Default: all that are kept; `latest`: none but future ones.',
      }),
      types: t.arg({ type: [EventTypeEnum], description: 'Default: all.' }),
      first: t.arg.int({ description: 'Maximum number of events, 1 to 100; default 20.' }),
      wait: t.arg.int({
        defaultValue: 0,
        description: `Seconds to wait for an event if there is none yet, 0 to ${maxWaitSeconds}.`,
      }),
    },
    resolve: async (_root, { wait, ...args }, context) => {
      const { after, first: limit = defaultPageSize, types, seconds } = readArguments(args, wait);
      const query = { limit, types: readableTypes(context.caller, types) };
      // What is not sequenced now will be soon.
      await context.events.log.sequence().catch(() => undefined);
      const page = requireKept(await readEvents(context.database, { ...query, after }));
      if (page.events.length > 0 || seconds === 0) return page;
      return waitForEvents(context, query, page, seconds * 1000);
    },
  }),
}));

function readArguments(
  args: { [Name in keyof EventFeedArguments]?: EventFeedArguments[Name] | null },
  wait: number | null | undefined,
): EventFeedArguments & { seconds: number } {
  const given = examine(eventFeed, withoutNulls(args));
  const seconds = wait ?? 0;
  const isValid = seconds >= 0 && seconds <= maxWaitSeconds;
  if ('value' in given && isValid) return { ...given.value, seconds };
  const detail = `Must be 0 to ${maxWaitSeconds} seconds.`;
  throw validationError('BAD_REQUEST', [
    ...('faults' in given ? given.faults : []),
    ...(isValid ? [] : [{ path: ['wait'], code: 'out_of_range', detail }]),
  ]);
}

/** A caller that waits counts as a stream of its own, and is let go with its token. */
async function waitForEvents(
  context: Context,
  query: Pick<Parameters<typeof readEvents>[1], 'types' | 'limit'>,
  empty: EventPage,
  timeoutMs: number,
): Promise<EventPage> {
  const { caller, cancellation, client, database, deadline, events, shutdown, streams } = context;
  const stream = streams.enter(caller.accountId ?? client.address, () =>
    context.authorize('questions:read'),
  );
  deadline.extend(timeoutMs);
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, timeoutMs);
  const ends = [shutdown, cancellation.signal, stream.signal];
  for (const each of ends) each.addEventListener('abort', end);
  if (ends.some(({ aborted }) => aborted)) end();
  try {
    let page = empty;
    while (page.events.length === 0 && !ending.signal.aborted) {
      if (page.next === page.last) await events.log.untilPassed(page.next, ending.signal);
      page = requireKept(await readEvents(database, { ...query, after: page.next }));
      stream.signal.throwIfAborted();
    }
    return page;
  } finally {
    clearTimeout(timer);
    for (const each of ends) each.removeEventListener('abort', end);
    stream.leave();
  }
}
