import { useEffect } from 'preact/hooks';
import type { ResultOf } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { outcomeDocument } from './assemble.ts';
import { isFinished } from './form-status.tsx';

export type Outcome = NonNullable<ResultOf<typeof outcomeDocument>['form']>;

/** An assembly takes about a second, or its time limit. */
const pauseMs = 700;

/** What came of an assembly, asked for again until it has ended. */
export function useOutcome(id: string | undefined) {
  const { data, error, reload } = useQuery(outcomeDocument, { id: id ?? '' }, id !== undefined);
  // The last result is kept in view by useQuery; of another assembly it would mislead.
  const outcome = data?.form?.id === id ? (data?.form ?? undefined) : undefined;
  const isOpen = outcome !== undefined && !isFinished(outcome.status);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(reload, pauseMs);
    return () => clearTimeout(timer);
  }, [data]);
  return { outcome, error, reload };
}
