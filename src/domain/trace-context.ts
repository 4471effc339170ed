/** Where some work belongs in a distributed trace, as W3C Trace Context says it. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
  /** What other systems have added, passed on as it is. */
  readonly state?: string | undefined;
}

/** Later versions may append fields; version ff is never valid. */
const pattern =
  /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Longer ones may be dropped, by the standard. */
const maxStateLength = 512;
const statePattern = /^[\x20-\x7e]+$/;

/** Undefined if the header is missing or malformed: the trace then begins here. */
export function readTraceContext(
  parent: string | null | undefined,
  state?: string | null,
): TraceContext | undefined {
  if (!parent || parent.length > maxStateLength) return undefined;
  const [, version, traceId, spanId, flags, rest] = pattern.exec(parent) ?? [];
  if (!traceId || !spanId || !flags || (version === '00' && rest)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1;
  const isKept = state && state.length <= maxStateLength && statePattern.test(state);
  return { traceId, spanId, isSampled, ...(isKept && { state }) };
}

/** The value of the header traceparent. */
export function printTraceParent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** As one text, for what is stored with a job or an event. */
export function packTrace(trace: TraceContext): string {
  return trace.state ? `${printTraceParent(trace)} ${trace.state}` : printTraceParent(trace);
}

export function unpackTrace(packed: string | null | undefined): TraceContext | undefined {
  if (!packed) return undefined;
  const [parent] = packed.split(' ', 1);
  return readTraceContext(parent, packed.slice((parent?.length ?? 0) + 1));
}

/** The headers that pass a trace on. */
export function traceHeaders(trace: TraceContext): Record<string, string> {
  return {
    traceparent: printTraceParent(trace),
    ...(trace.state && { tracestate: trace.state }),
  };
}
