import { setPriority } from 'node:os';
import type pg from 'pg';
import { AnalysisFailure, assertQuestionCount } from '../analyses/analysis-failure.ts';
import {
  AnalysisCancelled,
  type AnalysisControl,
  type AnalysisType,
  type BundledModel,
  type Matcher,
} from '../analyses/analysis-type.ts';
import type { AnalysisResult } from '../analyses/envelope.ts';
import { findAnalysisType } from '../analyses/registry.ts';
import { openCaughtUp } from '../db/caught-up-replica.ts';
import { createConnection, noteTrace } from '../db/connection.ts';
import { isTransactionConflict, isUnavailable } from '../db/database-error.ts';
import { openSnapshot } from '../db/question-snapshot.ts';
import { saveResult } from '../db/save-result.ts';
import { keepStatements, type PastStatement } from '../db/statement-log.ts';
import { runAtOnce } from '../domain/rules.ts';
import { createEmbedder, createMatcher, type Embedder } from './embeddings.ts';
import { watchMemory } from './memory-watch.ts';
import {
  progressSteps,
  slots,
  type ThreadAnswer,
  type ThreadOutcome,
  type ThreadTask,
} from './thread-task.ts';
import { createYield } from './traffic.ts';

// On Linux this is the priority of this thread alone: requests go first.
if (process.platform === 'linux') setPriority(19);

/** A run that can do without vectors does not wait minutes for an endpoint. */
const optionalRetries = { attempts: 2, timeout: 20_000, maxWaitSeconds: 5000 };

/** Executes a run on a connection of its own: none of its rows pass through the API's event loop. */
export async function analyze(task: ThreadTask): Promise<ThreadAnswer> {
  const statements: PastStatement[] = [];
  return { outcome: await attempt(task, statements), statements };
}

async function attempt(task: ThreadTask, statements: PastStatement[]): Promise<ThreadOutcome> {
  const type = findAnalysisType(task.analysisType);
  if (!type)
    return failed(
      'unknown_type',
      `This worker does not support the analysis type ${task.analysisType}. Update it.`,
    );
  try {
    return await run(type, task, statements).catch((error) => {
      // A replica ends statements that are in the way of what it has to replay.
      if (!task.replicaUrl || !isTransactionConflict(error)) throw error;
      return run(type, { ...task, replicaUrl: undefined }, statements);
    });
  } catch (error) {
    if (error instanceof AnalysisCancelled) return { state: 'stopped' };
    if (error instanceof AnalysisFailure) return failed(error.code, error.message);
    // Decided here: an error loses its code when it leaves the thread.
    if (isUnavailable(error)) return { state: 'disconnected', reason: String(error) };
    throw error;
  }
}

async function run(
  type: AnalysisType,
  task: ThreadTask,
  statements: PastStatement[],
): Promise<ThreadOutcome> {
  const state = new Int32Array(task.shared);
  const client = await connect(task, statements);
  const reader = (task.replicaUrl && (await openCaughtUp(task.replicaUrl, client))) || client;
  if (reader !== client && task.keepsStatements) keepStatements(reader, statements);
  let cache: Promise<pg.Client> | undefined;
  try {
    const memory = watchMemory(task.memoryLimit);
    const snapshot = await openSnapshot(reader, task);
    memory.check();
    assertQuestionCount(type, snapshot.total);
    const needed = snapshot.total * (type.bytesPerQuestion ?? 0);
    if (needed > task.memoryLimit) throw tooMuchMemory(snapshot.total, needed);
    const yieldToRequests = task.traffic && createYield(task.traffic);
    const signal = {
      get aborted() {
        memory.check();
        yieldToRequests?.();
        return Atomics.load(state, slots.stop) !== 0;
      },
    };
    // Embeddings are cached at once, outside the snapshot's transaction.
    const openCache = () => {
      cache ??= connect(task, statements);
      return cache;
    };
    const embedBy = (bundledModel: BundledModel | undefined): Embedder => {
      let embedder: Embedder | undefined;
      return async (texts) => {
        const client = await openCache();
        const retries = type.embeddings === 'needs' ? {} : optionalRetries;
        embedder ??= createEmbedder({ ...task.embeddings, bundledModel, client, signal, retries });
        return embedder(texts);
      };
    };
    let matcher: Matcher | undefined;
    const match: Matcher = async (pairs) => {
      matcher ??= createMatcher({ client: await openCache(), signal });
      return matcher(pairs);
    };
    const isBundled = !('url' in task.embeddings);
    const control: AnalysisControl = {
      total: snapshot.total,
      progress: (share) => void Atomics.store(state, slots.progress, share * progressSteps),
      signal,
      ...(type.embeddings && { embed: embedBy(type.bundledModel) }),
      ...(isBundled && type.secondModel && { embedSecond: embedBy(type.secondModel) }),
      ...(isBundled && type.comparesQuestions && { match }),
      bank: () => snapshot.readBank(),
      responses: (filter) => snapshot.readResponses(filter),
    };
    // An older version may have saved the run with fewer parameters.
    const parameters = type.parameters.parse(snapshot.parameters);
    const result = await type.run(snapshot.readChosen(), parameters, control);
    const read = snapshot.used().ids.length;
    if (type.relatedQuestionIds) await snapshot.alsoUse(type.relatedQuestionIds(result));
    await snapshot.close();
    const isSaved = await saveResult(client, task, withMissing(result, task, read), {
      ...snapshot.used(),
      questionCount: read,
      engineVersion: type.engineVersion,
      parameters: type.echo ? runAtOnce(type.echo(parameters)) : parameters,
    });
    return { state: isSaved ? 'saved' : 'dropped' };
  } finally {
    await Promise.all([
      client.end(),
      reader === client ? undefined : reader.end(),
      cache?.then((each) => each.end()),
    ]);
  }
}

async function connect(
  { databaseUrl, trace, keepsStatements }: ThreadTask,
  statements: PastStatement[],
): Promise<pg.Client> {
  const client = createConnection(databaseUrl, 'quaestor analysis');
  await client.connect();
  if (keepsStatements) keepStatements(client, statements);
  if (trace) await noteTrace(client, trace);
  return client;
}

/** Questions may be deleted between the request and the run. */
function withMissing(
  result: AnalysisResult,
  { requestedCount }: ThreadTask,
  read: number,
): AnalysisResult {
  const missing = requestedCount === null ? 0 : requestedCount - read;
  if (missing === 0) return result;
  const detail = `${missing} of the ${requestedCount} requested questions were deleted before the run started.`;
  return { ...result, warnings: [...result.warnings, { code: 'questions_gone', detail }] };
}

function failed(code: string, detail: string): ThreadOutcome {
  return { state: 'failed', error: { code, detail } };
}

function tooMuchMemory(total: number, bytes: number): AnalysisFailure {
  const megabytes = Math.ceil(bytes / 2 ** 20).toLocaleString('en');
  return new AnalysisFailure(
    'memory_limit',
    `${total.toLocaleString('en')} questions need about ${megabytes} MB, more than ANALYSIS_MEMORY allows. Choose fewer questions.`,
  );
}
