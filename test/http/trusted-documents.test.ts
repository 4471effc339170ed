import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { parseManifest } from '../../src/http/documents/manifest.ts';
import { readManifests } from '../../src/http/documents/read-manifests.ts';
import { readWebDocuments } from '../../src/http/documents/web-documents.ts';
import { buildSchema } from '../../src/schema/schema.ts';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createTestDatabase } from '../support/database.ts';
import { callProgram } from '../support/program.ts';
import { makeQuestion } from '../support/questions.ts';

const hashOf = (text: string, algorithm = 'sha256') =>
  createHash(algorithm).update(text).digest('hex');

const folder = await mkdtemp(join(tmpdir(), 'quaestor-documents-'));
closeAfterFile(() => rm(folder, { recursive: true, force: true }));
const write = async (name: string, content: unknown) => {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

const list = 'query List($first: Int) { questions(first: $first) { totalCount } }';
const remove = 'mutation Remove($id: ID!) { deleteQuestion(id: $id) }';
const types = '{ analysisTypes { name } }';
const codegen = await write('codegen.json', { [hashOf(list, 'sha1')]: list });
const relay = await write('relay.json', { [hashOf(remove, 'md5')]: remove });
const apollo = await write('apollo.json', {
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: [{ id: hashOf(list), name: 'List', type: 'query', body: list }],
});

const DATABASE_URL = await createTestDatabase();
const TRUSTED_DOCUMENTS = [codegen, relay, apollo].join();
const open = await createTestApp({ env: { DATABASE_URL, TRUSTED_DOCUMENTS } });
const closed = await createTestApp({
  env: { DATABASE_URL, TRUSTED_DOCUMENTS, TRUSTED_DOCUMENTS_ONLY: 'on' },
});
const { body: question } = await open.rest('POST', '/questions', makeQuestion());

const post = ({ rest }: typeof open, body: object, headers = {}) =>
  rest('POST', '/graphql', body, headers);
const get = ({ rest }: typeof open, params: Record<string, string>, headers = {}) =>
  rest('GET', `/graphql?${new URLSearchParams(params)}`, undefined, headers);
const errorOf = ({ status, body }: Awaited<ReturnType<typeof post>>) => [
  status,
  body.errors[0].extensions.code,
  body.errors[0].message,
];

describe('a trusted document', () => {
  it.each([
    ['graphql-codegen (SHA-1)', hashOf(list, 'sha1')],
    ['Apollo (SHA-256)', hashOf(list)],
    ['the specification (SHA-256 with its prefix)', `sha256:${hashOf(list)}`],
  ])('runs by its id, as of %s', async (_, documentId) => {
    const { status, body } = await post(open, { documentId, variables: { first: 1 } });
    expect([status, body]).toEqual([200, { data: { questions: { totalCount: 1 } } }]);
  });

  it('changes by POST alone', async () => {
    const documentId = hashOf(remove, 'md5');
    const variables = { id: question.id };
    const refused = await get(open, { documentId, variables: JSON.stringify(variables) });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
    const dry = await post(open, { documentId, variables: { id: 'none' } });
    expect(errorOf(dry).slice(0, 2)).toEqual([200, 'NOT_FOUND']);
  });

  it.each(['application/json', 'application/graphql-response+json', 'application/*'])(
    'is revalidated by its ETag after a GET for %s',
    async (accept) => {
      const params = { documentId: hashOf(list), variables: '{"first":1}' };
      const first = await get(open, params, { accept });
      const etag = first.headers.get('etag') ?? '';
      expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/".+"$/)]);
      expect(first.headers.get('cache-control')).toBe('no-cache');
      expect(first.headers.get('vary')).toContain('Accept');
      const again = await get(open, params, { accept, 'if-none-match': etag });
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
      await open.rest('POST', '/questions', makeQuestion());
      const changed = await get(open, params, { accept, 'if-none-match': etag });
      expect(changed.status).toBe(200);
    },
  );

  it('is refused when its id is unknown, no text, or sent with a query', async () => {
    expect(errorOf(await post(open, { documentId: 'nobody' }))).toEqual([
      400,
      'NOT_FOUND',
      'No trusted document has the id "nobody".',
    ]);
    expect(errorOf(await post(open, { documentId: `sha256:${hashOf('other')}` }))[1]).toBe(
      'NOT_FOUND',
    );
    for (const body of [{ documentId: 7 }, { documentId: hashOf(list), query: types }]) {
      const answer = await post(open, body);
      expect(errorOf(answer).slice(0, 2)).toEqual([400, 'BAD_REQUEST']);
      expect(answer.body.errors[0].extensions.errors[0].pointer).toBe('/documentId');
    }
  });
});

