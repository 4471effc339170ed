import { Worker } from 'node:worker_threads';
import type { ReadFile } from '../../db/imports/save-import.ts';
import type { StagedText } from '../../db/imports/stage-rows.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isOutOfMemory } from '../thread-pool.ts';
import { threadProgram } from '../thread-program.ts';
import type { FileToImport } from './read-import.ts';
import type { FromReader, ReadTask, ToReader } from './read-task.ts';
import type { Reading } from './reading.ts';

const maxHeapMb = 1024;

/** Reads a file in a thread of its own, from which only text for the database comes back. */
export function readInThread(
  importId: string,
  file: FileToImport,
  traffic: SharedArrayBuffer,
): Reading {
  let read: ReadFile | undefined;
  return {
    // The thread starts with the first text that is asked for.
    texts: (async function* () {
      yield* openThread(importId, file, traffic, (end) => {
        read = end;
      });
    })(),
    finish() {
      if (!read) throw new Error('The file has not been read');
      return read;
    },
  };
}

function openThread(
  importId: string,
  { bytes, signal, onRow: _, ...file }: FileToImport,
  traffic: SharedArrayBuffer,
  onEnd: (read: ReadFile) => void,
): ReadableStream<StagedText> {
  const task: ReadTask = { importId, file, traffic };
  const worker = new Worker(threadProgram('read-thread', import.meta.url), {
    eval: true,
    name: 'read import',
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  const send = (message: ToReader, transferred: ArrayBuffer[] = []) =>
    worker.postMessage(message, transferred);
  const source = bytes[Symbol.asyncIterator]();
  const feed = async () => {
    const { done, value } = await source.next();
    // A copy: the memory of a chunk is shared with others.
    const copy = done ? null : new Uint8Array(value);
    send({ bytes: copy }, copy ? [copy.buffer] : []);
  };
  let isOver = false;
  let abort = () => {};
  const end = () => {
    isOver = true;
    signal?.removeEventListener('abort', abort);
    void worker.terminate();
    // Bytes that were asked for may never come: nobody waits for them.
    void source.return?.().catch(() => undefined);
  };
  let arrived = () => {};
  return new ReadableStream<StagedText>({
    start(controller) {
      const stop = (error: unknown) => {
        if (isOver) return;
        controller.error(error);
        end();
      };
      abort = () => stop(signal?.reason);
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      worker.once('error', (error) => stop(isOutOfMemory(error) ? tooMuchMemory(error) : error));
      worker.once('exit', (code) => stop(new Error(`The thread ended with code ${code}`)));
      worker.on('message', (message: FromReader) => {
        if (isOver) return;
        if (message === 'next-bytes') return void feed().catch(stop);
        if ('text' in message) controller.enqueue(message.text);
        else {
          onEnd(message.end);
          controller.close();
          end();
        }
        arrived();
      });
    },
    // One at a time: the thread waits while the database is slower.
    pull: () =>
      new Promise<void>((resolve) => {
        arrived = resolve;
        send('next-text');
      }),
    cancel: end,
  });
}

function tooMuchMemory(cause: unknown): ServiceError {
  return new ServiceError(
    'PAYLOAD_TOO_LARGE',
    `Reading the file takes more than ${maxHeapMb} MB of memory. Split it, or convert it to JSON Lines.`,
    { cause },
  );
}
