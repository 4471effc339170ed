import {
  type Attributes,
  type Context,
  createTraceState,
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import type { Span, SpanAttributes, SpanKind, Tracer } from '../domain/span.ts';
import type { TraceContext } from '../domain/trace-context.ts';

const kinds: Readonly<Record<SpanKind, OtelSpanKind>> = {
  internal: OtelSpanKind.INTERNAL,
  server: OtelSpanKind.SERVER,
  client: OtelSpanKind.CLIENT,
  consumer: OtelSpanKind.CONSUMER,
};

/** Parents are passed, not found in an AsyncLocalStorage, which would make every promise cost more. */
export function createTracer(tracer: OtelTracer): Tracer {
  return {
    start(name, kind, { parent, attributes = {} }) {
      const context = parent ? remoteContext(parent) : ROOT_CONTEXT;
      return start(tracer, name, kind, attributes, context);
    },
  };
}

function start(
  tracer: OtelTracer,
  name: string,
  kind: SpanKind,
  attributes: SpanAttributes,
  context: Context,
  startTime?: number,
): Span {
  const options = {
    kind: kinds[kind],
    attributes: attributes as Attributes,
    ...(startTime !== undefined && { startTime }),
  };
  const span = tracer.startSpan(name, options, context);
  return {
    context: contextOf(span),
    isRecording: span.isRecording(),
    startChild: (childName, childKind, childAttributes = {}, childStart) =>
      start(
        tracer,
        childName,
        childKind,
        childAttributes,
        trace.setSpan(context, span),
        childStart,
      ),
    rename: (newName) => void span.updateName(newName),
    add: (added) => void span.setAttributes(added as Attributes),
    end(errorType, endTime) {
      if (errorType !== undefined) {
        span.setAttribute('error.type', errorType);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end(endTime);
    },
  };
}

function contextOf(span: OtelSpan): TraceContext {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
  const state = traceState?.serialize();
  return { traceId, spanId, isSampled, ...(state && { state }) };
}

function remoteContext({ traceId, spanId, isSampled, state }: TraceContext): Context {
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    isRemote: true,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    ...(state && { traceState: createTraceState(state) }),
  });
}
