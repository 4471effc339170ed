import { describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';

const { rest, graphql, logged } = await createTestApp();

const mutation =
  'mutation ($input: RunAnalysisInput!) { runAnalysis(input: $input, wait: 0) { id } }';

/** The errors both interfaces report for these parameters, as [pointer, code]; `null` if accepted. */
async function faultsOf(type: string, parameters: string): Promise<[string, string][] | null> {
  const body = `{"analysis_type":"${type}","parameters":${parameters}}`;
  const answer = await rest('POST', '/analysis/run', body, { prefer: 'wait=0' });
  const input = `{"analysisType":"${type.toUpperCase()}","parameters":${parameters}}`;
  const variables = JSON.parse(`{"input":${input}}`);
  const { body: reported } = await graphql(mutation, variables);
  const [error] = reported.errors ?? [];
  const read = (errors: Json) => errors.map(({ pointer, code }: Json) => [pointer, code]);
  if (answer.status < 300) {
    expect(error).toBeUndefined();
    return null;
  }
  expect([answer.status, error?.extensions.code]).toEqual([422, 'BAD_USER_INPUT']);
  expect(read(error.extensions.errors)).toEqual(read(answer.body.errors));
  return read(answer.body.errors);
}

describe('parameters', () => {
  it.each(['null', '{}', '{"tolerance":0.5}'])('may be %s', async (parameters) => {
    expect(await faultsOf('coverage', parameters)).toBeNull();
  });

  it.each(['[]', '"x"', '7', 'true', '[{}]'])('are not %s', async (parameters) => {
    expect(await faultsOf('coverage', parameters)).toEqual([['/parameters', 'wrong_type']]);
  });

  it.each([
    ['coverage', '{"tolerance":2}', [['/parameters/tolerance', 'out_of_range']]],
    ['coverage', '{"tolerance":"0.1"}', [['/parameters/tolerance', 'wrong_type']]],
    ['coverage', '{"tolerance":1e999}', [['/parameters/tolerance', 'wrong_type']]],
    ['coverage', '{"tolerance":null}', [['/parameters/tolerance', 'wrong_type']]],
    ['coverage', '{"items":"some"}', [['/parameters/items', 'invalid']]],
    ['coverage', '{"minPerCell":3}', [['/parameters/minPerCell', 'unknown_field']]],
    ['coverage', '{"":1}', [['/parameters/', 'unknown_field']]],
    ['coverage', '{"a/b~":1}', [['/parameters/a~1b~0', 'unknown_field']]],
    [
      'coverage',
      '{"min_per_cell":1.5,"no":1,"dimensions":[]}',
      [
        ['/parameters/dimensions', 'too_few'],
        ['/parameters/min_per_cell', 'wrong_type'],
        ['/parameters/no', 'unknown_field'],
      ],
    ],
    ['quality', '{"max_words":2}', [['/parameters/max_words', 'out_of_range']]],
    ['quality', '{"rules":{"nonsense":"off"}}', [['/parameters/rules/nonsense', 'unknown_field']]],
  ])('of %s are not %s', async (type, parameters, faults) => {
    expect(await faultsOf(type, parameters)).toEqual(faults);
  });

  it.each([
    ['{"__proto__":{"items":"none"}}', '/parameters/__proto__'],
    ['{"constructor":1}', '/parameters/constructor'],
    ['{"prototype":null}', '/parameters/prototype'],
    ['{"rules":{"__proto__":"off"}}', '/parameters/rules/__proto__'],
    ['{"rules":{"constructor":{"prototype":{}}}}', '/parameters/rules/constructor'],
    ['{"items":[{"__proto__":[]}]}', '/parameters/items/0/__proto__'],
  ])('are not %s', async (parameters, pointer) => {
    const faults = (await faultsOf('quality', parameters)) ?? [];
    expect(faults).toContainEqual([pointer, 'unknown_field']);
  });

  it('are not such a key in a document either', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const { body } = await graphql(
        `mutation { runAnalysis(input: { analysisType: QUALITY, parameters: { ${key}: 1 } }) { id } }`,
      );
      const [{ message, extensions }] = body.errors;
      expect([extensions.code, message]).toEqual([
        'BAD_REQUEST',
        `The key "${key}" is not allowed.`,
      ]);
    }
  });

  it('with such a key are refused beside other faults, all of them told', async () => {
    const { status, body } = await rest(
      'POST',
      '/analysis/run',
      '{"analysis_type":"no","__proto__":1,"question_ids":[],"parameters":{"__proto__":1}}',
    );
    expect(status).toBe(422);
    const pointers = body.errors.map(({ pointer }: Json) => pointer);
    expect(pointers.sort()).toEqual([
      '/__proto__',
      '/analysis_type',
      '/parameters/__proto__',
      '/question_ids',
    ]);
  });

  it('in a selection are refused by name', async () => {
    for (const key of ['__proto__', 'constructor']) {
      const { status, body } = await rest(
        'POST',
        '/analysis/run',
        `{"analysis_type":"coverage","selection":{"${key}":"x"}}`,
      );
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, `/selection/${key}`]);
    }
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
