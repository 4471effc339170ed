import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  createDnsResolve,
  type PostOptions,
  postMessage,
} from '../../src/webhooks/post-message.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { startReceiver } from '../support/receiver.ts';

const post = (url: string, options: Partial<PostOptions> = {}) =>
  postMessage(url, { 'content-type': 'application/json' }, '{"a":"ä"}', {
    allowPrivate: true,
    timeoutMs: 10_000,
    ...options,
  });

describe('a message', () => {
  it('is posted with its headers', async () => {
    const { url, received } = await startReceiver();
    expect(await post(`${url}hooks?a=b`)).toEqual({ status: 204 });
    expect(received).toMatchObject([
      {
        path: '/hooks?a=b',
        text: '{"a":"ä"}',
        headers: { 'content-type': 'application/json', 'content-length': '10' },
      },
    ]);
  });

  it('reports the status and Retry-After of a refusal', async () => {
    const { url } = await startReceiver((_, response) =>
      response.writeHead(503, { 'retry-after': '120' }).end('later'),
    );
    expect(await post(url)).toEqual({ status: 503, retryAfterMs: 120_000 });
  });

  it('does not follow a redirect', async () => {
    const { url, received } = await startReceiver((_, response) =>
      response.writeHead(302, { location: '/private' }).end(),
    );
    expect(await post(url)).toEqual({ status: 302 });
    expect(received).toHaveLength(1);
  });

  it('reports a receiver that is not there', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({
      error: { code: 'connection_failed', detail: 'The connection failed (ECONNREFUSED).' },
    });
  });

  it('reports a receiver that answers something else than HTTP', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('SSH-2.0-OpenSSH_9.6\r\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closeAfterFile(async () => void server.close());
    const { port } = server.address() as { port: number };
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({
      error: { code: 'connection_failed' },
    });
  });
});

describe('a receiver that takes too long', () => {
  it('is cut off when it never answers', async () => {
    const { url } = await startReceiver(() => undefined);
    expect(await post(url, { timeoutMs: 50 })).toEqual({
      error: { code: 'timeout', detail: 'No response within 0.05 s.' },
    });
  });

  it('is cut off when its headers arrive byte by byte', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      const timer = setInterval(() => socket.write('H'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closeAfterFile(async () => void server.close());
    const { port } = server.address() as { port: number };
    const outcome = await post(`http://127.0.0.1:${port}`, { timeoutMs: 100 });
    expect(outcome).toHaveProperty('error');
  });

  it('is cut off when its body does not end, and its status counts', async () => {
    let closed: Promise<unknown> | undefined;
    const { url } = await startReceiver((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200).write('one byte');
    });
    expect(await post(url, { timeoutMs: 100 })).toEqual({ status: 200 });
    await closed;
  });

  it('is cut off when its body is huge', async () => {
    let sent = 0;
    let closed: Promise<unknown> | undefined;
    const { url } = await startReceiver((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-length': String(2 ** 30) });
      const chunk = Buffer.alloc(64 * 1024);
      const write = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', write);
      write();
    });
    expect(await post(url)).toEqual({ status: 200 });
    await closed;
    expect(sent).toBeLessThan(2 ** 26);
  });

  it('is not waited for at shutdown', async () => {
    const { url } = await startReceiver(() => undefined);
    const outcome = await post(url, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ error: { code: 'aborted' } });
  });
});

