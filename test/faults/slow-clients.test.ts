import { describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { openSocket } from '../support/raw-http.ts';

const { app, logged } = await createTestApp({ env: { PORT: '0', BODY_LIMIT: '100kb' } });
const url = await app.listen();
const post = (path: string, ...headers: string[]) =>
  `POST ${path} HTTP/1.1\r\n${['Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
const json = 'Content-Type: application/json';

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
      const socket = await openSocket(url, start);
      const opened = performance.now();
      const dribble = setInterval(() => start && socket.writable && socket.write('x'), 500);
      // Not events.once, which rejects when the connection is reset while a byte is in flight.
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
    // A busy machine delays everything; Node's default request timeout would be 60 s.
    expect(Math.max(...lifetimes)).toBeLessThan(20_000);
    expect(waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(2000);
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
