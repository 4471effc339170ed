import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { createListener } from '../../src/http/listener.ts';

const count = { underWay: 0, begun: 0, minUnderWay: 0 };
beforeEach(() => void Object.assign(count, { underWay: 0, begun: 0, minUnderWay: 0 }));

/** Requests for /slow wait until a test releases them. */
const slow = new EventEmitter();
const release = () => slow.emit('release');
/** A request is counted when it has arrived, and begins later. */
const isHeld = () => slow.listenerCount('release') > 0;
afterEach(() => void release());

const traffic = {
  begin() {
    count.begun += 1;
    count.underWay += 1;
  },
  end() {
    count.underWay -= 1;
    count.minUnderWay = Math.min(count.minUnderWay, count.underWay);
  },
};
const listener = createListener(
  (request, response) => async () => {
    // Like the service: the body is read before the response.
    try {
      for await (const _ of request);
    } catch {
      // The client has disconnected.
      return;
    }
    if (request.url === '/slow') await once(slow, 'release');
    response.end('ok');
  },
  { traffic },
);
const { port } = await listener.listen(0, '127.0.0.1');
afterAll(() => listener.drain());

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function send(bytes: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

async function expectNobody(begun: number): Promise<void> {
  await expect.poll(() => count).toEqual({ underWay: 0, begun, minUnderWay: 0 });
}

it('counts a request while it is answered', async () => {
  const answer = fetch(`http://127.0.0.1:${port}/slow`);
  await expect.poll(isHeld, { interval: 5 }).toBe(true);
  expect(count.underWay).toBe(1);
  release();
  expect((await answer).status).toBe(200);
  await expectNobody(1);
});

it.each([
  ['one', request('/slow'), 1],
  ['several sent at once', request('/slow') + request('/a') + request('//') + request('/b'), 4],
  [
    'one of which the half is missing',
    `${request('/a').trim()}\r\nContent-Length: 9\r\n\r\nhalf`,
    1,
  ],
])('forgets those who leave: %s', async (_name, bytes, begun) => {
  const socket = await send(bytes);
  await expect.poll(() => count.begun, { interval: 5 }).toBe(begun);
  socket.destroy();
  await expectNobody(begun);
});

it('counts several that are sent at once until each is answered', async () => {
  const socket = await send(request('/a') + request('/slow') + request('/b'));
  await expect.poll(() => [count.begun, count.underWay], { interval: 5 }).toEqual([3, 2]);
  await expect.poll(isHeld, { interval: 5 }).toBe(true);
  release();
  await expectNobody(3);
  socket.destroy();
});
