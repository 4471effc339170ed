import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createListener } from '../../src/http/listener.ts';
import { openSocket } from '../support/raw-http.ts';

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('a connection', () => {
  it('that is ended is reset when its client does not close its side', async () => {
    const listener = createListener((_, response) => () => response.end('ok'));
    const { port } = await listener.listen(0, '127.0.0.1');
    for (const bytes of ['nonsense\r\n\r\n', 'GET // HTTP/1.1\r\nHost: localhost\r\n\r\n']) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => undefined);
      const ended = once(socket.resume(), 'end');
      socket.write(bytes);
      await ended;
      // It does not close its side, and notices that the other is gone when it sends.
      await expect
        .poll(() => {
          socket.write('x');
          return socket.destroyed;
        })
        .toBe(true);
    }
    await listener.drain();
  });

  it('whose client does not read its response is reset', async () => {
    const size = 64 * 1024 * 1024;
    const events = new EventEmitter();
    const closed = once(events, 'close');
    const listener = createListener(
      (_, response) => () => {
        response.once('close', () => events.emit('close'));
        response.end(Buffer.alloc(size));
      },
      { writeTimeoutMs: 100 },
    );
    const { port } = await listener.listen(0, '127.0.0.1');
    const socket = await openSocket(`http://127.0.0.1:${port}`);
    socket.pause();
    socket.write(request);
    await closed;
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    await once(socket.resume(), 'close');
    expect(received).toBeLessThan(size);
    await listener.drain();
  });

  it('stays open while a client waits for its response', async () => {
    const listener = createListener(
      (request, response) => async () => {
        request.socket.emit('timeout');
        response.end('ok');
      },
      { writeTimeoutMs: 100 },
    );
    const { port } = await listener.listen(0, '127.0.0.1');
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);
    await listener.drain();
  });

  it('is kept for longer than proxies keep it', async () => {
    const listener = createListener((_, response) => () => response.end('ok'));
    const { port } = await listener.listen(0, '127.0.0.1');
    const { headers } = await fetch(`http://127.0.0.1:${port}`);
    const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(65);
    await listener.drain();
  });
});

describe('a listener that is about to close', () => {
  it('answers on, and asks clients to close their connections', async () => {
    const listener = createListener((_, response) => () => response.end('ok'));
    const { port } = await listener.listen(0, '127.0.0.1');
    const url = `http://127.0.0.1:${port}`;
    const kept = await openSocket(url);
    kept.write(request);
    expect(String((await once(kept, 'data'))[0])).toContain('Connection: keep-alive');
    listener.announceEnd();
    kept.write(request);
    expect(String((await once(kept, 'data'))[0])).toContain('Connection: close');
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await listener.drain();
    await expect(fetch(url)).rejects.toThrow();
  });

  it('answers all requests that were sent on one connection', async () => {
    const events = new EventEmitter();
    const [started, released] = [once(events, 'started'), once(events, 'release')];
    let handled = 0;
    const listener = createListener((_, response) => async () => {
      handled += 1;
      if (handled === 3) events.emit('started');
      await released;
      response.end('ok');
    });
    const { port } = await listener.listen(0, '127.0.0.1');
    const socket = await openSocket(`http://127.0.0.1:${port}`);
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.write(request.repeat(3));
    await started;
    const drained = listener.drain();
    events.emit('release');
    await once(socket, 'close');
    await drained;
    expect(text.match(/Connection: [\w-]+/g)).toEqual([
      'Connection: keep-alive',
      'Connection: keep-alive',
      'Connection: close',
    ]);
  });

  it('answers what was sent before it closed', async () => {
    const listener = createListener((_, response) => () => response.end('ok'));
    const { port } = await listener.listen(0, '127.0.0.1');
    const answers = Array.from({ length: 50 }, () => fetch(`http://127.0.0.1:${port}`));
    await answers[0];
    const drained = listener.drain();
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    await drained;
  });
});
