import * as z from 'zod';
import { cancelStatementsWith } from '../db/statement-scope.ts';
import { Cancellation } from '../domain/cancellation.ts';
import type { Tracer } from '../domain/span.ts';
import { packTrace, unpackTrace } from '../domain/trace-context.ts';
import type { Log } from '../log.ts';
import type { JobOrigin } from './job-definition.ts';

const stored = z.object({
  origin: z.object({ requestId: z.string().optional(), trace: z.string().optional() }),
});

/** What a job keeps of the request that asked for it, beside its payload. */
export function packOrigin(origin: JobOrigin | undefined): object {
  if (!origin?.requestId && !origin?.trace) return {};
  const { requestId, trace } = origin;
  return { origin: { requestId, ...(trace && { trace: packTrace(trace) }) } };
}

interface OriginOptions {
  readonly name: string;
  readonly jobId: string;
  /** Of the job, as it was stored. */
  readonly data: unknown;
  readonly tracer: Tracer | undefined;
  readonly log: Log;
}

/** Does the work of a job as part of the trace of its request; its statements are logged with both. */
export async function continueOrigin<T>(
  { name, jobId, data, tracer, log }: OriginOptions,
  work: () => Promise<T>,
): Promise<T> {
  const { requestId, trace: packed } = stored.safeParse(data).data?.origin ?? {};
  const parent = unpackTrace(packed);
  const isDebug = log.isLevelEnabled('debug');
  if (!tracer && !parent && !isDebug) return work();
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.operation.type': 'process',
    'messaging.destination.name': name,
    'messaging.message.id': jobId,
    'quaestor.request.id': requestId,
  };
  const span = tracer?.start(`process ${name}`, 'consumer', { parent, attributes });
  const trace = span?.context ?? parent;
  const attributed = new Cancellation();
  Object.assign(attributed, { requestId, trace, span });
  log.debug(
    { request_id: requestId, trace_id: trace?.traceId, queue: name, id: jobId },
    'Job started',
  );
  try {
    const result = await cancelStatementsWith(attributed, work);
    span?.end();
    return result;
  } catch (error) {
    span?.end((error as Error).name);
    throw error;
  }
}
