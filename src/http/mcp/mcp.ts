import type { Auth } from '../../auth/auth.ts';
import { requireAccess } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Cors } from '../cors.ts';
import { emptyResponse, type HttpRequest } from '../exchange.ts';
import { accepts } from '../media-type.ts';
import { parseBody, readRawBody } from '../read-body.ts';
import { admitRequest, type RequestGate } from '../request-gate.ts';
import type { RequestState } from '../request-state.ts';
import type { Route } from '../route.ts';
import type { AnswerMessages } from './answer-messages.ts';
import type { ProtocolOptions } from './create-server.ts';
import { protocolErrorResponse } from './protocol-error.ts';

export interface McpOptions extends ProtocolOptions {
  readonly bodyLimit: number;
  readonly gate: RequestGate;
  readonly cors: Cors;
  readonly auth: Auth;
}

const methods = 'POST, OPTIONS';

/** /mcp: the Model Context Protocol over streamable HTTP, without sessions. */
export function createMcpRoute(options: McpOptions): Route {
  const { bodyLimit, gate, cors, auth } = options;
  let loaded: Promise<AnswerMessages> | undefined;
  const load = (): Promise<AnswerMessages> => {
    // Imported when it is first needed: most services never need the SDK.
    loaded ??= import('./answer-messages.ts').then(({ createMessages }) => createMessages(options));
    return loaded;
  };

  /** A page of another site must not reach a service on its visitor's machine. */
  function requireKnownOrigin(request: HttpRequest): void {
    const origin = request.header('origin');
    if (origin === null || origin === new URL(auth.issuer()).origin) return;
    if (cors.isAllowedOrigin(origin)) return;
    throw new ServiceError(
      'FORBIDDEN',
      'Pages of this origin may not call the service. CORS_ORIGINS lists those that may.',
    );
  }

  return {
    async respond(request, state) {
      state.operation = 'mcp';
      if (request.method === 'OPTIONS') return emptyResponse(204, { allow: methods });
      requireSupported(request);
      requireKnownOrigin(request);
      const raw = await admitRequest(gate, request, state, () => readRawBody(request, bodyLimit));
      requireAnyScope(state);
      const messages = await parseBody(raw);
      if (Array.isArray(messages)) {
        if (messages.length === 0) throw new ServiceError('BAD_REQUEST', 'The batch is empty.');
        // The first message was charged on arrival.
        for (const _ of messages.slice(1)) await gate.admission.admit(state);
      }
      const answer = await load();
      return answer(messages, request, state);
    },
    describe: (error, state) =>
      protocolErrorResponse(
        error,
        state,
        `${auth.issuer()}/.well-known/oauth-protected-resource/mcp`,
      ),
  };
}

function requireSupported(request: HttpRequest): void {
  if (request.method !== 'POST') {
    throw new ServiceError(
      'METHOD_NOT_ALLOWED',
      `Allowed methods: ${methods}. There are no sessions and no stream of their own.`,
      { headers: { Allow: methods } },
    );
  }
  if (accepts(request.header('accept'), ['application/json'])) return;
  throw new ServiceError(
    'NOT_ACCEPTABLE',
    'Responses are application/json or text/event-stream; the Accept header must allow both.',
  );
}

/** Who may do nothing is asked for a credential, so that clients ask their user for one. */
function requireAnyScope({ caller }: RequestState): void {
  if (caller.scopes.size === 0) requireAccess(caller, 'questions:read');
}
