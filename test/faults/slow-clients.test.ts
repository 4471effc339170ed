import { describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';
import { head, openSocket, sendRaw } from '../support/raw-http.ts';

const { app, rest, logged } = await createTestApp({ env: { PORT: '0', BODY_LIMIT: '100kb' } });
const url = await app.listen();
const post = (path: string, ...headers: string[]) =>
  `POST ${path} HTTP/1.1\r\n${['Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
const json = 'Content-Type: application/json';

describe('slow clients', () => {
  it('are told so when they send half a request', async () => {
    const halves = [
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\n',
      `${head('POST /questions HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 100')}{`,
    ];
    const answers = await Promise.all(halves.map((half) => sendRaw(url, half)));
    for (const { status, headers, body } of answers) {
      const problem = JSON.parse(body);
      expect([status, problem.status, problem.code]).toEqual([408, 408, 'REQUEST_TIMEOUT']);
      expect(headers.get('content-type')).toBe('application/problem+json');
      expect(headers.get('api-version')).toBe('1');
      expect(headers.get('x-request-id')).toBe(problem.request_id);
    }
  });

  it('are cut off after about 10 s, 300 of them, while others are answered', async () => {
    const ways = [
      'GET /questions HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
      post('/questions', json, 'Content-Length: 5000'),
      `${post('/graphql', json, 'Transfer-Encoding: chunked')}1388\r\n`,
      post('/nowhere', json, 'Content-Length: 5000'),
      '',
    ];
    const state = { cutOff: 0, isOver: false };
    const ends = Array.from({ length: 300 }, async (_, n) => {
      const start = ways[n % ways.length] ?? '';
      const opened = performance.now();
      const socket = await openSocket(url, start);
      const dribble = setInterval(() => start && socket.writable && socket.write('x'), 500);
      // Not events.once, which rejects when the connection is reset while a byte is in flight.
      await new Promise((resolve) => socket.once('close', resolve));
      clearInterval(dribble);
      state.cutOff += 1;
      return performance.now() - opened;
    });
    const allEnded = Promise.all(ends);
    void allEnded.finally(() => Object.assign(state, { isOver: true }));
    let answeredMeanwhile = 0;
    while (!state.isOver) {
      expect((await fetch(`${url}/questions`)).status).toBe(200);
      if (state.cutOff === 0) answeredMeanwhile += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const lifetimes = await allEnded;
    expect(Math.min(...lifetimes)).toBeGreaterThan(8500);
    // A busy machine delays everything; Node's own limit for headers would be 60 s.
    expect(Math.max(...lifetimes)).toBeLessThan(50_000);
    expect(answeredMeanwhile).toBeGreaterThan(0);
  });
});

describe('clients of MCP that never read', () => {
  it('lose their connections, 20 of them, while others are answered', {
    timeout: 300_000,
  }, async () => {
    const questions = Array.from({ length: 100 }, () =>
      makeQuestion({ question_text: 'x'.repeat(400) }),
    );
    await rest('POST', '/questions', questions);
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_questions', arguments: { limit: 100 } },
    };
    const body = JSON.stringify(call);
    const message = `${post('/mcp', json, `Content-Length: ${body.length}`)}${body}`;
    const sockets = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = await openSocket(url);
        socket.pause();
        // Answers of 60 KB and more each: together more than the buffers of a connection hold.
        socket.write(message.repeat(40));
        return socket;
      }),
    );
    // What fits into buffers is idle from then on, and closed after 75 s.
    const until = performance.now() + 85_000;
    let answered = 0;
    while (performance.now() < until) {
      const { status } = await fetch(`${url}/questions?limit=1`);
      expect([200, 503]).toContain(status);
      if (status === 200) answered += 1;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    expect(answered).toBeGreaterThan(20);
    // Who reads nothing notices a reset by writing.
    await vi.waitFor(
      () => {
        const left = sockets.filter(({ destroyed }) => !destroyed);
        for (const socket of left) socket.write('x');
        expect(left.map(({ bytesRead, writableLength }) => [bytesRead, writableLength])).toEqual(
          [],
        );
      },
      { timeout: 60_000, interval: 250 },
    );
    expect((await rest('GET', '/questions?limit=1')).body.page.total).toBe(100);
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
