import type { CombinedError, OperationResult, TypedDocumentNode } from '@urql/core';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { client } from './client.ts';
import { onConnection } from './connection.ts';
import { useSession } from './use-session.ts';

export interface QueryState<Data> {
  readonly data?: Data | undefined;
  readonly error?: CombinedError | undefined;
  readonly isLoading: boolean;
  /** Asks again, past what is remembered. */
  readonly reload: () => void;
}

/** The result of a query, asked for once it is wanted; what is overtaken by other variables is cancelled and never shown. */
export function useQuery<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  isWanted = true,
): QueryState<Data> {
  const caller = useSession()?.email;
  const key = JSON.stringify(variables);
  const [round, setRound] = useState(0);
  const [shown, setShown] = useState<{ key: string; result: OperationResult<Data, Variables> }>();
  // The key stands for the variables, and the caller for the client.
  useEffect(() => {
    if (!isWanted) return;
    const { unsubscribe } = client
      .query(document, variables, {
        requestPolicy: round > 0 ? 'network-only' : 'cache-and-network',
      })
      .subscribe((result) =>
        setShown((before) => (before?.key === key && isLost(result) ? before : { key, result })),
      );
    return unsubscribe;
  }, [document, key, round, caller, isWanted]);
  // What could not be read while the service was away is read when it is back.
  useLayoutEffect(
    () => onConnection((now) => now === 'back' && setRound((before) => before + 1)),
    [],
  );
  return {
    data: shown?.result.data,
    error: shown?.result.error,
    // The last result stays in view while the next one is on its way: nothing jumps.
    isLoading: shown?.key !== key,
    reload: () => setRound((before) => before + 1),
  };
}

/** Without any answer: the page says so, keeps what it has, and asks again when the service is back. */
function isLost({ error }: OperationResult): boolean {
  return error?.networkError !== undefined && error.response === undefined;
}
