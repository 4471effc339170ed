import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createYield } from '../traffic.ts';
import type { FromReader, ReadTask, ToReader } from './read-task.ts';
import { readHere } from './reading.ts';

// On Linux this is the priority of this thread alone: requests go first.
if (process.platform === 'linux') setPriority(10);

const { importId, file, traffic } = workerData as ReadTask;
const send = (message: FromReader, transferred: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transferred);
const bytesAsked: ((bytes: Uint8Array | null) => void)[] = [];
const textsAsked: (() => void)[] = [];
let texts = 0;

parentPort?.on('message', (message: ToReader) => {
  if (message !== 'next-text') return bytesAsked.shift()?.(message.bytes);
  texts += 1;
  textsAsked.shift()?.();
});

const { texts: rows, finish } = readHere(importId, {
  ...file,
  bytes: receive(),
  onRow: createYield(traffic),
});
const encoder = new TextEncoder();
for await (const { text, count } of rows) {
  const bytes = typeof text === 'string' ? encoder.encode(text) : text;
  if (texts === 0) await new Promise<void>((resolve) => textsAsked.push(resolve));
  texts -= 1;
  send({ text: { text: bytes, count } }, [bytes.buffer as ArrayBuffer]);
}
send({ end: finish() });
parentPort?.close();

/** The next bytes are on their way while these are read. */
async function* receive(): AsyncGenerator<Uint8Array> {
  const ask = () =>
    new Promise<Uint8Array | null>((resolve) => {
      bytesAsked.push(resolve);
      send('next-bytes');
    });
  let next = ask();
  for (;;) {
    const bytes = await next;
    if (!bytes) return;
    next = ask();
    yield bytes;
  }
}
