import type { Auth } from '../../auth/auth.ts';
import type { Handler } from '../exchange.ts';
import { problemResponse, validationProblem } from '../problem.ts';
import { respondUnlessRead } from '../read-only-path.ts';
import { admitRequest, type RequestGate } from '../request-gate.ts';
import type { RequestState } from '../request-state.ts';
import { documents, type RestDocument } from './documents.ts';
import { readQuery } from './read-query.ts';
import { withoutVersion } from './router.ts';
import { cacheableResponse, requireJsonAccepted } from './to-response.ts';

/** Finds the document at a path; these have no GraphQL operation. */
export function createDocuments(
  auth: Auth,
  gate: RequestGate,
): (path: string) => Handler<RequestState> | undefined {
  const serve =
    (document: RestDocument): Handler<RequestState> =>
    async (request, state) => {
      const refusal = respondUnlessRead(request.method);
      if (refusal) return refusal;
      requireJsonAccepted(request);
      state.operation = document.name;
      await admitRequest(gate, request, state, async () => undefined);
      const { faults } = readQuery({}, new URLSearchParams(request.search));
      if (faults.length > 0) {
        const problem = validationProblem('BAD_REQUEST', faults);
        const context = { requestId: state.requestId, instance: request.path };
        return problemResponse(problem.error, context, problem.faults);
      }
      return cacheableResponse(JSON.stringify(await document.read(auth)), request);
    };
  const handlers = new Map(documents.map((document) => [document.path, serve(document)]));
  return (path) => handlers.get(withoutVersion(path));
}
