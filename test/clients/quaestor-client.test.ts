import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { admin } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { createClientProject } from '../support/client-project.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { readFences } from '../support/markdown.ts';
import { makeQuestion } from '../support/questions.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const build = await promisify(execFile)('npm', ['run', '-s', 'build:client'], { cwd: root });
const { createClient, unwrap, ProblemError } = (await import(
  new URL('../../dist/client/client.js', import.meta.url).href
)) as Json;

const { app, rest } = await createTestApp({ env: { PORT: '0' } });
const url = await app.listen();
const proxy = await createProxy(url);
await rest(
  'POST',
  '/questions',
  Array.from({ length: 7 }, (_, index) => makeQuestion({ topic_focus: `Topic, ${index}` })),
);

/** What happens to a request on its way: it is passed on, or this is done instead. */
type Disturbance = (request: IncomingMessage, response: ServerResponse) => 'pass' | 'done';

/** The service behind a proxy that disturbs some requests. */
async function createProxy(target: string) {
  const seen: IncomingMessage['headers'][] = [];
  let disturb: Disturbance = () => 'pass';
  const open = new Set<ServerResponse>();
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming.headers);
    if (disturb(incoming, outgoing) === 'done') return;
    open.add(outgoing.on('close', () => open.delete(outgoing)));
    const { method, url: path, headers } = incoming;
    const passed = request(new URL(path ?? '/', target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    outgoing.on('close', () => passed.destroy());
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    /** Disturbs the next requests, as many as there are. */
    next(...disturbances: Disturbance[]) {
      seen.length = 0;
      disturb = (incoming, outgoing) => disturbances.shift()?.(incoming, outgoing) ?? 'pass';
    },
    cutAll() {
      for (const response of open) response.destroy();
    },
  };
}

const refuse =
  (status: number, headers = {}): Disturbance =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers });
    response.end(JSON.stringify({ status, code: 'SERVICE_UNAVAILABLE', detail: 'Later.' }));
    return 'done';
  };
const cut: Disturbance = (incoming) => {
  incoming.socket.destroy();
  return 'done';
};

describe('the package', () => {
  it('has a client of at most 10 KB, and its build says how large it is', () => {
    const [, size] = /client\.js: ([\d.]+) KB compressed/.exec(build.stdout) ?? [];
    expect(Number(size)).toBeGreaterThan(1);
    expect(Number(size)).toBeLessThanOrEqual(10);
  });
});

describe('operations', () => {
  const client = createClient({ url });

  it('answer with data, or with one of their problems', async () => {
    const created = await client.createQuestion({ body: makeQuestion() });
    expect([created.ok, created.status]).toEqual([true, 201]);
    const { id, version } = created.data;
    const changed = await client.updateQuestion(
      { id, body: { topic_focus: 'Plants' } },
      { headers: { 'if-match': `"${version}"` } },
    );
    expect(changed.data).toMatchObject({ topic_focus: 'Plants', version: 2 });
    const wrong = await client.updateQuestion({ id, body: { difficulty: 9 } });
    expect([wrong.ok, wrong.status, wrong.problem.code]).toEqual([false, 422, 'BAD_USER_INPUT']);
    expect(await client.deleteQuestion({ id })).toMatchObject({ status: 204, data: undefined });
    const gone = await client.getQuestion({ id });
    expect(() => unwrap(gone)).toThrow(ProblemError);
  });

  it('send lists whose values have commas', async () => {
    const found = await client.listQuestions({ topic_focus: ['Topic, 1', 'Topic, 2'] });
    expect(found.data.page.total).toBe(2);
  });

  it('iterate over the items of all pages', async () => {
    const topics = [];
    for await (const { topic_focus } of client.items('listQuestions', { limit: 3, search: '' })) {
      topics.push(topic_focus);
    }
    expect(topics).toEqual(Array.from({ length: 7 }, (_, index) => `Topic, ${index}`));
    const wrong = client.items('listQuestions', { limit: 1000 });
    await expect(wrong.next()).rejects.toThrow('1 validation error');
  });

  it('report a service that cannot be reached', async () => {
    const lost = createClient({ url: 'http://127.0.0.1:1', retries: 0 });
    expect(await lost.listQuestions()).toMatchObject({ ok: false, status: 0 });
  });
});

