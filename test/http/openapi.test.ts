import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { eventTypes } from '../../src/domain/event-types.ts';
import { runAtOnce } from '../../src/domain/rules.ts';
import { bodyExamples } from '../../src/http/openapi/body-examples.ts';
import { readBodyInput, takesList } from '../../src/http/rest/read-body-input.ts';
import { rows } from '../../src/http/rest/rows.ts';
import { createTestApp } from '../support/app.ts';
import { documentRows } from '../support/document-rows.ts';

const { rest } = await createTestApp();
const { body: document } = await rest('GET', '/openapi.json');

async function lint(source: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({
    source: JSON.stringify(source),
    absoluteRef: '/openapi.json',
    config,
  });
  return problems.map(
    ({ severity, ruleId, message, location }) =>
      `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`,
  );
}

describe('the AsyncAPI document', () => {
  it('is an AsyncAPI 3 document with a message for every type of event', async () => {
    const { body } = await rest('GET', '/asyncapi.json');
    const config = await createConfig({
      rules: { struct: 'error', 'no-unresolved-refs': 'error' },
    });
    const source = JSON.stringify(body);
    const check = async (text: string) =>
      (await lintFromString({ source: text, absoluteRef: '/asyncapi.json', config })).map(
        ({ message }) => message,
      );
    expect(await check(source)).toEqual([]);
    expect(await check(source.replace('"action":"send"', '"action":"shout"'))).toHaveLength(1);
    const types = Object.values<{ name: string }>(body.components.messages).map(({ name }) => name);
    expect(types).toEqual(eventTypes);
    expect(Object.keys(body.components.schemas.Event.properties)).toContain('before');
  });
});

describe('the OpenAPI document', () => {
  it('keeps the recommended rules without an error or a warning', async () => {
    expect(await lint(document)).toEqual([]);
  });

  it('would not keep them with a dangling reference', async () => {
    const { schemas, responses } = document.components;
    const { Question: _, ...others } = schemas;
    const broken = await lint({ ...document, components: { schemas: others, responses } });
    expect(broken.join('\n')).toContain('no-unresolved-refs');
  });

  it('holds every REST row, and what is served beside them', async () => {
    const documented = Object.entries<object>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = new Set(
      [...rows, ...documentRows].map(({ method, path }) => `${method} ${path}`),
    );
    const others = documented.filter((operation) => !served.has(operation));
    expect(documented).toEqual(expect.arrayContaining([...served]));
    for (const operation of others) {
      const [method = '', path = ''] = operation.split(' ');
      const expected = path === '/metrics' ? 401 : 200;
      const isQuery = method === 'X-QUERY';
      const { status } = await rest(isQuery ? 'QUERY' : method, path, isQuery ? {} : undefined);
      expect([path, status]).toEqual([path, expected]);
    }
    expect(others).toContain('GET /healthz');
  });

  it('has a body that can be sent for every operation that takes one', () => {
    for (const { name, body } of rows) {
      if (!body || takesList(body)) continue;
      const example = body.example ?? bodyExamples[name];
      expect([name, example && runAtOnce(readBodyInput(body, example)).faults]).toEqual([name, []]);
    }
    expect(
      Object.keys(bodyExamples).filter((name) => !rows.some((row) => row.name === name)),
    ).toEqual([]);
  });

  it('names each operation once', () => {
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths);
    const names = operations.flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('uses every named part and describes every parameter', () => {
    const text = JSON.stringify(document);
    const { securitySchemes: _, ...referenced } = document.components;
    for (const [kind, parts] of Object.entries<object>(referenced)) {
      for (const name of Object.keys(parts)) {
        expect(text).toContain(`"#/components/${kind}/${name}"`);
      }
    }
    for (const [path, item] of Object.entries<Record<string, Operation>>(document.paths)) {
      for (const [method, { parameters }] of Object.entries(item)) {
        for (const { name, description } of parameters) {
          expect(description, `${method} ${path} ${name}`).toMatch(/\w/);
        }
      }
    }
  });

  it('lists every status an operation can answer, by responses it describes once', () => {
    const operations = Object.values<Record<string, Documented>>(document.paths).flatMap((item) =>
      Object.entries(item),
    );
    for (const [method, { operationId, responses, requestBody, tags }] of operations) {
      if (tags.includes('service')) continue;
      const statuses = Object.keys(responses).map(Number);
      const expected = [400, 401, 406, 429, 431, 500, 503, 504];
      expect(statuses, operationId).toEqual(
        expect.arrayContaining([
          ...expected,
          ...(requestBody ? [408, 413, 415] : []),
          // A download is not revalidated.
          ...(operationId === 'exportQuestions'
            ? []
            : ['get', 'x-query'].includes(method)
              ? [304]
              : [409]),
        ]),
      );
      for (const [status, response] of Object.entries(responses)) {
        if (Number(status) >= 400) expect(Object.keys(response)).toEqual(['$ref']);
      }
    }
    expect(document.paths['/analysis/{id}/cancel'].post.responses).toHaveProperty('422');
    const { content } = document.components.responses.OAUTH_BAD_REQUEST;
    expect(Object.keys(content)).toEqual(['application/json']);
  });

  it('has absolute servers, with the version', () => {
    expect(document.servers.map(({ url }: { url: string }) => url)).toEqual([
      'http://127.0.0.1:4000/v1',
      'http://127.0.0.1:4000',
    ]);
  });

  it('changes only when somebody looks at the change', async () => {
    const shown = { ...document, info: { ...document.info, version: '0.0.0' } };
    await expect(`${JSON.stringify(shown, null, 2)}\n`).toMatchFileSnapshot(
      './__snapshots__/openapi.json',
    );
  });
});

interface Operation {
  readonly parameters: { readonly name: string; readonly description?: string }[];
}

interface Documented {
  readonly operationId: string;
  readonly tags: string[];
  readonly responses: Record<string, object>;
  readonly requestBody?: object;
}
