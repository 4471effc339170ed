import type { ExecutionResult } from 'graphql';
import { isFinished } from '../../analyses/run-request.ts';
import type { OperationCache } from '../operations/operation-cache.ts';
import type { RunOperation } from '../operations/run-operation.ts';
import type { RequestState } from '../request-state.ts';
import { pageFragment, paging } from '../rest/paging.ts';
import type { ResponseBody, Row } from '../rest/row.ts';
import { errorOf } from '../rest/to-response.ts';
import { withoutResult } from './analysis-tools.ts';
import { rowNamed, type Tool } from './tool.ts';

const state =
  'id status progress created_at: createdAt started_at: startedAt finished_at: finishedAt';

export const progressDocument = `
  subscription WatchRun($id: ID!) { body: analysisProgress(id: $id) { ${state} } }`;

const listRow: Row = {
  ...rowNamed('listAnalyses'),
  query: paging,
  document: `
    query ListTasks($first: Int, $offset: Int, $after: String) {
      body: analyses(first: $first, offset: $offset, after: $after) {
        data: nodes { ${state} }
        page { ...Page }
      }
    } ${pageFragment}`,
};

const figures = withoutResult(rowNamed('runAnalysis')).document;

const getRow: Row = {
  ...rowNamed('getAnalysis'),
  query: {},
  document: `
    query GetTask($id: ID!) { body: analysis(id: $id) { ...Analysis } }
    ${figures.slice(figures.indexOf('fragment '))}`,
};

/** What tasks are read by; not listed among the tools. */
export const taskTools: readonly Tool[] = [
  {
    name: 'get_task',
    title: 'Get a run',
    description: 'A run with its figures.',
    row: getRow,
  },
  { name: 'list_tasks', title: 'List runs', description: 'Runs, newest first.', row: listRow },
];

const statuses: Record<string, 'working' | 'completed' | 'failed' | 'cancelled'> = {
  QUEUED: 'working',
  RUNNING: 'working',
  SUCCEEDED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
};

/** A run as the protocol's task: its id is that of the run, and any node knows it. */
export function toTask(run: ResponseBody) {
  const { id, status, progress, created_at, started_at, finished_at } = run;
  return {
    taskId: id as string,
    status: statuses[status] ?? 'working',
    // Runs are kept until they are deleted.
    ttl: null,
    createdAt: created_at as string,
    lastUpdatedAt: (finished_at ?? started_at ?? created_at) as string,
    pollInterval: 1000,
    statusMessage: `${status}, ${Math.round(100 * progress)} %`,
  };
}

export interface WatchOptions {
  readonly operations: OperationCache;
  readonly run: RunOperation;
}

/** Follows a run until it has ended or the signal is aborted; tells each percent once. */
export async function watchTask(
  { operations, run }: WatchOptions,
  id: string,
  caller: RequestState,
  signal: AbortSignal,
  onProgress: (run: ResponseBody) => Promise<void>,
): Promise<void> {
  const results = await run(operations.prepare(progressDocument), { variables: { id } }, caller);
  if (!(Symbol.asyncIterator in results)) throw errorOf(results);
  const iterator = results[Symbol.asyncIterator]();
  const leave = () => void iterator.return?.();
  signal.addEventListener('abort', leave);
  let told = '';
  try {
    while (!signal.aborted) {
      const step: IteratorResult<ExecutionResult> = await iterator.next();
      if (step.done) return;
      const error = errorOf(step.value);
      if (error) throw error;
      const { body } = step.value.data as { body: ResponseBody };
      // A client that does not read must not pile them up.
      const news = `${body.status} ${Math.floor(100 * body.progress)}`;
      if (news !== told) await onProgress(body);
      told = news;
      if (isFinished(body.status)) return;
    }
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}
