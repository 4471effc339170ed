import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createListener } from '../../src/http/listener.ts';
import { createTestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';
import { head, openSocket as open, sendRaw } from '../support/raw-http.ts';

const env = { PORT: '0', BODY_LIMIT: '100kb' };
const { app, rest, logged } = await createTestApp({ env });
const url = await app.listen();
const post = (path: string, ...headers: string[]) =>
  `POST ${path} HTTP/1.1\r\n${['Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
const json = 'Content-Type: application/json';

describe.each(['/questions', '/graphql'])('a body for %s', (path) => {
  it('that is a gzip bomb is 415, and is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const start = head(
      `POST ${path} HTTP/1.1`,
      json,
      'Content-Encoding: gzip',
      `Content-Length: ${bomb.length}`,
    );
    const answer = await sendRaw(url, Buffer.concat([Buffer.from(start), bomb]));
    expect(answer.status).toBe(415);
    // Responds before any of the body has arrived, so none of it can have been decompressed.
    const socket = await open(url, start);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 415 /);
    socket.destroy();
  });

  it('that grows beyond the limit in chunks is 413', async () => {
    const chunk = `5000\r\n${'x'.repeat(0x5000)}\r\n`;
    const start = head(`POST ${path} HTTP/1.1`, json, 'Transfer-Encoding: chunked');
    const answer = await sendRaw(url, `${start}${chunk.repeat(6)}0\r\n\r\n`);
    expect(answer.status).toBe(413);
    expect(answer.body).toContain('PAYLOAD_TOO_LARGE');
  });
});

describe('a mutation', () => {
  const mutation = 'mutation { deleteQuestion(id: "x") }';
  const boundary =
    '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{}\r\n--b--\r\n';
  const ways: [string, string, string, string | undefined, number][] = [
    ['by GET', 'GET', `/graphql?query=${encodeURIComponent(mutation)}`, undefined, 405],
    [
      'as a form',
      'application/x-www-form-urlencoded',
      '/graphql',
      `query=${encodeURIComponent(mutation)}`,
      415,
    ],
    ['as plain text', 'text/plain', '/graphql', JSON.stringify({ query: mutation }), 415],
    ['as a file', 'multipart/form-data; boundary=b', '/graphql', boundary, 415],
    [
      'as a form over REST',
      'application/x-www-form-urlencoded',
      '/questions',
      'question_text=x',
      415,
    ],
    ['as plain text over REST', 'text/plain', '/questions', JSON.stringify(makeQuestion()), 415],
  ];

  it.each(ways)('%s is refused', async (_, type, path, body, status) => {
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await rest(
      method,
      path,
      body,
      body === undefined ? {} : { 'content-type': type },
    );
    expect(answer.status).toBe(status);
  });
});

describe('a client over its quota', () => {
  it('is told so before its body is read, and its connection goes on', async () => {
    const limited = await createTestApp({
      env: { PORT: '0', RATE_LIMIT: 'on', RATE_LIMIT_ANONYMOUS: '1' },
    });
    const address = await limited.app.listen();
    await fetch(`${address}/questions`);
    const socket = await open(address, post('/questions', json, 'Content-Length: 1000'));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 429 /);
    socket.write('x'.repeat(1000));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [next] = await once(socket, 'data');
    expect(String(next)).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});

describe('headers', () => {
  it('of 20 KB are 431', async () => {
    const large = head('GET /questions HTTP/1.1', `X-Large: ${'x'.repeat(20_000)}`);
    expect((await sendRaw(url, large)).status).toBe(431);
  });
});

describe('connections', () => {
  it('beyond the most one address may hold are closed, while those that are open work', async () => {
    const listener = createListener((_, response) => () => response.end('ok'), {
      maxConnections: 20,
    });
    const { port } = await listener.listen(0, '127.0.0.1');
    const address = `http://127.0.0.1:${port}`;
    const held = await Promise.all(Array.from({ length: 20 }, () => open(address)));
    const beyond = await Promise.all(Array.from({ length: 5 }, () => open(address)));
    await Promise.all(beyond.map((socket) => socket.closed || once(socket, 'close')));
    for (const socket of held) {
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
    }
    // A client that disconnects frees its slot.
    for (const socket of held.slice(0, 1)) {
      socket.end();
      await once(socket, 'close');
    }
    await expect.poll(async () => (await fetch(address).catch(() => undefined))?.status).toBe(200);
    for (const socket of held) socket.destroy();
    await listener.drain();
  });
});

describe('at the end', () => {
  it('requests under way are answered, and new ones are not taken', async () => {
    const ending = await createTestApp({ env });
    const address = await ending.app.listen();
    const body = JSON.stringify(makeQuestion());
    const socket = await open(address, post('/questions', json, `Content-Length: ${body.length}`));
    // Answered after the first on the same service: by then the first has arrived.
    await fetch(`${address}/questions`);
    const stopped = ending.app.stop();
    socket.write(body);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /);
    await stopped;
    await expect(fetch(`${address}/questions`)).rejects.toThrow();
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
