import type { DocumentNode } from 'graphql';
import { print } from 'graphql/language/printer.js';
import type { Problem } from './api-types.ts';
import { readEvents } from './event-stream.ts';
import { pause } from './retry.ts';

/** A document whose types are known, as gql.tada and graphql-codegen make them; or its text. */
export type TypedDocument<Data, Variables> =
  | {
      readonly __apiType?: (variables: Variables) => Data;
    }
  | string;

export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: Problem['code']; readonly errors?: Problem['errors'] };
}

export type GraphqlResult<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly errors: readonly GraphqlError[]; readonly data?: Data | null };

/** The errors of an operation that could not run. */
export class GraphqlFailure extends Error {
  readonly errors: readonly GraphqlError[];

  constructor(errors: readonly GraphqlError[]) {
    super(errors[0]?.message ?? 'The operation failed.');
    this.name = 'GraphqlFailure';
    this.errors = errors;
  }
}

export interface SubscribeOptions {
  readonly signal?: AbortSignal;
  /** Continues after this event. */
  readonly lastEventId?: string;
}

export interface SubscriptionEvent<Data> {
  readonly data: Data;
  /** Where to continue, also after this program has ended. */
  readonly id: string | undefined;
}

/** The text of a document. */
export function textOf(document: object | string): string {
  if (typeof document === 'string') return document;
  const { kind } = document as { readonly kind?: unknown };
  return kind === 'Document' ? print(document as DocumentNode) : String(document);
}

export async function readResult<Data>(response: Response): Promise<GraphqlResult<Data>> {
  const { data, errors } = await response.json();
  return errors ? { ok: false, errors, data } : { ok: true, data };
}

/**
 * The events of a subscription. When the connection is lost, or the service restarts, it is opened again and
 * continues after the last event that arrived, so that none is missed.
 */
export async function* resume<Data>(
  open: (lastEventId: string | undefined) => Promise<Response>,
  { signal, lastEventId: first }: SubscribeOptions,
): AsyncGenerator<SubscriptionEvent<Data>> {
  let lastEventId = first;
  for (let failures = 0; ; failures += 1) {
    try {
      const response = await open(lastEventId);
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        const result = await readResult<Data>(response);
        throw new GraphqlFailure(result.ok ? [] : result.errors);
      }
      for await (const { event, data, id } of readEvents(response.body as ReadableStream)) {
        if (event === 'complete') return;
        if (event !== 'next') continue;
        failures = 0;
        const result = JSON.parse(data);
        if (!result.data) throw new GraphqlFailure(result.errors ?? []);
        lastEventId = id ?? lastEventId;
        yield { data: result.data, id: lastEventId };
      }
    } catch (error) {
      if (error instanceof GraphqlFailure || signal?.aborted) throw error;
    }
    await pause(Math.min(250 * 2 ** failures, 10_000) * (0.5 + Math.random()), signal);
  }
}
