import { type ExecutionResult, getOperationAST } from 'graphql';
import { ServiceError } from '../domain/errors.ts';
import { quotaHeaders } from '../limits/budget.ts';
import { clientAddress } from '../limits/client-address.ts';
import type { Limits } from '../limits/limits.ts';
import { costOf } from '../schema/cost.ts';
import { describeForGraphql } from './public-error.ts';
import type { RequestState } from './request-state.ts';
import type { Operation, ServerPlugin } from './server-plugin.ts';

const maxObjects = 400;
const bytesPerPoint = 100 * 1024;

export interface Admission {
  /** Charges a request on arrival, before any work is done for it. */
  admit(state: RequestState): Promise<void>;
  /** Charges a request for the size of its body. */
  admitBody(state: RequestState, bytes: number): Promise<void>;
  readonly plugin: ServerPlugin;
}

/**
 * One budget for REST and GraphQL: a request costs a point on arrival and, once its operation is
 * known, the cost of that operation. Both are charged before any SQL runs.
 */
export function createAdmission(limits: Limits, trustedProxies: number): Admission {
  const charge = async (state: RequestState, points: number): Promise<void> => {
    state.cost = (state.cost ?? 0) + points;
    state.quota = (await limits.charge(state.caller, state.address, points)) ?? state.quota;
  };
  const chargeOperation = async (args: Operation) => {
    const { schema, document, operationName, variableValues } = args;
    const { state } = args.contextValue;
    state.operation ??= `graphql ${getOperationAST(document, operationName)?.operation ?? ''}`;
    try {
      const cost = costOf(schema, document, operationName, variableValues ?? {});
      if (cost.objects > maxObjects) throw tooComplex(cost.objects);
      // The first point was charged on arrival.
      if (cost.points > 1) await charge(state, cost.points - 1);
      return undefined;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { errors: [describeForGraphql(error)] };
    }
  };
  return {
    admit: (state) => charge(state, 1),
    async admitBody(state, bytes) {
      const points = Math.floor(bytes / bytesPerPoint);
      if (points > 0) await charge(state, points);
    },
    plugin: {
      onRequest({ request, serverContext: state }) {
        const forwarded = request.headers.get('x-forwarded-for');
        state.address = clientAddress(state.req?.socket.remoteAddress, forwarded, trustedProxies);
      },
      async onExecute({ args, setResultAndStopExecution }) {
        const rejection = await chargeOperation(args);
        if (rejection) {
          setResultAndStopExecution(rejection);
          return undefined;
        }
        const { state, params } = args.contextValue;
        if (params?.extensions?.cost !== true) return undefined;
        return {
          onExecuteDone({ result, setResult }) {
            const done = result as ExecutionResult;
            setResult({ ...done, extensions: { ...done.extensions, cost: state.cost } });
          },
        };
      },
      async onSubscribe({ args, setResultAndStopExecution }) {
        const rejection = await chargeOperation(args);
        if (rejection) setResultAndStopExecution(rejection);
      },
      onResponse({ response, serverContext }) {
        const { quota } = serverContext;
        if (!quota || response.headers.has('RateLimit')) return;
        for (const [name, value] of Object.entries(quotaHeaders(quota))) {
          response.headers.set(name, value);
        }
      },
    },
  };
}

function tooComplex(objects: number): ServiceError {
  return new ServiceError(
    'QUERY_TOO_COMPLEX',
    `The query selects up to ${objects.toLocaleString('en')} objects; the limit is ${maxObjects}. Request smaller pages.`,
  );
}
