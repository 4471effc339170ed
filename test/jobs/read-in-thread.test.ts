import { expect, it } from 'vitest';
import { defaultPolicy } from '../../src/formats/import-options.ts';
import { readInThread } from '../../src/jobs/imports/read-in-thread.ts';
import { type Reading, readHere } from '../../src/jobs/imports/reading.ts';
import { countTraffic } from '../../src/jobs/traffic.ts';

const importId = '0199d3a2-0000-7000-8000-000000000000';
const traffic = countTraffic().shared;
const lines = Array.from({ length: 3000 }, (_, n) => {
  const id = `0199d3a2-0000-7000-8000-${String(n).padStart(12, '0')}`;
  return `${id},Which is number ${n}?,"It, too",Science,${n === 2500 ? 7 : n % 3}\n`;
});
const content = Buffer.from(`id,question,answer,category,level\n${lines.join('')}`);

/** A file in chunks that end anywhere; `then` is what comes after them. */
const fileOf = (then: () => Promise<void> = async () => undefined) => ({
  bytes: (async function* () {
    for (let at = 0; at < content.length; at += 10_007) yield content.subarray(at, at + 10_007);
    await then();
  })(),
  mapping: {},
  defaults: { source: 'a book' },
  policy: { ...defaultPolicy, onError: 'skip' as const },
});
const textOf = async ({ texts }: Reading) => {
  const all: string[] = [];
  for await (const { text } of texts) all.push(Buffer.from(text).toString());
  return all.join('');
};

it('gives the rows and the report that reading in the same thread gives', async () => {
  const [here, there] = [readHere(importId, fileOf()), readInThread(importId, fileOf(), traffic)];
  const [expected, read] = [await textOf(here), await textOf(there)];
  expect(expected.split('\n')).toHaveLength(3000);
  expect(read).toBe(expected);
  expect(there.finish()).toEqual(here.finish());
  expect(there.finish()).toMatchObject({ format: 'csv', report: { read: 3000, failed: 1 } });
});

it('ends with what ended the file, with its signal, and with its reader', async () => {
  const gone = new Error('The client has left');
  const leaving = fileOf(() => Promise.reject(gone));
  await expect(textOf(readInThread(importId, leaving, traffic))).rejects.toBe(gone);

  const stopping = new AbortController();
  const endless = fileOf(() => {
    stopping.abort(new Error('Out of time'));
    return new Promise(() => {});
  });
  const stopped = readInThread(importId, { ...endless, signal: stopping.signal }, traffic);
  await expect(textOf(stopped)).rejects.toThrow('Out of time');

  let isReturned = false;
  const { bytes, ...rest } = fileOf();
  const watched = (async function* () {
    try {
      yield* bytes;
    } finally {
      isReturned = true;
    }
  })();
  for await (const { count } of readInThread(importId, { ...rest, bytes: watched }, traffic)
    .texts) {
    expect(count).toBeGreaterThan(0);
    break;
  }
  await expect.poll(() => isReturned).toBe(true);
});
