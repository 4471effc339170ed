import type { LoggedEvent } from '../../db/event-log.ts';
import { matchVersions } from '../../db/match-versions.ts';
import { matchesContent, type QuestionFilter } from '../../domain/question-criteria.ts';
import type { Context } from '../context.ts';
import { requireKept } from './readable-types.ts';

/** A change of a question that matches a filter, or did before the change. */
export interface QuestionChange {
  readonly event: LoggedEvent;
  readonly isMatch: boolean;
}

/** Yields the changes after a position, in order, until the signal is aborted. */
export async function* followQuestions(
  { database, events: { log }, notePosition }: Context,
  filter: QuestionFilter,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<QuestionChange> {
  let position = after ?? (await log.sequence());
  while (!signal.aborted) {
    const page = requireKept(await log.readOn(position));
    const judge = await createJudge(database, filter, page.events);
    for (const event of page.events) {
      const change = judge(event);
      if (signal.aborted) return;
      if (!change) continue;
      notePosition(event.position);
      yield change;
    }
    position = page.next;
    if (position === page.last) await log.untilPassed(position, signal);
  }
}

type Judge = (event: LoggedEvent) => QuestionChange | undefined;

/** Most filters are decided here, for each of many streams; words and times by the database. */
async function createJudge(
  database: Context['database'],
  filter: QuestionFilter,
  events: readonly LoggedEvent[],
): Promise<Judge> {
  const isSimple = !filter.search && !filter.createdAfter && !filter.updatedAfter;
  const found = isSimple ? undefined : await matchVersions(database, filter, versionsOf(events));
  return (event) => {
    const { questionId, before, after, version } = event;
    if (questionId === null || version === null) return undefined;
    const matches = (content: typeof after, at: number) => {
      if (!content) return false;
      return found ? found.has(`${questionId} ${at}`) : matchesContent(filter, questionId, content);
    };
    // Plain SQL may have left no history: who wants to know of a change must not miss it.
    if (!before && !after) return { event, isMatch: event.type !== 'question.deleted' };
    const isMatch = matches(after, version);
    return isMatch || matches(before, version - 1) ? { event, isMatch } : undefined;
  };
}

function versionsOf(events: readonly LoggedEvent[]) {
  return events.flatMap(({ questionId: id, version }) =>
    id === null || version === null
      ? []
      : [version, version - 1].map((each) => ({ id, version: each })),
  );
}
