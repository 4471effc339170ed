import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createListener } from '../../src/http/listener.ts';
import { createTestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';
import { head, sendRaw } from '../support/raw-http.ts';

const env = { PORT: '0', BODY_LIMIT: '100kb' };
const { app, rest, logged } = await createTestApp({ env });
const url = await app.listen();
const post = (path: string, ...headers: string[]) =>
  `POST ${path} HTTP/1.1\r\n${['Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
const json = 'Content-Type: application/json';

async function open(address: string, bytes = ''): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  // A connection that the other side resets is what these tests are about.
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  if (bytes) socket.write(bytes);
  return socket;
}

describe.each(['/questions', '/graphql'])('a body for %s', (path) => {
  it('that is a gzip bomb is 415, and is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const before = process.memoryUsage().rss;
    const answer = await sendRaw(
      url,
      Buffer.concat([
        Buffer.from(
          head(
            `POST ${path} HTTP/1.1`,
            json,
            'Content-Encoding: gzip',
            `Content-Length: ${bomb.length}`,
          ),
        ),
        bomb,
      ]),
    );
    expect(answer.status).toBe(415);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
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

describe('slow clients', () => {
  it('are cut off after about 10 s, 300 of them, while others are answered', async () => {
    const ways = [
      'GET /questions HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
      post('/questions', json, 'Content-Length: 5000'),
      `${post('/graphql', json, 'Transfer-Encoding: chunked')}1388\r\n`,
      post('/nowhere', json, 'Content-Length: 5000'),
      '',
    ];
    const ends = Array.from({ length: 300 }, async (_, n) => {
      const start = ways[n % ways.length] ?? '';
      const socket = await open(url, start);
      const opened = performance.now();
      const dribble = setInterval(() => start && socket.writable && socket.write('x'), 500);
      // Not events.once, which fails when the connection is reset under a byte on its way.
      await new Promise((resolve) => socket.once('close', resolve));
      clearInterval(dribble);
      return performance.now() - opened;
    });
    const allEnded = Promise.all(ends);
    const state = { isOver: false };
    void allEnded.finally(() => Object.assign(state, { isOver: true }));
    const waits: number[] = [];
    while (!state.isOver) {
      const before = performance.now();
      expect((await fetch(`${url}/questions`)).status).toBe(200);
      waits.push(performance.now() - before);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const lifetimes = await allEnded;
    expect(Math.min(...lifetimes)).toBeGreaterThan(8500);
    // A busy machine is late with everything; Node's own limit for a request would be 60 s.
    expect(Math.max(...lifetimes)).toBeLessThan(20_000);
    expect(waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(2000);
  });
});

describe('connections', () => {
  it('beyond the most one address may hold are closed, while those that are open work', async () => {
    const listener = createListener((_, response) => response.end('ok'), { maxConnections: 20 });
    const { port } = await listener.listen(0, '127.0.0.1');
    const address = `http://127.0.0.1:${port}`;
    const held = await Promise.all(Array.from({ length: 20 }, () => open(address)));
    const beyond = await Promise.all(Array.from({ length: 5 }, () => open(address)));
    await Promise.all(beyond.map((socket) => socket.closed || once(socket, 'close')));
    for (const socket of held) {
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
    }
    // Who leaves makes room.
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
    // Answered behind the first on the same service: by then the first has arrived.
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
