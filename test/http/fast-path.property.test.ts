import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rows } from '../../src/http/rest/rows.ts';
import { buildSchema } from '../../src/schema/schema.ts';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { hostileJson, hostileText } from '../support/hostile.ts';
import { runs } from '../support/property-runs.ts';
import { makeQuestion } from '../support/questions.ts';
import { randomOperation } from '../support/random-operation.ts';
import { randomFrom } from '../support/random-source.ts';

const DATABASE_URL = await createTestDatabase();
const fast = await createTestApp({ env: { DATABASE_URL } });
const slow = await createTestApp({ env: { DATABASE_URL, FAST_PATH: 'off', ANSWER_CACHE: '0' } });
const { access_token } = await logIn(fast);
const { body: created } = await fast.rest(
  'POST',
  '/questions',
  Array.from({ length: 7 }, (_, index) => makeQuestion({ difficulty: index % 3 })),
);
const ids: string[] = created.data.map(({ id }: { id: string }) => id);

/** All that can be seen of an answer; the sender chooses its id. */
async function send({ app }: TestApp, path: string, init: RequestInit): Promise<unknown> {
  const headers = { ...bearer(access_token), 'x-request-id': 'same', ...init.headers };
  const response = await app.fetch(`http://localhost:4000${path}`, { ...init, headers });
  return [response.status, [...response.headers].sort(), await response.text()];
}

async function expectSame(path: string, init: RequestInit): Promise<void> {
  expect(await send(fast, path, init)).toEqual(await send(slow, path, init));
  // Once more, now that it may be remembered.
  expect(await send(fast, path, init)).toEqual(await send(slow, path, init));
}

const schema = buildSchema();
const accept = fc.constantFrom(
  undefined,
  '*/*',
  'application/json',
  'application/graphql-response+json',
  'application/graphql-response+json, application/json;q=0.9',
  'text/html',
);

const post = (body: unknown, accepted: string | undefined) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(accepted && { accept: accepted }) },
  body: JSON.stringify(body),
});

/**
 * A null instead of a variable's default is an error of each field that uses it. Which of them
 * comes first, and hides the others, is up to PostgreSQL; `plan.property` compares these errors.
 */
function failsWhileRunning(query: string, variables: Record<string, unknown>): boolean {
  const withDefaults = [...query.matchAll(/\$(\w+): [^,()]* = /g)];
  return withDefaults.some(([, name = '']) => variables[name] === null);
}

it('answers any query as graphql-js and Yoga do', async () => {
  const property = fc.asyncProperty(fc.nat(), accept, async (seed, accepted) => {
    const random = randomFrom(seed);
    const { source: query, variables } = randomOperation(schema, random);
    // Two mutations would not be the same.
    if (!/^query/.test(query)) return;
    const given = variables(random);
    if (failsWhileRunning(query, given)) return;
    await expectSame('/graphql', post({ query, variables: given }, accepted));
  });
  await fc.assert(property, runs(150));
});

it('answers parameters of any kind as Yoga does', async () => {
  const query = fc.oneof(fc.constant('{ questions { totalCount } }'), hostileText, hostileJson);
  const params = fc.record(
    { query, operationName: hostileJson, variables: hostileJson, extensions: hostileJson },
    { requiredKeys: [] },
  );
  const property = fc.asyncProperty(fc.oneof(params, hostileJson), accept, (body, accepted) =>
    expectSame('/graphql', post(body, accepted)),
  );
  await fc.assert(property, runs(100));
});

const reads = rows.filter(({ method, path }) => method === 'GET' && !path.startsWith('/auth'));

it.each(reads.map((row) => ({ row, title: row.path })))(
  'answers GET $title as graphql-js does',
  async ({ row }) => {
    const values = fc.constantFrom('1', '2', '0', 'Science', 'science,HISTORY', 'x', '', 'planet');
    const search = fc.array(
      fc.tuple(fc.constantFrom(...Object.keys(row.query ?? { x: 1 })), values),
      {
        maxLength: 3,
      },
    );
    const property = fc.asyncProperty(
      fc.constantFrom(...ids, 'none'),
      search,
      fc.constantFrom({}, { 'if-none-match': '"1"' }, { prefer: 'wait=0' }),
      async (id, parameters, headers) => {
        const path = row.path.replace(/\{\w+\}/g, id);
        await expectSame(`${path}?${new URLSearchParams(parameters)}`, { headers });
      },
    );
    await fc.assert(property, runs(20));
  },
);