describe('automatic persisted queries', () => {
  const persistedQuery = { version: 1, sha256Hash: hashOf(types) };
  const extensions = { persistedQuery };

  it('are registered by a query with its hash', async () => {
    expect(errorOf(await post(open, { extensions }))).toEqual([
      400,
      'NOT_FOUND',
      'PersistedQueryNotFound',
    ]);
    const registered = await post(open, { extensions, query: types });
    expect(registered.body.data.analysisTypes.length).toBeGreaterThan(1);
    const byGet = await get(open, { extensions: JSON.stringify(extensions) });
    expect(byGet.body).toEqual(registered.body);
  });

  it.each([
    ['a hash of another query', { ...persistedQuery, sha256Hash: hashOf(list) }],
    ['another version', { ...persistedQuery, version: 2 }],
    ['no hash', { version: 1 }],
    ['a text', 'hash'],
  ])('are refused with %s', async (_, wrong) => {
    const answer = await post(open, { query: types, extensions: { persistedQuery: wrong } });
    expect(errorOf(answer).slice(0, 2)).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('with TRUSTED_DOCUMENTS_ONLY', () => {
  it('runs what is in the manifests, and nothing else', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: hashOf(list) } };
    expect((await post(closed, { documentId: hashOf(list) })).status).toBe(200);
    expect((await post(closed, { extensions, query: list })).status).toBe(200);
    const other = { persistedQuery: { version: 1, sha256Hash: hashOf(types) } };
    expect(errorOf(await post(closed, { extensions: other }))).toEqual([
      400,
      'FORBIDDEN',
      'PersistedQueryNotSupported',
    ]);
    for (const body of [{ query: list }, { query: types, extensions: other }]) {
      expect(errorOf(await post(closed, body)).slice(0, 2)).toEqual([400, 'FORBIDDEN']);
    }
    expect(errorOf(await get(closed, { query: list }))[1]).toBe('FORBIDDEN');
  });

  it('holds for operations of a stream too', async () => {
    const { body: token } = await closed.rest('PUT', '/graphql/stream');
    const add = (operation: object) =>
      closed.rest(
        'POST',
        '/graphql/stream',
        { ...operation, extensions: { operationId: 'one' } },
        { 'x-graphql-event-stream-token': token },
      );
    const refused = await add({ query: 'subscription { questionChanged { questionId } }' });
    expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect((await add({ documentId: hashOf(list) })).status).toBe(202);
  });

  it('runs the documents of the workbench for everybody', async () => {
    const documents = [...readWebDocuments()];
    const schema = buildSchema();
    expect(documents.length).toBeGreaterThan(50);
    expect(documents.flatMap((document) => validate(schema, parse(document)))).toEqual([]);
    const query = documents.find((document) => document.startsWith('query Dashboard'));
    expect((await post(closed, { query })).status).toBe(200);
    expect(errorOf(await post(closed, { query: `${query} ` }))[1]).toBe('FORBIDDEN');
  });

  it('lets an admin run any document', async () => {
    const headers = bearer((await logIn(closed)).access_token);
    expect((await post(closed, { query: types }, headers)).status).toBe(200);
  });

  it('leaves REST as it is', async () => {
    expect((await closed.rest('GET', '/questions?limit=1')).status).toBe(200);
  });
});

describe('the command line', () => {
  const call = async (...args: string[]) => {
    const program = callProgram(['documents', ...args], { env: { DATABASE_URL } });
    const { code } = await program.ended;
    return { code, stdout: program.stdout(), stderr: program.stderr() };
  };

  it('adds, lists and removes documents while the service runs', async () => {
    const file = await write('added.json', { added: types });
    expect(await call('add', file, '--json')).toMatchObject({
      code: 0,
      stdout: '{"added":1,"unchanged":0}\n',
    });
    expect((await call('add', file)).stdout).toBe('Added 0 documents; 1 were there already.\n');
    expect((await call('list')).stdout).toBe(`added  ${types}\n`);
    expect((await post(closed, { documentId: 'added' })).status).toBe(200);
    const other = await call('add', await write('other.json', { added: list }));
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('added. Remove')]);
    expect((await call('remove', 'added', '--json')).stdout).toBe('{"removed":1}\n');
    expect((await call('remove')).code).toBe(2);
  });

  it('refuses documents that the schema does not have', async () => {
    const file = await write('wrong.json', { one: '{ question }', two: '{', three: types });
    const { code, stderr } = await call('add', file);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/one: Field "question".*\n.*two: /)]);
    expect((await call('list')).stdout).toBe('');
  });
});

describe('a manifest', () => {
  it.each([
    ['no JSON', '{', /is not valid JSON/],
    ['a list', '[]', /must be a JSON object/],
    ['no list of operations', '{"format":"apollo-persisted-query-manifest"}', /must be a JSON/],
    ['an empty id', '{"":"{ a }"}', /"" is not an id/],
    ['no document', '{"a":7}', /"a" has no document/],
    ['a wrong hash', `{"sha256:${hashOf('b')}":"{ a }"}`, /is not the hash of its document/],
    ['too much', JSON.stringify({ a: 'a'.repeat(100_001) }), /more than 100,000 characters/],
  ])('is refused with %s', (_, text, problem) => {
    expect(parseManifest(text).problems).toEqual([expect.stringMatching(problem)]);
  });

  it('stops the start with all that is wrong', async () => {
    const files = [join(folder, 'missing.json'), await write('bad.json', '7')];
    await expect(readManifests(files)).rejects.toThrow(
      /^2 invalid settings:\n {2}TRUSTED_DOCUMENTS: .*missing.json: cannot be read.*\n.*bad.json: must/,
    );
  });
});
