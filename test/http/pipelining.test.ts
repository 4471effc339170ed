import diagnostics from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createListener, type ListenerOptions } from '../../src/http/listener.ts';
import { fromNodeRequest } from '../../src/http/node-exchange.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { openSocket } from '../support/raw-http.ts';

/** A listener whose requests are answered when the test says so. */
async function createHeld(options: ListenerOptions = {}) {
  const gate = new EventEmitter().setMaxListeners(0);
  const handled: (string | undefined)[] = [];
  const listener = createListener(
    (request, response) => async () => {
      handled.push(request.url);
      if (request.url !== '/healthz') await once(gate, 'release');
      response.end('ok');
    },
    options,
  );
  const { port } = await listener.listen(0, '127.0.0.1');
  closeAfterFile(() => {
    gate.emit('release');
    return listener.drain();
  });
  const url = `http://127.0.0.1:${port}`;
  const open = async (bytes: string) => {
    const socket = await openSocket(url);
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.write(bytes);
    return { socket, text: () => text };
  };
  return { url, handled, listener, open, release: () => gate.emit('release') };
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const count = (text: string, part: string) => text.split(part).length - 1;

describe('requests sent on one connection without waiting', () => {
  it('are 50 at most: the next is refused, and those behind it are ignored', async () => {
    const { handled, open, release } = await createHeld();
    const { socket, text } = await open(request('/slow').repeat(500));
    await expect.poll(() => handled.length, { interval: 5 }).toBe(50);
    release();
    await once(socket, 'close');
    expect(handled).toHaveLength(50);
    expect(count(text(), 'HTTP/1.1 200 OK')).toBe(50);
    const [, refusal = ''] = text().split('HTTP/1.1 429 ');
    expect(refusal).toContain('Connection: close');
    expect(refusal).toContain('RATE_LIMITED');
    expect(count(text(), 'HTTP/1.1 ')).toBe(51);
  });

  it.each([
    ['', request('/slow')],
    [', an upgrade', request('/slow').replace('Host', 'Connection: Upgrade\r\nUpgrade: x\r\nHost')],
    [', CONNECT', 'CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    [', a body', request('/slow').replace('Host', 'Content-Length: 3\r\nHost').replace(/$/, 'abc')],
  ])('are not even parsed when there are too many%s', async (_, next) => {
    const { url, handled, open, release } = await createHeld();
    let parsed = 0;
    const count = (message: unknown) => {
      const { socket } = message as { socket: Socket };
      if (String(socket.localPort) === new URL(url).port) parsed += 1;
    };
    diagnostics.subscribe('http.server.request.start', count);
    const { socket, text } = await open(request('/slow').repeat(51) + next.repeat(1000));
    await expect.poll(() => handled.length, { interval: 5 }).toBe(50);
    release();
    await once(socket, 'close');
    diagnostics.unsubscribe('http.server.request.start', count);
    expect([parsed, handled.length]).toEqual([51, 50]);
    expect(text()).toMatch(/HTTP\/1\.1 429 .*RATE_LIMITED/s);
  });

  it('may be any number when they are answered in between', async () => {
    const { handled, open } = await createHeld();
    const { socket, text } = await open('');
    for (let answered = 0; answered < 120; answered += 40) {
      socket.write(request('/healthz').repeat(40));
      await expect.poll(() => count(text(), 'HTTP/1.1 200'), { interval: 5 }).toBe(answered + 40);
    }
    expect(handled).toHaveLength(120);
    socket.destroy();
  });

  it('are not begun when their sender has left', async () => {
    let unanswered = 0;
    const traffic = {
      begin() {
        unanswered += 1;
      },
      end() {
        unanswered -= 1;
      },
    };
    const { handled, listener, open, release } = await createHeld({
      traffic,
      queue: { maxActive: 1, maxQueued: 100, maxWaitMs: 60_000 },
    });
    const { socket } = await open(request('/slow').repeat(40));
    await expect.poll(() => handled.length, { interval: 5 }).toBe(1);
    socket.destroy();
    await expect.poll(() => unanswered, { interval: 5 }).toBe(0);
    release();
    await listener.drain();
    expect(handled).toHaveLength(1);
  });
});

describe('a read whose answer is known', () => {
  const known = { head: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', body: 'known', bytes: 5 };
  const recall: ListenerOptions['recall'] = ({ path }) => (path === '/known' ? known : undefined);

  it('is answered at once, and in its turn when it was sent behind others', async () => {
    const { handled, open, release } = await createHeld({ recall });
    const { socket, text } = await open(request('/known') + request('/slow') + request('/known'));
    await expect.poll(() => handled, { interval: 5 }).toEqual(['/slow', '/known']);
    expect(text()).toBe(known.head + known.body);
    release();
    await expect.poll(() => count(text(), 'HTTP/1.1 200 OK'), { interval: 5 }).toBe(3);
    socket.write(request('/known'));
    await expect.poll(text, { interval: 5 }).toMatch(/okHTTP.*known$/s);
    expect(handled).toHaveLength(2);
    socket.destroy();
  });

  describe('by POST', () => {
    const post = (body: string) =>
      `POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const recallBody: ListenerOptions['recall'] = (asked) =>
      asked.path === '/known' || String(asked.readArrived()) === 'known' ? known : undefined;

    it('is answered at once, and in its turn when it was sent behind others', async () => {
      const { handled, open, release } = await createHeld({ recall: recallBody });
      const { socket, text } = await open(post('known') + post('slow') + request('/known'));
      await expect.poll(() => handled.toSorted()).toEqual(['/graphql', '/known']);
      expect(text()).toBe(known.head + known.body);
      release();
      await expect.poll(() => count(text(), 'HTTP/1.1 200 OK'), { interval: 5 }).toBe(3);
      socket.write(post('known'));
      await expect.poll(text, { interval: 5 }).toMatch(/okHTTP.*known$/s);
      expect(handled).toHaveLength(2);
      socket.destroy();
    });

    it('is passed on with its body if it is not known, or comes in parts', async () => {
      const bodies: unknown[] = [];
      const listener = createListener(
        (incoming, outgoing) => () => {
          const sent = fromNodeRequest(incoming, outgoing);
          bodies.push(String(sent.readArrived()));
          outgoing.end(`answer ${bodies.length}`);
        },
        { recall: recallBody },
      );
      closeAfterFile(() => listener.drain());
      const { port } = await listener.listen(0, '127.0.0.1');
      const socket = await openSocket(`http://127.0.0.1:${port}`, post('other'));
      await expect.poll(() => bodies, { interval: 5 }).toEqual(['other']);
      socket.write(post('known').slice(0, -5));
      await new Promise((resolve) => setImmediate(resolve));
      const [answer] = await Promise.all([once(socket, 'data'), socket.write('known')]);
      expect(String(answer)).toContain('200 OK');
      socket.destroy();
    });
  });

  it.each([
    ['a body', 'Content-Length: 2\r\n', '{}'],
    ['an expectation', 'Expect: 100-continue\r\n', ''],
    ['another protocol', 'Connection: close\r\n', ''],
    ['an unprintable origin', 'Origin: http://\u00e9\r\n', ''],
  ])('is left to Node if it has %s', async (_, header, body) => {
    const { handled, open } = await createHeld({ recall });
    await open(request('/known').replace('Host', `${header}Host`) + body);
    await expect.poll(() => handled, { interval: 5 }).toEqual(['/known']);
  });

  it.each([
    ['two hosts', 'Host: other\r\nHost: localhost'],
    ['no host', 'X-Host: localhost'],
    ['an invalid host', 'Host: a b'],
  ])('is refused if it has %s', async (_, header) => {
    const { open } = await createHeld({ recall });
    const { text } = await open(request('/known').replace('Host: localhost', header));
    await expect.poll(text, { interval: 5 }).toContain('HTTP/1.1 400');
  });
});

describe('a service at capacity', () => {
  const full = { queue: { maxActive: 2, maxQueued: 2, maxWaitMs: 60_000 } };

  it('lets some requests wait and refuses the others at once', async () => {
    const { url, handled, release } = await createHeld(full);
    const answers = Array.from({ length: 4 }, () => fetch(url));
    await expect.poll(() => handled.length, { interval: 5 }).toBe(2);
    const refused = await Promise.any(
      Array.from({ length: 10 }, async () => {
        const answer = await fetch(url);
        if (answer.status !== 503) throw new Error('It was let in.');
        return answer;
      }),
    );
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
    const graphql = await fetch(`${url}/graphql`);
    expect(await graphql.json()).toMatchObject({
      errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }],
    });
    const releasing = setInterval(release, 5);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    clearInterval(releasing);
  });

  it('refuses reads, most of which it never passes to Node, as it refuses all others', async () => {
    const { url, open } = await createHeld({ queue: { maxActive: 0, maxQueued: 0 } });
    const refusal = async (path: string, method: string) => {
      const headers = { 'x-request-id': 'mine' };
      const answer = await fetch(url + path, { method, headers });
      const { date, ...others } = Object.fromEntries(answer.headers);
      return { status: answer.status, body: await answer.text(), others };
    };
    const read = await refusal('/questions?limit=5', 'GET');
    expect(read).toEqual(await refusal('/questions', 'DELETE'));
    expect(JSON.parse(read.body)).toMatchObject({ instance: '/questions', request_id: 'mine' });
    expect(read.others).toMatchObject({ 'keep-alive': 'timeout=75', 'x-request-id': 'mine' });
    const { text } = await open(request('/a') + request('/b') + request('/c'));
    const instances = () => text().match(/(?<="instance":")[^"]+/g);
    await expect.poll(instances, { interval: 5 }).toEqual(['/a', '/b', '/c']);
  });

  it('refuses a request that has waited too long', async () => {
    const { url, release } = await createHeld({
      queue: { maxActive: 1, maxQueued: 9, maxWaitMs: 20 },
    });
    const first = fetch(`${url}/first`);
    await expect.poll(async () => (await fetch(`${url}/second`)).status, { interval: 5 }).toBe(503);
    release();
    expect((await first).status).toBe(200);
  });

  it('says that it is up', async () => {
    const { url, handled } = await createHeld({ queue: { maxActive: 1, maxQueued: 0 } });
    void fetch(url).catch(() => undefined);
    await expect.poll(() => handled.length, { interval: 5 }).toBe(1);
    expect((await fetch(url)).status).toBe(503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('does not count requests that wait for something else than the CPU', async () => {
    const { url, handled } = await createHeld({
      queue: { maxActive: 1, maxQueued: 9, maxWaitMs: 60_000 },
    });
    void fetch(`${url}/stream`).catch(() => undefined);
    void fetch(`${url}/next`).catch(() => undefined);
    await expect.poll(() => handled).toEqual(['/stream', '/next']);
  });
});
