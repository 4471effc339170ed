import type { TypedDocumentNode } from '@urql/core';
import { useState } from 'preact/hooks';
import { client } from './client.ts';

/** Sends a mutation and keeps what went wrong; `run` resolves to nothing then. */
export function useMutation<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
) {
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const run = async (variables: Variables): Promise<Data | undefined> => {
    setBusy(true);
    const { data, error } = await client.mutation(document, variables);
    setBusy(false);
    setFailure(error);
    return error ? undefined : data;
  };
  return { run, isBusy, failure };
}
