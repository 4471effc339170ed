import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { createListener } from '../../src/http/listener.ts';
import { countTraffic } from '../../src/jobs/traffic.ts';

const traffic = countTraffic();
const [underWay, begun] = [0, 1];
const counts = new Int32Array(traffic.shared);
const listener = createListener(
  async (request, response) => {
    await sleep(request.url === '/slow' ? 200 : 1);
    response.end('ok');
  },
  { traffic },
);
const { port } = await listener.listen(0, '127.0.0.1');
afterAll(() => listener.drain());

async function send(bytes: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

it('counts a request while it is answered', async () => {
  const answer = fetch(`http://127.0.0.1:${port}/slow`);
  await expect.poll(() => counts[underWay], { interval: 5 }).toBe(1);
  expect((await answer).status).toBe(200);
  await expect.poll(() => counts[underWay]).toBe(0);
});

it('counts none for ever, whatever becomes of them', async () => {
  const before = counts[begun] ?? 0;
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const left = await send(request('/slow'));
  await expect.poll(() => counts[begun]).toBe(before + 1);
  left.destroy();
  const pipelined = await send(request('/a') + request('/slow') + request('//') + request('/b'));
  await expect.poll(() => counts[begun]).toBe(before + 5);
  await expect.poll(() => counts[underWay]).toBe(0);
  pipelined.destroy();
  const half = await send('POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf');
  await expect.poll(() => counts[begun]).toBe(before + 6);
  half.destroy();
  await expect.poll(() => counts[underWay]).toBe(0);
});
