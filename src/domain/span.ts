import type { TraceContext } from './trace-context.ts';

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

/** Named by the semantic conventions of OpenTelemetry. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

/** A step of a trace; there is none where traces are not exported. */
export interface Span {
  /** What is passed on to whoever continues the trace. */
  readonly context: TraceContext;
  /** False if the trace was not sampled: nobody will see what is added to it. */
  readonly isRecording: boolean;
  /** With a start in milliseconds since 1970 if it began before. */
  startChild(name: string, kind: SpanKind, attributes?: SpanAttributes, start?: number): Span;
  rename(name: string): void;
  add(attributes: SpanAttributes): void;
  /** With the type of the error if it has failed: a class, a code or a status, never a value. */
  end(errorType?: string, end?: number): void;
}

export interface Tracer {
  /** Without a parent, a trace of its own. */
  start(
    name: string,
    kind: SpanKind,
    options: { readonly parent?: TraceContext | undefined; readonly attributes?: SpanAttributes },
  ): Span;
}
