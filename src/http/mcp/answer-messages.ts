import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { ServiceError } from '../../domain/errors.ts';
import type { HttpRequest, HttpResponse } from '../exchange.ts';
import { streamType } from '../media-type.ts';
import { clientGone } from '../request-deadline.ts';
import type { RequestState } from '../request-state.ts';
import { unlessStalled } from '../rest/download.ts';
import { createProtocol, type ProtocolOptions } from './create-server.ts';
import { withContractCode, withContractError } from './protocol-error.ts';

export type AnswerMessages = (
  messages: unknown,
  request: HttpRequest,
  state: RequestState,
) => Promise<HttpResponse>;

/** What this module looks at in a message; the SDK validates it. */
interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: {
    readonly requestId?: unknown;
    readonly _meta?: { readonly progressToken?: unknown };
  };
}

/**
 * The protocol itself is the SDK's. Nothing is kept between requests, so that any node can answer any of
 * them: each gets a server and a transport of its own.
 */
export function createMessages(options: ProtocolOptions): AnswerMessages {
  const createServer = createProtocol(options);
  /** Of calls that tell their progress, while they run: the node that runs one can cancel it. */
  const running = new Map<string, AbortController>();

  return async (messages, request, state) => {
    requireKnownRevision(request);
    const message = (messages ?? {}) as Message;
    if (message.method === 'notifications/cancelled') {
      running.get(nameOf(message.params?.requestId, request, state))?.abort();
    }
    const isStream = tellsProgress(message, request);
    const cancelling = new AbortController();
    const name = nameOf(message.id, request, state);
    if (isStream) running.set(name, cancelling);
    const server = createServer(state, { isStream, cancelled: cancelling.signal });
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !isStream,
    });
    const send = transport.send.bind(transport);
    transport.send = (message, given) =>
      send(withContractError(message, state, options.log), given);
    // The SDK's own types differ in what may be undefined.
    await server.connect(transport as Transport);
    let forget = () => {};
    const gone = new Promise<never>((_, reject) => {
      forget = request.onAbort(() => {
        reject(clientGone());
        // Ends the stream, and what is done for it.
        void server.close();
      });
    });
    gone.catch(() => undefined);
    const end = async () => {
      forget();
      if (running.get(name) === cancelling) running.delete(name);
      await server.close();
    };
    let response: Response;
    try {
      const answered = transport.handleRequest(toWebRequest(request), { parsedBody: messages });
      response = await Promise.race([answered, gone]);
      const type = response.headers.get('content-type');
      if (type !== streamType) {
        const body = await response.text();
        await end();
        const headers = {
          ...(type && { 'content-type': type, 'cache-control': 'no-store' }),
          // Names the client's calls when it cancels one; nothing is kept under it.
          ...(message.method === 'initialize' && { 'mcp-session-id': randomUUID() }),
        };
        const { status } = response;
        const answer = { status, headers, body: body === '' ? null : body };
        return withContractCode(answer, state.requestId);
      }
    } catch (error) {
      await end();
      throw error;
    }
    const headers = { 'content-type': streamType, 'cache-control': 'no-store' };
    return { status: 200, headers, body: unlessStalled(readAll(response, end)) };
  };
}

/** Ids of requests are the client's own: two clients of one caller have the same. */
function nameOf(id: unknown, request: HttpRequest, { caller, address }: RequestState): string {
  return JSON.stringify([caller.id, address, request.header('mcp-session-id'), id ?? null]);
}

async function* readAll({ body }: Response, end: () => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body ?? []) yield chunk as Uint8Array;
  } finally {
    await end();
  }
}

/** A call with a progress token, and the result of a task, which may take long. */
function tellsProgress({ method, params }: Message, request: HttpRequest): boolean {
  if (!request.header('accept')?.includes(streamType)) return false;
  return (
    method === 'tasks/result' ||
    (method === 'tools/call' && params?._meta?.progressToken !== undefined)
  );
}

function requireKnownRevision(request: HttpRequest): void {
  const revision = request.header('mcp-protocol-version');
  if (revision === null || SUPPORTED_PROTOCOL_VERSIONS.includes(revision)) return;
  const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
  const shown = JSON.stringify(revision.slice(0, 40));
  throw new ServiceError(
    'BAD_REQUEST',
    `Unsupported protocol version ${shown} in MCP-Protocol-Version; supported: ${known}.`,
  );
}

/** What the transport looks at; the body is given to it parsed. */
function toWebRequest(request: HttpRequest): Request {
  const revision = request.header('mcp-protocol-version');
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // The route has found that JSON is accepted; streams are for those who accept them.
      accept: `application/json, ${streamType}`,
      ...(revision !== null && { 'mcp-protocol-version': revision }),
    },
  });
}
