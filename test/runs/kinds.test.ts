import { Ajv2020 } from 'ajv/dist/2020.js';
import { buildSchema, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { analysisTypes, partNameOf } from '../../src/analyses/registry.ts';
import { toCamelCase } from '../../src/domain/naming.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { startEmbeddingsServer } from '../support/embeddings-server.ts';
import { makeQuestion } from '../support/questions.ts';

const provider = await startEmbeddingsServer();
const env = { WORKERS: '1', EMBEDDINGS_URL: provider.url, EMBEDDINGS_MODEL: 'test' };
const { rest, graphql, logged } = await createTestApp({ env });
const names = analysisTypes.map(({ name }) => name);
const { body: kinds } = await rest('GET', '/analysis/types');
const { body: sdl } = await rest('GET', '/schema.graphql');

const questions = Array.from({ length: 12 }, (_, n) =>
  makeQuestion({
    category: ['Science', 'Literature', 'Geography'][n % 3],
    difficulty: n % 2,
    topic_focus: n % 4 ? `Topic ${n % 4}` : null,
  }),
);
await rest('POST', '/questions', [
  ...questions,
  makeQuestion({ question_text: 'what is the the answer ?', correct_answer: 'the answer ' }),
]);

const schemas = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
const faultsOf = (schema: object, value: unknown) => {
  schemas.validate(schema, value);
  return schemas.errors ?? [];
};

describe('the kinds of analyses', () => {
  it('are all shown, with sound JSON Schemas of what goes in and what comes out', () => {
    expect(kinds.data.map(({ name }: Json) => name)).toEqual(names);
    for (const kind of kinds.data) {
      expect(kind).toMatchObject({ title: expect.any(String), description: expect.any(String) });
      for (const schema of [kind.parameters, kind.result]) {
        expect([kind.name, schemas.validateSchema(schema), schemas.errors]).toEqual([
          kind.name,
          true,
          null,
        ]);
        expect(schema.type).toBe('object');
      }
      expect(faultsOf(kind.parameters, {})).toEqual([]);
    }
  });

  it('are the same over GraphQL', async () => {
    const query = `{ analysisTypes {
      analysisType name title description engineVersion available parameters result
    } }`;
    const { data } = (await graphql(query)).body;
    expect(data.analysisTypes).toEqual(
      kinds.data.map(({ engine_version, ...kind }: Json) => ({
        ...kind,
        engineVersion: engine_version,
        analysisType: kind.name.toUpperCase(),
      })),
    );
  });

  it('are all available, embeddings by a bundled model', async () => {
    expect(kinds.data.every((kind: Json) => kind.available)).toBe(true);
  });
});

describe.each(names)('the analysis %s', (name) => {
  const kind = kinds.data.find((each: Json) => each.name === name);
  const body = { analysis_type: name, parameters: { items: 'all' } };

  it('gives what its schemas say', async () => {
    const { status, body: run } = await rest('POST', '/analysis/run', body, { prefer: 'wait=30' });
    expect([status, run.error, run.status]).toEqual([200, null, 'SUCCEEDED']);
    // Large parameters are shown by count and hash.
    const { responses: _, ...shown } = run.parameters;
    expect(faultsOf(kind.parameters, shown)).toEqual([]);
    expect(faultsOf(kind.result, run.result)).toEqual([]);
    expect([run.question_count, run.engine_version]).toEqual([13, kind.engine_version]);
  });

  it('gives the same in types of its own', async () => {
    const { body: run } = await rest('POST', '/analysis/run', body, { prefer: 'wait=30' });
    const schema = buildSchema(sdl);
    const type = schema.getType(partNameOf(name, 'Result')) as GraphQLObjectType;
    const { body: reported } = await graphql(
      `query ($id: ID!) {
        analysis(id: $id) {
          typedResult { __typename ... on ${type.name} ${selectionOf(type)} }
        }
      }`,
      { id: run.id },
    );
    expect(reported.errors).toBeUndefined();
    const { __typename, ...typed } = reported.data.analysis.typedResult;
    expect(__typename).toBe(type.name);
    expect(withoutNulls(typed)).toEqual(withoutNulls(inNamesOf(type, run.result)));
  });
});

/** Every field of a type, recursively. */
function selectionOf(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).map((field) => {
    const inner = getNamedType(field.type);
    // Not part of the result, and too many to read at once.
    if (String(inner) === 'Question') return '';
    return isObjectType(inner) ? `${field.name} ${selectionOf(inner)}` : field.name;
  });
  return `{ ${fields.join(' ')} }`;
}

/** JSON with the names of the GraphQL type; what GraphQL cannot describe keeps its own. */
function inNamesOf(type: GraphQLObjectType, value: Json): Json {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => inNamesOf(type, item));
  return Object.fromEntries(
    Object.entries<Json>(value).map(([key, item]) => {
      const name = toCamelCase(key);
      const inner = getNamedType(type.getFields()[name]?.type);
      expect([key, inner]).toEqual([key, expect.anything()]);
      return [name, isObjectType(inner) ? inNamesOf(inner, item) : item];
    }),
  );
}

/** Optional JSON fields are null over GraphQL. */
function withoutNulls(value: Json): Json {
  return JSON.parse(JSON.stringify(value, (_, item) => (item === null ? undefined : item)));
}

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
