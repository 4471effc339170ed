import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { semantic } from '../../src/analyses/types/semantic/semantic.ts';
import { readConfig } from '../../src/config.ts';
import { createEmbedder, embeddingsProvider } from '../../src/jobs/embeddings.ts';
import { embedByLetters, makeQuestion, runOn, silent } from '../analyses/questions.ts';
import { createTestDatabase } from '../support/database.ts';
import { startEmbeddingsServer } from '../support/embeddings-server.ts';

const server = await startEmbeddingsServer();
const databaseUrl = await createTestDatabase();
const client = new pg.Client(databaseUrl);
await client.connect();
afterAll(() => client.end());

const defaultVectorOf = server.vectorOf;

beforeEach(async () => {
  server.requests.length = 0;
  server.vectorOf = defaultVectorOf;
  await client.query('DELETE FROM embeddings');
});

const makeEmbedder = (changes: object = {}) =>
  createEmbedder({ url: server.url, key: 'secret-key', model: 'model-a', client, ...changes });

const plain = (vectors: Float32Array[]) => vectors.map((vector) => [...vector]);
const asked = () => server.requests.map(({ body }) => body.input);

describe('texts', () => {
  it('are sent to the endpoint with model and key', async () => {
    const vectors = await makeEmbedder()(['Why?', 'ما هي؟', '👩‍👩‍👧‍👦']);
    expect(plain(vectors)).toEqual(['Why?', 'ما هي؟', '👩‍👩‍👧‍👦'].map(defaultVectorOf));
    expect(server.requests).toEqual([
      {
        path: '/v1/embeddings',
        authorization: 'Bearer secret-key',
        body: { model: 'model-a', input: ['Why?', 'ما هي؟', '👩‍👩‍👧‍👦'] },
      },
    ]);
  });

  it('are sent without a key where none is set, and keep the query of the address', async () => {
    await makeEmbedder({ key: undefined, url: `${server.url}/?api-version=2` })(['a']);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/embeddings?api-version=2',
      authorization: undefined,
    });
  });

  it('go 64 at a time and come back in their order', async () => {
    const texts = Array.from({ length: 200 }, (_, at) => `question ${at}`);
    server.vectorOf = (text) => [Number(text.split(' ')[1]), 1];
    const vectors = await makeEmbedder()(texts);
    expect(plain(vectors)).toEqual(texts.map((_, at) => [at, 1]));
    expect(asked().map(({ length }) => length)).toEqual([64, 64, 64, 8]);
  });

  it('come back in their order when the answer is in another', async () => {
    server.faults.push({ answer: (valid) => ({ data: valid.data.toReversed() }) });
    expect(plain(await makeEmbedder()(['a', 'bb', 'ccc']))).toEqual(
      ['a', 'bb', 'ccc'].map(defaultVectorOf),
    );
  });

  it('may be none', async () => {
    expect(await makeEmbedder()([])).toEqual([]);
    expect(asked()).toEqual([]);
  });
});

