import type { Auth } from '../../auth/auth.ts';
import type { Log } from '../../log.ts';
import { problemResponse, validationProblem } from '../problem.ts';
import { toServiceError } from '../public-error.ts';
import { respondUnlessRead } from '../read-only-path.ts';
import { admitRequest, chargeArrival, type RequestGate } from '../request-gate.ts';
import type { RequestState } from '../request-state.ts';
import type { ServerPlugin } from '../server-plugin.ts';
import { documents, type RestDocument } from './documents.ts';
import { readQuery } from './read-query.ts';
import { withoutVersion } from './router.ts';
import { cacheableResponse, requireJsonAccepted } from './to-response.ts';

export interface DocumentsOptions {
  readonly auth: Auth;
  readonly gate: RequestGate;
  readonly log: Log;
}

/** Serves the documents that have no GraphQL operation; limits and headers are those of any REST path. */
export function useDocuments({ auth, gate, log }: DocumentsOptions): ServerPlugin {
  const byPath = new Map(documents.map((document) => [document.path, document]));

  async function respond(
    document: RestDocument,
    request: Request,
    url: URL,
    state: RequestState,
  ): Promise<Response> {
    requireJsonAccepted(request);
    state.operation = document.name;
    await admitRequest(gate, request, state, async () => undefined);
    const { faults } = readQuery({}, url.searchParams);
    if (faults.length > 0) {
      const problem = validationProblem('BAD_REQUEST', faults);
      const context = { requestId: state.requestId, instance: url.pathname };
      return problemResponse(problem.error, context, problem.faults);
    }
    return cacheableResponse(JSON.stringify(await document.read(auth)), {}, request);
  }

  return {
    async onRequest({ request, url, serverContext, endResponse }) {
      const document = byPath.get(withoutVersion(url.pathname));
      if (!document) return;
      const state = serverContext;
      const context = { requestId: state.requestId, instance: url.pathname };
      try {
        await chargeArrival(gate, request, state);
        endResponse(
          respondUnlessRead(request.method, context) ??
            (await respond(document, request, url, state)),
        );
      } catch (thrown) {
        endResponse(problemResponse(toServiceError(thrown, state.requestId, log), context));
      }
    },
  };
}
