import type {
  CallOptions,
  Calls,
  DataOfOperation,
  InputOf,
  ItemOf,
  ListName,
  OperationName,
  Problem,
  ResultOf,
} from './api-types.ts';
import { fillPath, readResponse } from './exchange.ts';
import { operationPaths } from './generated/operations.ts';
import {
  type GraphqlResult,
  readResult,
  resume,
  type SubscribeOptions,
  type SubscriptionEvent,
  type TypedDocument,
  textOf,
} from './graphql.ts';
import { withRetries } from './retry.ts';
import { createSessionStore, type Session, sessionFrom } from './session.ts';

export type { components, operations } from './api-types.ts';
export {
  type GraphqlError,
  GraphqlFailure,
  type GraphqlResult,
  type SubscriptionEvent,
} from './graphql.ts';
export type { Session } from './session.ts';
export type { CallOptions, DataOfOperation, InputOf, ItemOf, OperationName, Problem, ResultOf };

export interface ClientOptions {
  /** Where the service is, such as https://quiz.example.org. */
  readonly url: string;
  /** An API key or access token, or a function that gives one. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>);
  /** The tokens of an earlier login. */
  readonly session?: Session;
  /** Called with new tokens, to keep them, and with undefined when the session has ended. */
  readonly onSession?: (session: Session | undefined) => void;
  /** How often a request is repeated that may succeed later; default 3. */
  readonly retries?: number;
  /** A longer Retry-After is not waited for; default 60 seconds. */
  readonly maxWaitMs?: number;
  readonly fetch?: typeof fetch;
}

export interface Client extends Calls {
  /** Logs in; later calls use the tokens, and renew them. */
  signIn(credentials: {
    email: string;
    password: string;
    /** Of the second factor, if the account has one: without it, the problem is SECOND_FACTOR_REQUIRED. */
    code?: string;
  }): Promise<ResultOf<'login'>>;
  signOut(): Promise<void>;
  /** The items of all pages of a list, read page by page. */
  items<Name extends ListName>(
    name: Name,
    input?: InputOf<Name>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<Name>>;
  /** Runs a query or mutation. */
  graphql<Data = unknown, Variables = Record<string, unknown>>(
    document: TypedDocument<Data, Variables>,
    variables?: Variables,
    options?: CallOptions,
  ): Promise<GraphqlResult<Data>>;
  /** The events of a subscription; reconnects, and continues where it was. */
  subscribe<Data = unknown, Variables = Record<string, unknown>>(
    document: TypedDocument<Data, Variables>,
    variables?: Variables,
    options?: SubscribeOptions,
  ): AsyncGenerator<SubscriptionEvent<Data>>;
}

/** The problem that a call has reported, thrown. */
export class ProblemError extends Error {
  readonly problem: Problem | undefined;

