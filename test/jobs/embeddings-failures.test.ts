import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { AnalysisFailure } from '../../src/analyses/analysis-failure.ts';
import { AnalysisCancelled } from '../../src/analyses/analysis-type.ts';
import { createEmbedder } from '../../src/jobs/embeddings.ts';
import { createLog } from '../../src/log.ts';
import { type InjectedFault, startEmbeddingsServer } from '../support/embeddings-server.ts';

const server = await startEmbeddingsServer();
const key = 'sk-very-secret-0123456789';
/** A database that is empty and stores nothing. */
const client = { query: async () => ({ rows: [] }) };
const logged: string[] = [];
const log = createLog({ level: 'trace', isPretty: false }, { write: (line) => logged.push(line) });
let waits: number[] = [];

beforeEach(() => {
  server.requests.length = 0;
  server.faults.length = 0;
  server.always = undefined;
  logged.length = 0;
  waits = [];
});

function makeEmbedder(retries: object = {}, changes: object = {}) {
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  return createEmbedder({
    url: `${server.url}?token=${key}`,
    key,
    model: 'model-a',
    client,
    log,
    retries: { wait, ...retries },
    ...changes,
  });
}

async function failureOf(run: Promise<unknown>): Promise<AnalysisFailure> {
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AnalysisFailure) return error;
  throw new Error('It did not fail as expected.', { cause: error });
}

async function closedAddress(): Promise<string> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return `http://127.0.0.1:${port}`;
}

/** Neither the error nor the log reveals the key. */
function expectNoSecret(error?: AnalysisFailure): void {
  const reported = [error?.message, error?.stack, String(error?.cause), ...logged].join('\n');
  expect(reported).not.toContain('sk-very');
}

describe('an endpoint that fails for a while', () => {
  it.each<[string, InjectedFault]>([
    ['too many requests', { status: 429 }],
    ['an error of its own', { status: 500, body: `oops ${key}` }],
    ['an overload', { status: 503 }],
    ['a timeout of its own', { status: 408 }],
    ['a broken connection', 'hang up'],
  ])('is asked again after %s', async (_what, fault) => {
    server.faults.push(fault, fault);
    expect(await makeEmbedder()(['a'])).toHaveLength(1);
    expect(server.requests).toHaveLength(3);
    expect(waits).toEqual([500, 1000]);
    expect(logged).toHaveLength(2);
    expectNoSecret();
  });

  it('is given the time it asks for', async () => {
    const later = new Date(Date.now() + 20_000).toUTCString();
    server.faults.push(
      { status: 429, headers: { 'Retry-After': '7' } },
      { status: 503, headers: { 'Retry-After': later } },
      { status: 429, headers: { 'Retry-After': 'soon' } },
      { status: 429, headers: { 'Retry-After': 'Mon, 01 Jan 2001 00:00:00 GMT' } },
    );
    await makeEmbedder()(['a']);
    expect(waits).toEqual([7000, expect.any(Number), 2000, 0]);
    expect(waits[1]).toBeGreaterThan(10_000);
    expect(waits[1]).toBeLessThanOrEqual(20_000);
  });

  it('is not waited for longer than a minute', async () => {
    server.always = { status: 429, headers: { 'Retry-After': '3600' } };
    const error = await failureOf(makeEmbedder()(['a']));
    expect(error.code).toBe('embeddings_unavailable');
    expect(error.message).toContain('answered 429 and asks to wait 3600 s');
    expect(server.requests).toHaveLength(1);
  });
});

describe('an endpoint that fails for good', () => {
  it.each<[string, InjectedFault, string]>([
    ['500 for ever', { status: 500, body: key }, 'answered 500, 6 times in a row'],
    ['broken connections', 'hang up', 'cannot be reached (UND_ERR_SOCKET), 6 times in a row'],
  ])('is given up: %s', async (_what, fault, reason) => {
    server.always = fault;
    const error = await failureOf(makeEmbedder()(['a']));
    expect(error.code).toBe('embeddings_unavailable');
    expect(error.message).toBe(
      `The embeddings endpoint ${server.url}/embeddings ${reason}; check EMBEDDINGS_URL, or unset it to use the bundled model.`,
    );
    expect(server.requests).toHaveLength(6);
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000]);
    expectNoSecret(error);
  });

  it('is given up when it never answers', async () => {
    server.always = 'hang';
    const error = await failureOf(makeEmbedder({ timeout: 300, attempts: 2 })(['a']));
    expect(error.code).toBe('embeddings_unavailable');
    expect(error.message).toContain('gave no answer within 0.3 s, 2 times in a row');
  });

  it('is given up when nobody listens there', async () => {
    const url = await closedAddress();
    const error = await failureOf(makeEmbedder({ attempts: 2 }, { url })(['a']));
    expect(error.code).toBe('embeddings_unavailable');
    expect(error.message).toBe(
      `The embeddings endpoint ${url}/embeddings cannot be reached (ECONNREFUSED), 2 times in a row; check EMBEDDINGS_URL, or unset it to use the bundled model.`,
    );
  });
});

describe('an endpoint that refuses', () => {
  const reported = (message: string) => JSON.stringify({ error: { message } });

  it.each<[InjectedFault, string]>([
    [
      { status: 401, body: reported(`Wrong key sk-very***89`) },
      'answered 401; check EMBEDDINGS_KEY',
    ],
    [{ status: 403, body: reported(key) }, 'answered 403; check EMBEDDINGS_KEY'],
    [{ status: 400, body: reported(`Too\nlong, ${key}.`) }, 'answered 400 (Too long, [hidden])'],
    [
      { status: 404, body: '{"error":"no such model"}' },
      'answered 404 (no such model); check EMBEDDINGS_URL and EMBEDDINGS_MODEL',
    ],
    [{ status: 422, body: '<html>' }, 'answered 422'],
    [{ status: 302, headers: { Location: 'http://127.0.0.1:9/' } }, 'answered 302'],
  ])('is asked once: %j', async (fault, reason) => {
    server.always = fault;
    const error = await failureOf(makeEmbedder()(['a']));
    expect(error.code).toBe('embeddings_refused');
    expect(error.message).toBe(`The embeddings endpoint ${server.url}/embeddings ${reason}.`);
    expect(server.requests).toHaveLength(1);
    expectNoSecret(error);
  });
});

it('is asked once when its answer breaks the protocol', async () => {
  server.always = { answer: ({ data }) => ({ data: data.slice(1) }) };
  const error = await failureOf(makeEmbedder()(['a', 'b']));
  expect(error.code).toBe('embeddings_invalid');
  expect(error.message).toContain('/embeddings answered 1 vectors for 2 texts.');
  expect(server.requests).toHaveLength(1);
});

describe('a cancelled run', () => {
  it('does not wait for the endpoint', async () => {
    server.always = 'hang';
    const signal = { aborted: false };
    const run = makeEmbedder({}, { signal })(['a']);
    const refused = expect(run).rejects.toThrow(AnalysisCancelled);
    await expect.poll(() => server.requests.length).toBe(1);
    signal.aborted = true;
    await refused;
  });

  it('does not wait until asking again makes sense', async () => {
    server.always = { status: 503 };
    const signal = { aborted: false };
    const wait = (_: number, abort: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        abort.addEventListener('abort', () => reject(abort.reason));
        signal.aborted = true;
      });
    const run = makeEmbedder({ wait }, { signal })(['a']);
    await expect(run).rejects.toThrow(AnalysisCancelled);
    await expect(makeEmbedder({}, { signal })(['a'])).rejects.toThrow(AnalysisCancelled);
    expect(server.requests).toHaveLength(1);
  });
});
