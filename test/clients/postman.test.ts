import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';

const service = await createTestApp();
const { rest } = service;
const { body: document } = await rest('GET', '/openapi.json');
const headers = bearer((await logIn(service)).access_token);

/** What Postman makes of the document when it is imported with "Example" for parameters. */
async function importByPostman(data: object): Promise<Json> {
  const require = createRequire(import.meta.url);
  const { convertV2 } = require('openapi-to-postmanv2');
  const options = { parametersResolution: 'Example', enableOptionalParameters: false };
  return new Promise((resolve, reject) => {
    convertV2({ type: 'json', data }, options, (error: unknown, converted: Json) => {
      if (error || !converted.result) reject(error ?? new Error(converted.reason));
      else resolve(converted.output[0].data);
    });
  });
}

const collection = await importByPostman(document);
const requests: Json[] = [];
const collect = ({ item, request }: Json) => {
  if (request) requests.push(request);
  for (const each of item ?? []) collect(each);
};
collect(collection);

const pathOf = ({ url }: Json) => `/${url.path.join('/')}`;
const isOn = ({ disabled }: Json) => !disabled;

it('has the address of the service', () => {
  expect(collection.variable).toEqual([
    expect.objectContaining({ key: 'baseUrl', value: 'http://127.0.0.1:4000/v1' }),
  ]);
});

it('asks for nothing that is optional, and has no placeholders', () => {
  for (const request of requests) {
    const sent = [...(request.url.query ?? []), ...(request.header ?? [])].filter(isOn);
    expect([pathOf(request), sent.filter(({ value }) => /^<.*>$/.test(value))]).toEqual([
      pathOf(request),
      [],
    ]);
    expect(request.body?.raw ?? '').not.toMatch(/"<\w+>"/);
  }
});

it('can be run as it is: every read without an id, and writes with their examples', async () => {
  const reads = requests.filter(
    ({ method, url }) => method === 'GET' && !pathOf({ url }).includes(':'),
  );
  expect(reads.length).toBeGreaterThan(15);
  for (const request of reads) {
    const search = (request.url.query ?? [])
      .filter(isOn)
      .map(({ key, value }: Json) => `${key}=${value}`);
    const path = `${pathOf(request)}${search.length > 0 ? `?${search.join('&')}` : ''}`;
    const { status } = await rest('GET', path, undefined, headers);
    // /metrics is served without the version, beside it.
    expect([path, status]).toEqual([path, 200]);
  }
  const writes = ['/questions', '/questions/advice', '/auth/keys', '/auth/accounts'];
  for (const path of writes) {
    const { body } = requests.find(
      (request) => request.method === 'POST' && pathOf(request) === path,
    );
    const { status } = await rest('POST', path, body.raw, {
      ...headers,
      'content-type': 'application/json',
    });
    expect([path, status]).toEqual([path, path.endsWith('advice') ? 200 : 201]);
  }
});
