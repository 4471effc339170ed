import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createListener, type ListenerOptions } from '../../src/http/listener.ts';
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