describe('retries', () => {
  const client = createClient({ url: proxy.url });

  it('wait as Retry-After asks, and repeat the same Idempotency-Key', async () => {
    proxy.next(refuse(503, { 'retry-after': '0' }), refuse(429, { 'retry-after': '0' }));
    const { status } = await client.createQuestion({ body: makeQuestion() });
    expect(status).toBe(201);
    const keys = proxy.seen.map((headers) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  });

  it('follow a connection that broke after the change was made, which is made once', async () => {
    const before = (await client.listQuestions({ limit: 1 })).data.page.total;
    proxy.next((incoming, outgoing) => {
      // Passed on, but the answer never arrives.
      outgoing.on('pipe', () => incoming.socket.destroy());
      return 'pass';
    }, cut);
    const { status } = await client.createQuestion({ body: makeQuestion() });
    expect([status, proxy.seen.length]).toEqual([201, 3]);
    expect((await client.listQuestions({ limit: 1 })).data.page.total).toBe(before + 1);
  });

  it('end with the last answer, and do not wait too long', async () => {
    const impatient = createClient({ url: proxy.url, maxWaitMs: 1000 });
    proxy.next(refuse(503, { 'retry-after': '3600' }));
    expect(await impatient.listQuestions()).toMatchObject({ ok: false, status: 503 });
    const once = createClient({ url: proxy.url, retries: 1 });
    proxy.next(...Array.from({ length: 5 }, () => refuse(503, { 'retry-after': '0' })));
    expect((await once.listQuestions()).status).toBe(503);
    expect(proxy.seen.length).toBe(2);
  });
});

describe('a session', () => {
  const signedIn = async (options = {}) => {
    proxy.next();
    const client = createClient({ url: proxy.url, ...options });
    unwrap(await client.signIn(admin));
    return client;
  };

  it('is renewed once by all calls that need it', async () => {
    const kept: Json[] = [];
    await signedIn({ onSession: (session: Json) => kept.push(session) });
    const old = createClient({
      url: proxy.url,
      session: { ...kept[0], expiresAt: 0 },
      onSession: (session: Json) => kept.push(session),
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => old.getMe()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(kept).toHaveLength(2);
    expect(kept[1].refreshToken).not.toBe(kept[0].refreshToken);
    await old.signOut();
    expect(kept[2]).toBeUndefined();
    const ended = createClient({ url: proxy.url, session: { ...kept[1], expiresAt: 0 } });
    expect((await ended.getMe()).status).toBe(401);
  });

  it('is renewed when its token is refused', async () => {
    const kept: Json[] = [];
    const client = await signedIn({ onSession: (session: Json) => kept.push(session) });
    proxy.next(refuse(401));
    expect((await client.getMe()).status).toBe(200);
    expect(kept).toHaveLength(2);
  });
});

describe('GraphQL', () => {
  const client = createClient({ url: proxy.url });

  it('answers with data or coded errors', async () => {
    const document = 'query($first: Int) { questions(first: $first) { nodes { id } } }';
    const found = await client.graphql(document, { first: 2 });
    expect(found.data.questions.nodes).toHaveLength(2);
    const failed = await client.graphql('{ question(id: "none") { id } }');
    expect([failed.ok, failed.errors[0].extensions.code]).toEqual([false, 'NOT_FOUND']);
  });

  it('resumes a subscription after lost connections without missing an event', async () => {
    const stop = new AbortController();
    const document = 'subscription { questionChanged { question { topicFocus } } }';
    const events = client.subscribe(document, undefined, { signal: stop.signal });
    const topics: string[] = [];
    const add = async (topic: string) => {
      await rest('POST', '/questions', makeQuestion({ topic_focus: topic }));
    };
    const following = (async () => {
      for await (const { data } of events) {
        topics.push(data.questionChanged.question.topicFocus);
        if (topics.includes('and more')) return;
      }
    })();
    await expect.poll(() => proxy.seen.length).toBeGreaterThan(0);
    // The stream has begun when its first event arrives.
    await expect
      .poll(async () => {
        if (topics.length === 0) await add('first');
        return topics.length;
      })
      .toBeGreaterThan(0);
    proxy.next(cut, refuse(503, { 'retry-after': '0' }));
    proxy.cutAll();
    const missed = ['while away', 'and again', 'and more'];
    for (const topic of missed) await add(topic);
    await following;
    expect(topics.filter((topic) => topic !== 'first')).toEqual(missed);
    stop.abort();
  });

  it('takes documents as text, as an object of text and as a syntax tree', async () => {
    const text = '{ questions { totalCount } }';
    // As graphql-codegen writes them with documentMode: 'string'.
    const typed = { toString: () => text };
    for (const document of [text, typed, parse(text), parse(text, { noLocation: true })]) {
      expect((await client.graphql(document)).data.questions.totalCount).toBeGreaterThan(6);
    }
  });

  it('reports what is wrong with a subscription', async () => {
    await expect(client.subscribe('subscription { nothing }').next()).rejects.toThrow(/nothing/);
  });
});

describe('types', async () => {
  const { body: sdl } = await rest('GET', '/schema.graphql');
  const introspection = minifyIntrospection(introspectionFromSchema(buildSchema(sdl)));
  const program = `
import { initGraphQLTada } from 'gql.tada';
import { createClient, unwrap } from 'quaestor/client';
import type { introspection } from './api.js';

declare const process: { argv: string[] };
const client = createClient({ url: process.argv[2] ?? '' });
const created = await client.createQuestion({
  body: { question_text: 'Which gas do plants take in?', correct_answer: 'Carbon dioxide', category: 'Science', difficulty: 0 },
});
if (!created.ok) {
  if (created.status === 0) throw created.cause;
  if (created.status === 422) throw new Error(created.problem.errors?.[0]?.pointer);
  throw new Error(created.problem.detail);
}
const question = created.data;
if (!('id' in question)) throw new Error('One question makes one answer.');
const texts: string[] = [];
for await (const item of client.items('listQuestions', { category: ['Science'], limit: 2 })) {
  texts.push(item.question_text);
}
const { version } = unwrap(await client.updateQuestion({ id: question.id, body: { topic_focus: 'Plants' } }));
const graphql = initGraphQLTada<{ introspection: introspection; scalars: { DateTime: string; JSON: unknown } }>();
const fragment = graphql(\`fragment Texts on Question { questionText }\`);
const document = graphql(\`query Found($first: Int) { questions(first: $first) { nodes { id ...Texts } } }\`, [fragment]);
const found = await client.graphql(document, { first: 1 });
const ids: string[] = found.ok ? found.data.questions.nodes.map(({ id }) => id) : [];
const removed = await client.deleteQuestion({ id: question.id });
console.log(JSON.stringify({ version, removed: removed.status, found: ids.length }));
`;
  const faults = [
    ['an unknown field', "category: 'Science', difficulty", "categry: 'Science', difficulty"],
    [
      'a missing parameter',
      'client.deleteQuestion({ id: question.id })',
      'client.deleteQuestion()',
    ],
    ['an unknown operation', 'client.deleteQuestion(', 'client.removeQuestion('],
    ['a status that it does not have', 'created.status === 422', 'created.status === 418'],
    ['a variable of the wrong type', '{ first: 1 }', "{ first: 'one' }"],
    ['an operation without pages', "'listQuestions'", "'getMe'"],
    ['a field that items do not have', 'item.question_text', 'item.text'],
  ] as const;
  const project = await createClientProject(
    outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true }),
    { quaestor: root },
  );
  const fences = readFences(await readFile(new URL('../../README.md', import.meta.url), 'utf8'));
  const example = fences.find(({ text }) => text.includes("'quaestor/client'"))?.text ?? '';
  const shown = example.replaceAll('http://localhost:4000', url);
  const [problems, problemsOfExample, ...others] = await project.compile([
    program,
    `${shown}\nexport {};\n`,
    ...faults.map(([, right, wrong]) => program.replace(right, wrong)),
  ]);

  it('allow what the service understands', async () => {
    expect(problems).toEqual([]);
    expect(await project.run(0, url)).toEqual({ version: 2, removed: 204, found: 1 });
  });

  it('allow the example of the README, which runs as printed', async () => {
    expect(problemsOfExample).toEqual([]);
    expect(await project.print(1)).toMatch(/^201\n(?:.+\n)*Which gas do plants take in\?\n/);
  });

  it.each(faults.map(([fault], index) => ({ fault, index })))('refuse $fault', ({ index }) => {
    expect(others[index]).not.toEqual([]);
  });
});
