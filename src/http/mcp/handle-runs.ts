import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CancelTaskRequestSchema,
  GetTaskPayloadRequestSchema,
  GetTaskRequestSchema,
  ListTasksRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { ResponseBody } from '../rest/row.ts';
import type { ToolResult } from './call-tool.ts';
import { toProtocolError } from './mcp-error.ts';
import type { CallTool } from './resources.ts';
import { toTask } from './run-tasks.ts';

export interface RunHandling {
  readonly call: CallTool;
  /** Follows a run until it has ended or the signal is aborted. */
  watch(
    id: string,
    signal: AbortSignal,
    onProgress: (run: ResponseBody) => Promise<void>,
  ): Promise<void>;
}

/** The protocol's tasks are runs of analyses. */
export function handleTasks(server: Server, { call, watch }: RunHandling): void {
  server.setRequestHandler(GetTaskRequestSchema, async ({ params }) =>
    toTask(storedIn(await call('get_task', { id: params.taskId }))),
  );
  server.setRequestHandler(ListTasksRequestSchema, async ({ params }) => {
    const cursor = params?.cursor;
    const { data, page } = storedIn(await call('list_tasks', cursor ? { cursor } : {}));
    const next = page.next_cursor;
    return { tasks: data.map(toTask), ...(next && { nextCursor: next }) };
  });
  server.setRequestHandler(CancelTaskRequestSchema, async ({ params }) =>
    toTask(storedIn(await call('cancel_analysis', { id: params.taskId }))),
  );
  server.setRequestHandler(GetTaskPayloadRequestSchema, async ({ params }, { signal }) => {
    const { taskId } = params;
    storedIn(await call('get_task', { id: taskId }));
    await watch(taskId, signal, async () => undefined);
    const result = await call('get_task', { id: taskId });
    return { ...result, _meta: { 'io.modelcontextprotocol/related-task': { taskId } } };
  });
}

/** Begins a run as a task. */
export async function beginTask(
  call: CallTool,
  given: Readonly<Record<string, unknown>>,
): Promise<{ task: ReturnType<typeof toTask> }> {
  return { task: toTask(storedIn(await call('run_analysis', { ...given, wait: 0 }))) };
}

export interface Following {
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  /** Aborted when the client cancels its request. */
  readonly cancelled: AbortSignal;
  notify(progress: { progress: number; total: number; message: string }): Promise<void>;
}

/** Runs an analysis and tells its progress; who cancels the request cancels the run. */
export async function runWithProgress(
  { call, watch }: RunHandling,
  given: Readonly<Record<string, unknown>>,
  { signal, cancelled, notify }: Following,
): Promise<ToolResult> {
  const begun = await call('run_analysis', { ...given, wait: 0 });
  if (begun.isError) return begun;
  const { id } = storedIn(begun);
  await watch(id, AbortSignal.any([signal, cancelled]), ({ progress, status }) =>
    notify({ progress, total: 1, message: status }),
  );
  if (cancelled.aborted) await call('cancel_analysis', { id });
  return call('get_task', { id });
}

function storedIn(result: ToolResult): ResponseBody {
  if (result.isError) throw toProtocolError(result.structuredContent.error);
  return result.structuredContent.stored;
}