  constructor(problem: Problem | undefined, cause?: unknown) {
    super(problem?.detail ?? 'The service could not be reached.', { cause });
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

type AnyResult =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly problem?: unknown; readonly cause?: unknown };

/** The data of a call; throws its problem. */
export function unwrap<Result extends AnyResult>(
  result: Result,
): Extract<Result, { readonly ok: true }>['data'] {
  if (result.ok) return result.data as never;
  throw new ProblemError(result.problem as Problem | undefined, result.cause);
}

/** A client of the REST operations and of GraphQL. */
export function createClient(options: ClientOptions): Client {
  const { token, retries = 3, maxWaitMs = 60_000, fetch: send = fetch } = options;
  const base = options.url.replace(/\/+$/, '');
  const retrying = { retries, maxWaitMs };

  const session = createSessionStore(
    options.session,
    async (refreshToken) => {
      const body = { grant_type: 'refresh_token', refresh_token: refreshToken } as const;
      const result = await call('issueToken', { body }, {}, false);
      if (result.ok) return sessionFrom(result.data);
      return result.status === 400 || result.status === 401 ? 'refused' : 'failed';
    },
    options.onSession ?? (() => undefined),
  );

  const tokenOf = async (isRefused: boolean): Promise<string | undefined> => {
    const current = await session.renewed(isRefused);
    if (current) return current.accessToken;
    return typeof token === 'function' ? token() : token;
  };

  /** Sends with the token of the session, and once more with a new one if it was refused. */
  async function sendAuthorized(
    path: string,
    init: RequestInit & { headers: Record<string, string> },
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const attempt = async (isRefused: boolean) => {
      const given = await tokenOf(isRefused);
      const headers = given ? { authorization: `Bearer ${given}`, ...init.headers } : init.headers;
      const once = () => send(base + path, { ...init, headers, ...(signal && { signal }) });
      return withRetries(once, retrying, signal);
    };
    const response = await attempt(false);
    const canRenew = session.current()?.refreshToken || typeof token === 'function';
    if (response.status !== 401 || !canRenew) return response;
    await response.body?.cancel();
    return attempt(true);
  }

  async function call<Name extends OperationName>(
    name: Name,
    input: Readonly<Record<string, unknown>> = {},
    { headers: given = {}, signal }: CallOptions = {},
    isAuthorized = true,
  ): Promise<ResultOf<Name>> {
    const [method, template] = operationPaths[name];
    const { body, ...values } = input;
    const headers: Record<string, string> = { accept: 'application/json, */*;q=0.5', ...given };
    const isFile =
      typeof body === 'string' || body instanceof Blob || body instanceof ReadableStream;
    if (body !== undefined && !isFile) headers['content-type'] ??= 'application/json';
    // Tokens are not stored with a key, so that a repeated request would be told of a conflict.
    if (method !== 'GET' && !template.startsWith('/auth/')) {
      headers['idempotency-key'] ??= crypto.randomUUID();
    }
    const init = {
      method,
      headers,
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    };
    const path = fillPath(template, values);
    try {
      const response = isAuthorized
        ? await sendAuthorized(path, init, signal)
        : await send(base + path, { ...init, ...(signal && { signal }) });
      return (await readResponse(response)) as ResultOf<Name>;
    } catch (cause) {
      return { ok: false, status: 0, cause } as ResultOf<Name>;
    }
  }

  const postGraphql = (
    document: object | string,
    variables: unknown,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ) =>
    sendAuthorized(
      '/graphql',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: textOf(document), variables }),
      },
      signal,
    );

  const calls = Object.fromEntries(
    Object.keys(operationPaths).map((name) => [
      name,
      (input?: object, own?: CallOptions) => call(name as OperationName, { ...input }, own),
    ]),
  ) as unknown as Calls;

  return {
    ...calls,
    async signIn(credentials) {
      const result = await call('login', { body: credentials }, {}, false);
      if (result.ok) session.set(sessionFrom(result.data));
      return result;
    },
    async signOut() {
      const refresh = session.current()?.refreshToken;
      session.set(undefined);
      if (refresh) await call('revokeToken', { body: { token: refresh } }, {}, false);
    },
    async *items(name, input, own) {
      let cursor: unknown;
      do {
        const result = await call(
          name,
          { ...(input as object), ...(cursor ? { cursor } : {}) },
          own,
        );
        const { data, page } = unwrap(result as AnyResult) as Page;
        yield* data as never[];
        cursor = page.next_cursor;
      } while (cursor);
    },
    async graphql(document, variables, { headers = {}, signal } = {}) {
      const key = { 'idempotency-key': crypto.randomUUID() };
      const isChange = /^\s*mutation\b/m.test(textOf(document));
      const accept = 'application/graphql-response+json, application/json;q=0.9';
      const sent = { accept, ...(isChange && key), ...headers };
      return readResult(await postGraphql(document, variables, sent, signal));
    },
    subscribe: (document, variables, own = {}) =>
      resume((lastEventId) => {
        const headers = {
          accept: 'text/event-stream, application/json;q=0.9',
          ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
        };
        return postGraphql(document, variables, headers, own.signal);
      }, own),
  };
}

interface Page {
  readonly data: readonly unknown[];
  readonly page: { readonly next_cursor: string | null };
}
