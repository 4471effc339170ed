import { expect, it } from 'vitest';
import { formatEvent, toServerSentEvents } from '../../src/http/server-sent-events.ts';

it('takes a result only when the client has read the one before, and ends with its client', async () => {
  let taken = 0;
  let isOver = false;
  async function* produce() {
    try {
      for (;;) {
        taken += 1;
        yield { data: { taken } };
      }
    } finally {
      isOver = true;
    }
  }
  const shutdown = new AbortController().signal;
  const position = () => String(taken);
  const events = toServerSentEvents(produce(), { shutdown, position });
  expect([(await events.next()).value, taken]).toEqual([':\n\n', 0]);
  const event = 'id: 1\nevent: next\ndata: {"data":{"taken":1}}\n\n';
  expect([(await events.next()).value, taken]).toEqual([event, 1]);
  await events.next();
  expect(taken).toBe(2);
  await events.return?.();
  expect([isOver, (await events.next()).done]).toEqual([true, true]);
});

it('completes a stream that is over, but asks its client to come back when the service stops', async () => {
  async function* produce() {}
  const stopping = new AbortController();
  const position = () => undefined;
  const lastOf = async () => {
    const events = toServerSentEvents(produce(), { shutdown: stopping.signal, position });
    const chunks = [];
    for await (const chunk of events) chunks.push(chunk);
    return chunks.at(-1);
  };
  expect(await lastOf()).toBe(formatEvent('complete'));
  stopping.abort();
  expect(await lastOf()).toBe('retry: 1000\n\n');
});