describe('the cache', () => {
  it('has each text asked for once, by whichever embedder', async () => {
    const first = await makeEmbedder()(['a', 'b', 'a']);
    expect(asked()).toEqual([['a', 'b']]);
    const second = await makeEmbedder()(['b', 'c', 'a']);
    expect(asked()).toEqual([['a', 'b'], ['c']]);
    expect(plain(first)).toEqual(['a', 'b', 'a'].map(defaultVectorOf));
    expect(plain(second)).toEqual(['b', 'c', 'a'].map(defaultVectorOf));
  });

  it('tells models apart', async () => {
    await makeEmbedder()(['a']);
    server.vectorOf = () => [1, 2];
    expect(plain(await makeEmbedder({ model: 'model-b' })(['a']))).toEqual([[1, 2]]);
    expect(plain(await makeEmbedder()(['a']))).toEqual([defaultVectorOf('a')]);
  });

  it('gives back the very numbers', async () => {
    server.vectorOf = () => [0.1, -1e-40, 3.4e38, 0, -0.5];
    const [fresh] = await makeEmbedder()(['a']);
    const [kept] = await makeEmbedder()(['a']);
    expect(asked()).toHaveLength(1);
    expect(kept).toEqual(fresh);
  });

  it('keeps what was answered before a failure', async () => {
    const texts = Array.from({ length: 130 }, (_, at) => `question ${at}`);
    server.vectorOf = (text) => (text === 'question 128' ? [] : [1]);
    await expect(makeEmbedder()(texts)).rejects.toThrow('not a list of numbers');
    server.vectorOf = () => [1];
    server.requests.length = 0;
    await makeEmbedder()(texts);
    expect(asked()).toEqual([['question 128', 'question 129']]);
  });

  it('forgets vectors of another length when the model has changed', async () => {
    await makeEmbedder()(['a']);
    server.vectorOf = () => [1, 2];
    await expect(makeEmbedder()(['a', 'b'])).rejects.toMatchObject({
      code: 'embeddings_changed',
      message: expect.stringContaining('run the analysis again'),
    });
    expect(plain(await makeEmbedder()(['a', 'b']))).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it('takes the same texts from two at once', async () => {
    const texts = Array.from({ length: 128 }, (_, at) => `text ${at}`);
    const other = new pg.Client(databaseUrl);
    await other.connect();
    const both = [makeEmbedder()(texts), makeEmbedder({ client: other })(texts.toReversed())];
    const [one, two] = await Promise.all(both).finally(() => other.end());
    expect(plain(two ?? []).reverse()).toEqual(plain(one ?? []));
    const { rows } = await client.query('SELECT count(*)::int FROM embeddings');
    expect(rows).toEqual([{ count: 128 }]);
  });
});

describe('a zero vector', () => {
  it('is not cached: the next run asks again', async () => {
    server.vectorOf = (text) => (text === 'b' ? [0, 0] : [1, 2]);
    expect(plain(await makeEmbedder()(['a', 'b']))).toEqual([
      [1, 2],
      [0, 0],
    ]);
    server.vectorOf = () => [3, 4];
    expect(plain(await makeEmbedder()(['a', 'b']))).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(asked()).toEqual([['a', 'b'], ['b']]);
  });

  it('of an earlier version is asked for again', async () => {
    server.vectorOf = () => [1, 2];
    await makeEmbedder()(['a']);
    await client.query('UPDATE embeddings SET vector = $1', [Buffer.alloc(8)]);
    expect(plain(await makeEmbedder()(['a']))).toEqual([[1, 2]]);
    expect(asked()).toHaveLength(2);
  });
});

describe('the bundled model', () => {
  const cosine = ([one, other]: Float32Array[]) =>
    one?.reduce((sum, part, at) => sum + part * (other?.[at] ?? 0), 0) ?? 0;
  const listeners = () =>
    ['uncaughtException', 'unhandledRejection'].map((event) => process.listenerCount(event));

  it('gives vectors without a provider, cached, and leaves the process alone', async () => {
    const before = listeners();
    const { instantiate } = WebAssembly;
    // As on a busy machine, where the weights are read before it is compiled.
    const compiling = vi.spyOn(WebAssembly, 'instantiate').mockImplementation(async (...args) => {
      await sleep(500);
      return instantiate(...args);
    });
    onTestFinished(() => compiling.mockRestore());
    const embed = createEmbedder({ isBundled: true, client });
    const moved = await embed([
      'Which planet has the most moons in the Solar System?',
      'Which planet in the Solar System has the most moons?',
    ]);
    expect(compiling).toHaveBeenCalledOnce();
    expect(cosine(moved)).toBeGreaterThan(0.95);
    const other = await embed(['Who painted the Mona Lisa?', 'How far is it to the Sun?']);
    expect(cosine(other)).toBeLessThan(0.5);
    expect(listeners()).toEqual(before);
    const { rows } = await client.query('SELECT count(*)::int FROM embeddings');
    expect(rows).toEqual([{ count: 4 }]);
    expect(
      await createEmbedder({ isBundled: true, client })(['Who painted the Mona Lisa?']),
    ).toEqual([other[0]]);
  });

  it('gives a zero vector for a text without words, and takes long texts', async () => {
    const [empty, long] = await createEmbedder({ isBundled: true, client })([
      '  ',
      'x '.repeat(9e4),
    ]);
    expect([empty?.length, empty?.some((part) => part !== 0)]).toEqual([512, false]);
    expect(long?.some((part) => part !== 0)).toBe(true);
  });
});

it('feeds the semantic analysis, the second time from the cache alone', async () => {
  server.vectorOf = (text) => [...embedByLetters(text)];
  const texts = ['Which planet is red?', 'Which planets are red?', 'Who wrote Faust?'];
  const questions = texts.map((questionText) => makeQuestion({ id: questionText, questionText }));
  const run = () => runOn(semantic, questions, {}, { ...silent, embed: makeEmbedder() });
  const result = await run();
  expect(result.pairs).toMatchObject([{ a: texts[0], b: texts[1], same_answer: true }]);
  expect(await run()).toEqual(result);
  expect(asked()).toEqual([texts]);
});

describe('the settings', () => {
  const EMBEDDINGS_URL = 'http://localhost:1234/v1';

  it('name an endpoint; without one the bundled model is used', () => {
    expect(embeddingsProvider(readConfig({}))).toEqual({ isBundled: true });
    const env = { EMBEDDINGS_URL, EMBEDDINGS_MODEL: 'small' };
    expect(embeddingsProvider(readConfig(env))).toEqual({ url: EMBEDDINGS_URL, model: 'small' });
    expect(embeddingsProvider(readConfig({ ...env, EMBEDDINGS_KEY: 'k' }))).toMatchObject({
      key: 'k',
    });
  });

  it.each([
    [{ EMBEDDINGS_URL }, 'EMBEDDINGS_MODEL: required with EMBEDDINGS_URL'],
    [{ EMBEDDINGS_KEY: 'hush word' }, 'EMBEDDINGS_KEY: must be printable ASCII'],
    [{ EMBEDDINGS_KEY: 'hush\nword' }, 'EMBEDDINGS_KEY: must be printable ASCII'],
    [{ EMBEDDINGS_URL: 'hush', EMBEDDINGS_MODEL: 'm' }, 'EMBEDDINGS_URL: must be an http'],
    [{ EMBEDDINGS_URL: 'ftp://hush', EMBEDDINGS_MODEL: 'm' }, 'EMBEDDINGS_URL: must be an http'],
    [{ EMBEDDINGS_URL: 'http://me:hush@a/', EMBEDDINGS_MODEL: 'm' }, 'EMBEDDINGS_URL: must not'],
  ])('are refused without repeating a secret: %j', (env, problem) => {
    expect(() => readConfig(env)).toThrow(problem);
    expect(() => readConfig(env)).not.toThrow('hush');
  });
});
