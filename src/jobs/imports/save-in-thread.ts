import { Worker } from 'node:worker_threads';
import type { Database } from '../../db/database.ts';
import type { NewImport, ReadFile, SavedImport } from '../../db/imports/save-import.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isOutOfMemory } from '../thread-pool.ts';
import { threadProgram } from '../thread-program.ts';
import type { FileToImport } from './read-import.ts';
import {
  type FromSaver,
  type SaverAnswer,
  type SaveTask,
  type ToSaver,
  unpackError,
} from './save-task.ts';

const maxHeapMb = 1024;

export interface Upload extends Pick<NewImport, 'id' | 'by'> {
  /** As of the import. */
  readonly name?: (() => string | undefined) | undefined;
}

/**
 * Reads a file and saves its rows in a thread, on a connection of its own: none of them pass through the
 * event loop of the requests, which only hands on the bytes.
 */
export async function saveInThread(
  database: Pick<Database, 'lendToThread'>,
  { id: importId, by, name }: Upload,
  { bytes, signal, onRow: _, ...file }: FileToImport,
  traffic: SharedArrayBuffer,
): Promise<{ readonly saved: SavedImport; readonly read: ReadFile }> {
  signal?.throwIfAborted();
  const { url: databaseUrl, keepsStatements, report } = database.lendToThread();
  const task: SaveTask = { importId, by, file, traffic, databaseUrl, keepsStatements };
  const worker = new Worker(threadProgram('save-thread', import.meta.url), {
    eval: true,
    name: 'save import',
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  const send = (message: ToSaver, transferred: ArrayBuffer[] = []) =>
    worker.postMessage(message, transferred);
  const source = bytes[Symbol.asyncIterator]();
  const feed = async () => {
    const { done, value } = await source.next();
    // A copy: the memory of a chunk is shared with others.
    const copy = done ? null : new Uint8Array(value);
    send({ bytes: copy }, copy ? [copy.buffer] : []);
  };
  let stop = () => {};
  const listenNoMore = () => signal?.removeEventListener('abort', stop);
  try {
    const answer = await new Promise<SaverAnswer>((resolve, reject) => {
      stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop);
      worker.once('error', (error) => reject(isOutOfMemory(error) ? tooMuchMemory(error) : error));
      worker.once('exit', (code) => reject(new Error(`The thread ended with code ${code}`)));
      worker.on('message', (message: FromSaver) => {
        if (message === 'next-bytes') feed().catch(reject);
        else if (message === 'name') {
          // From here on it is saved in any case: a moment later nobody could tell whether it was.
          listenNoMore();
          send({ name: name?.() });
        } else resolve(message);
      });
    });
    report(answer.statements);
    if ('failure' in answer) throw unpackError(answer.failure);
    return answer;
  } finally {
    listenNoMore();
    // With its connection; the server then rolls back what was not saved.
    void worker.terminate();
    // Bytes that were asked for may never come: nobody waits for them.
    void source.return?.().catch(() => undefined);
  }
}

function tooMuchMemory(cause: unknown): ServiceError {
  return new ServiceError(
    'PAYLOAD_TOO_LARGE',
    `Reading the file takes more than ${maxHeapMb} MB of memory. Split it, or convert it to JSON Lines.`,
    { cause },
  );
}
