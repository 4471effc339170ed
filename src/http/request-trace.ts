import { cancelStatementsWith } from '../db/statement-scope.ts';
import { Cancellation } from '../domain/cancellation.ts';
import type { Tracer } from '../domain/span.ts';
import { readTraceContext } from '../domain/trace-context.ts';
import type { Log } from '../log.ts';
import type { RequestState } from './request-state.ts';
import { rows } from './rest/rows.ts';

export interface RequestTrace {
  /** Continues the trace of the client, if it names one. */
  begin(state: RequestState): void;
  /** Does the work of the request such that the log and the trace know whose its statements are. */
  attribute<T>(state: RequestState, work: () => Promise<T>): Promise<T>;
  end(state: RequestState, status: number): void;
}

/** Asked for every few seconds, by machines. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);
const fixedRoutes = new Set(['/graphql', '/graphql/stream', '/mcp', '/metrics']);
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']);

export function createRequestTrace(
  tracer: Tracer | undefined,
  issuer: () => string,
  log: Log,
): RequestTrace {
  const paths = new Map(rows.map(({ name, path }) => [name, path]));
  const isDebug = log.isLevelEnabled('debug');

  return {
    begin(state) {
      const { request, requestId } = state;
      const parent = request.header('traceparent');
      if (parent) state.trace = readTraceContext(parent, request.header('tracestate'));
      if (!tracer || probes.has(request.path)) return;
      const method = methods.has(request.method) ? request.method : '_OTHER';
      state.span = tracer.start(method, 'server', {
        parent: state.trace,
        attributes: {
          'http.request.method': method,
          'http.request.method_original': method === '_OTHER' ? request.method : undefined,
          'url.path': request.path,
          'url.scheme': issuer().startsWith('https:') ? 'https' : 'http',
          'user_agent.original': request.header('user-agent') ?? undefined,
          'quaestor.request.id': requestId,
        },
      });
      state.trace = state.span.context;
    },
    attribute(state, work) {
      if (!isDebug && !state.span?.isRecording) return work();
      const attributed = new Cancellation();
      const { requestId, trace, span } = state;
      return cancelStatementsWith(Object.assign(attributed, { requestId, trace, span }), work);
    },
    end({ span, operation = '', request }, status) {
      if (!span) return;
      const { path, method } = request;
      const route = paths.get(operation) ?? (fixedRoutes.has(path) ? path : undefined);
      if (route) span.rename(`${method} ${route}`);
      span.add({ 'http.route': route, 'http.response.status_code': status });
      span.end(status >= 500 ? String(status) : undefined);
    },
  };
}