describe('the address that is connected to', () => {
  it('is the one that was checked, whatever the name resolves to later', async () => {
    const { url, received } = await startReceiver();
    const { port } = new URL(url);
    const answers = ['127.0.0.1', '192.0.2.1'];
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: answers.shift() ?? '', family: 4 }];
    };
    expect(await post(`http://receiver.example:${port}/`, { resolve })).toEqual({ status: 204 });
    expect(asked).toBe(1);
    expect(received[0]?.headers.host).toBe(`receiver.example:${port}`);
  });

  it.each([
    ['127.0.0.1', 4],
    ['169.254.169.254', 4],
    ['::ffff:10.0.0.1', 6],
    ['fd00::1', 6],
  ])('is refused when a public name resolves to %s', async (address, family) => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address, family },
    ];
    expect(await post('https://receiver.example/', { allowPrivate: false, resolve })).toEqual({
      error: {
        code: 'address_not_allowed',
        detail: `receiver.example resolves to ${address}, which is a private, local or reserved address.`,
      },
    });
  });

  it.each(['https://127.0.0.1/', 'http://example.org/', 'https://localhost/'])(
    'is refused before anything is resolved: %s',
    async (url) => {
      const resolve = async () => Promise.reject(new Error('asked'));
      const outcome = await post(url, { allowPrivate: false, resolve });
      expect(outcome).toMatchObject({
        error: { code: expect.stringMatching(/^(not_https|address_not_allowed)$/) },
      });
    },
  );

  it('needs a name that can be resolved', async () => {
    const resolve = async () =>
      Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND', syscall: 'queryA' }));
    expect(await post('http://receiver.example/', { resolve })).toEqual({
      error: {
        code: 'name_not_resolved',
        detail: 'The host name cannot be resolved (ENOTFOUND).',
      },
    });
    expect(await post('http://receiver.example/', { resolve: async () => [] })).toMatchObject({
      error: { code: 'connection_failed' },
    });
  });
});

describe('a name', () => {
  /** Public, but assigned to nobody: no route leads there. */
  const unassigned = '3000::1';

  it('is resolved by the name servers, at each send', async () => {
    const { url, received } = await startReceiver();
    const { port } = new URL(url);
    const dns = await startDnsServer((name) => (name === 'receiver.example' ? ['127.0.0.1'] : []));
    const resolve = createDnsResolve([dns.address]);
    const target = `http://receiver.example:${port}/`;
    expect([await post(target, { resolve }), await post(target, { resolve })]).toEqual([
      { status: 204 },
      { status: 204 },
    ]);
    expect(received[0]?.headers.host).toBe(`receiver.example:${port}`);
    expect(dns.queries.filter((query) => query === 'A receiver.example')).toHaveLength(2);
    expect(await post('http://nobody.example/', { resolve })).toEqual({
      error: { code: 'name_not_resolved', detail: 'The host name cannot be resolved (ENOTFOUND).' },
    });
  });

  it('that leads to another address after it was checked is connected to at none but the first', async () => {
    const connections: unknown[] = [];
    const inside = createServer((socket) => connections.push(socket.destroy()));
    // A loopback address of its own, for the port that public receivers may have.
    const address = `127.${[1, 2, 3].map(() => 1 + Math.floor(Math.random() * 250)).join('.')}`;
    inside.listen(8443, address);
    await once(inside, 'listening');
    closeAfterFile(async () => void inside.close());
    const dns = await startDnsServer((_, query) => (query === 1 ? [unassigned] : [address]));
    const resolve = createDnsResolve([dns.address]);
    const send = () =>
      post('https://rebound.example:8443/', { allowPrivate: false, resolve, timeoutMs: 500 });
    expect(await send()).toMatchObject({
      error: { code: expect.stringMatching(/^(connection_failed|timeout)$/) },
    });
    expect(dns.queries.toSorted()).toEqual(['A rebound.example', 'AAAA rebound.example']);
    expect(await send()).toEqual({
      error: {
        code: 'address_not_allowed',
        detail: `rebound.example resolves to ${address}, which is a private, local or reserved address.`,
      },
    });
    expect(connections).toEqual([]);
  });

  it.each([
    ['127.0.0.1'],
    [unassigned, '10.0.0.1'],
    [unassigned, '0:0:0:0:0:ffff:7f00:1'],
    ['fd00::1'],
  ])('is refused when one of its addresses is private: %s %s', async (...addresses) => {
    const dns = await startDnsServer(() => addresses);
    const resolve = createDnsResolve([dns.address]);
    const outcome = await post('https://inside.example/', { allowPrivate: false, resolve });
    expect(outcome).toMatchObject({ error: { code: 'address_not_allowed' } });
  });

  it('whose server does not answer is not waited for any longer than a receiver', async () => {
    const dns = await startDnsServer(() => undefined);
    const resolve = createDnsResolve([dns.address]);
    const outcome = await post('https://slow.example/', {
      allowPrivate: false,
      resolve,
      timeoutMs: 50,
    });
    expect(outcome).toMatchObject({ error: { code: 'timeout' } });
  });
});
