import {
  type GraphQLObjectType,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  buildSchema as makeSchema,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileCost } from '../../src/schema/cost.ts';
import { buildSchema } from '../../src/schema/schema.ts';
import { createTestApp } from '../support/app.ts';

const schema = buildSchema();

function objects(query: string, variables: Record<string, unknown> = {}, name?: string): number {
  return compileCost(schema, parse(query), name)(variables).objects;
}

function points(query: string, variables: Record<string, unknown> = {}): number {
  return compileCost(schema, parse(query))(variables).points;
}

describe('the points of an operation', () => {
  it('are 1 for a default page and 5 for a full one', () => {
    expect(points('{ questions { nodes { id } } }')).toBe(1);
    expect(points('{ questions(first: 20) { nodes { id } } }')).toBe(1);
    expect(points('{ questions(first: 21) { nodes { id } } }')).toBe(2);
    expect(points('{ questions(first: 100) { nodes { id } } }')).toBe(5);
    expect(points('{ questions(last: 100) { edges { node { id } } } }')).toBe(5);
  });

  it('are at least 1', () => {
    expect(points('{ __typename }')).toBe(1);
    expect(points('{ question(id: "x") { id } }')).toBe(1);
  });

  it('of counts are those of a page', () => {
    const counts =
      'questionCounts(by: [CATEGORY, DIFFICULTY]) { groups { categoryName count } total }';
    expect(points(`{ ${counts} }`)).toBe(1);
  });
});

describe('the points of work that selects few objects', () => {
  it('are one for each answer in a quiz, and one for every 20 questions that are drawn', () => {
    const answer = (n: number) =>
      `a${n}: submitAnswer(sessionId: "x", input: { questionId: "y", answer: "z" }) { correct }`;
    const answers = (count: number) => Array.from({ length: count }, (_, n) => answer(n)).join(' ');
    expect(points(`mutation { ${answers(1)} }`)).toBe(1);
    expect(points(`mutation { ${answers(15)} }`)).toBe(15);
    const draw =
      'mutation ($n: Int) { drawQuestions(sessionId: "x", count: $n) { questions { id } } }';
    const counts = [undefined, 20, 21, 50, 51, -1];
    expect(counts.map((n) => points(draw, { n }))).toEqual([1, 1, 2, 3, 3, 3]);
    const begin = (name: string) => `${name}: createQuizSession { id }`;
    expect(points(`mutation { ${['a', 'b', 'c'].map(begin).join(' ')} }`)).toBe(3);
  });

  const create = 'mutation ($input: [QuestionInput!]!) { createQuestions(input: $input) { id } }';

  it('are one for every 20 questions that a bulk write creates', () => {
    const pointsOf = (count: number) => points(create, { input: Array(count).fill({}) });
    expect([1, 20, 21, 1000].map(pointsOf)).toEqual([1, 1, 2, 50]);
    // The limit of objects is about what is selected.
    expect(objects(create, { input: Array(1000).fill({}) })).toBe(1);
    const nested = create.replace('{ id }', '{ history { nodes { version } } }');
    expect(objects(nested, { input: Array(30).fill({}) })).toBeGreaterThan(400);
    expect(points('mutation { createQuestions(input: [{}, {}]) { id } }')).toBe(1);
  });

  it('are twice those of a page for a search', () => {
    const search = (page: string) =>
      `{ questions(filter: {search: "moon"}, ${page}) { nodes { id } } }`;
    expect(points(search('first: 20'))).toBe(2);
    expect(points(search('first: 100'))).toBe(10);
    expect(points(search('first: 1'))).toBe(2);
    expect(points('{ questions(filter: {search: "moon"}) { totalCount } }')).toBe(2);
    expect(points('{ questions(filter: {topicFocus: "moon"}) { nodes { id } } }')).toBe(1);
    const query =
      'query ($f: QuestionFilter) { ...F } fragment F on Query { questions(filter: $f) { nodes { id } } }';
    expect(points(query, { f: { search: 'moon' } })).toBe(2);
    expect(points(query, { f: { search: null } })).toBe(1);
    expect(objects(query, { f: { search: 'moon' } })).toBe(20);
  });

  it('are more than four full pages for a comparison of two runs', () => {
    const query = '{ compareAnalyses(id: "a", other: "b") { newCount } }';
    expect(points(query)).toBeGreaterThan(20);
  });
});

describe('a list', () => {
  it('counts as a full page until its field says how long it is', () => {
    const made = makeSchema(`
      type Query { things: [Thing!]!, pages(first: Int): Things! }
      type Thing { id: ID }
      type Things { nodes: [Thing!]! }`);
    const count = (query: string) => compileCost(made, parse(query))({}).objects;
    expect(count('{ things { id } }')).toBe(100);
    expect(count('{ pages(first: 7) { nodes { id } } }')).toBeGreaterThanOrEqual(7);
  });

  it('of the schema always says how long it is', () => {
    const forgotten = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
      .flatMap((type) =>
        Object.values((type as GraphQLObjectType).getFields()).flatMap((field) => {
          const { length, isPart, isItemPage, maxLength, writes, isLinked } = field.extensions;
          const isList = isListType(getNullableType(field.type));
          const isObject = isCompositeType(getNamedType(field.type));
          const isDeclared = length ?? isPart ?? isItemPage ?? maxLength ?? writes ?? isLinked;
          return isList && isObject && !isDeclared ? [`${type.name}.${field.name}`] : [];
        }),
      );
    expect(forgotten).toEqual([]);
  });
});

describe('the objects of an operation', () => {
  it('multiply through nodes and through edges', () => {
    const inner = 'history(first: 10) { nodes { version } }';
    expect(objects(`{ questions(first: 5) { nodes { ${inner} } } }`)).toBe(5 * (1 + 10));
    expect(objects(`{ questions(first: 5) { edges { node { ${inner} } } } }`)).toBe(5 * (1 + 10));
    expect(objects('{ questions(first: 5) { nodes { history { nodes { version } } } } }')).toBe(
      5 * (1 + 20),
    );
  });

  it('leave out scalars and the figures of a page', () => {
    const figures = 'totalCount pageInfo { hasNextPage endCursor } page { limit total hasMore }';
    expect(objects(`{ questions(first: 50) { ${figures} } }`)).toBe(1);
    const all = 'id questionText correctAnswer incorrectAnswers category version createdAt';
    expect(objects(`{ questions(first: 50) { ${figures} nodes { ${all} } } }`)).toBe(50);
  });

  it('follow variables, and their defaults', () => {
    const query = 'query ($n: Int = 30) { questions(first: $n) { nodes { id } } }';
    expect(objects(query)).toBe(30);
    expect(objects(query, { n: 70 })).toBe(70);
    expect(objects(query, { n: null })).toBe(20);
    expect(objects('query ($n: Int) { questions(first: $n) { nodes { id } } }')).toBe(20);
  });

  it('count the questions that the items of a result link to', () => {
    const query = (selection: string) =>
      `query ($n: Int = 10) { analysis(id: "x") { typedResult(limit: $n) { ... on DuplicatesResult { ${selection} } } } }`;
    const base = objects(query('items { questionId }'));
    expect(objects(query('items { question { id } }'))).toBe(base + 10);
    expect(objects(query('items { question { id } }'), { n: null })).toBe(base + 1000);
    expect(objects(query('items { alike(limit: 3) { question { id } } }'))).toBe(base + 1 + 30);
    expect(objects(query('items { alike { question { id } } }'))).toBe(base + 1 + 100);
    expect(objects(query('pairs(limit: 7) { questionA { id } questionB { id } }'))).toBe(base + 14);
    expect(objects(query('clusters(limit: 4) { questions(limit: 5) { id } }'))).toBe(base + 20);
    expect(objects(query('clusters(limit: -4) { questions(limit: 5) { id } }'))).toBe(base + 5000);
  });

  it('are those of the larger of first and last', () => {
    expect(objects('{ questions(first: null, last: 100) { nodes { id } } }')).toBe(100);
    expect(objects('{ questions(last: 100, first: 1) { nodes { id } } }')).toBe(100);
  });

  it('are those of a full page when a size cannot be used', () => {
    for (const size of ['0', '-1', '1000000', '1.5e300', '"7"', '[]']) {
      expect(objects(`{ questions(first: ${size}) { nodes { id } } }`)).toBe(100);
    }
  });

  it('add up over aliases, fragments and inline fragments', () => {
    const page = 'questions { nodes { id } }';
    expect(objects(`{ a: ${page} b: ${page} c: ${page} }`)).toBe(60);
    expect(
      objects(
        `{ ...F ... on Query { a: ${page} } ... { b: ${page} } } fragment F on Query { ${page} }`,
      ),
    ).toBe(60);
    expect(
      objects(
        '{ questions { ...F } } fragment F on QuestionConnection { nodes { ...N } } fragment N on Question { id }',
      ),
    ).toBe(20);
    expect(objects('{ node(id: "x") { ... on Question { history { nodes { version } } } } }')).toBe(
      21,
    );
  });

  it('are those of the operation that runs', () => {
    const query =
      'query A { questions(first: 1) { nodes { id } } } query B { questions { nodes { id } } }';
    expect([objects(query, {}, 'A'), objects(query, {}, 'B')]).toEqual([1, 20]);
  });

  it('count the standard introspection query as a page, and aliases in it as more', () => {
    expect(points(getIntrospectionQuery())).toBe(1);
    expect(objects('{ a: __schema { types { name } } b: __schema { types { name } } }')).toBe(40);
    expect(
      objects(
        '{ __schema { a: types { ...T } b: types { ...T } } } fragment T on __Type { c: name d: name }',
      ),
    ).toBe(20 * 7);
  });

  it('are counted in no time where fragments double at every step', () => {
    const bomb = Array.from(
      { length: 30 },
      (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`,
    );
    const query = `{ ...F0 } ${bomb.join(' ')} fragment F30 on Query { questions { nodes { id } } }`;
    const before = process.cpuUsage();
    expect(objects(query)).toBe(20 * 2 ** 30);
    // Evaluated step by step, these would be billions of steps.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  });
});

describe('a query for more than 400 objects', () => {
  it('is refused before any SQL', async () => {
    const { app, graphql, logged } = await createTestApp();
    // A query that reached the database would now fail with a server error.
    await app.database.pool.query('DROP TABLE questions CASCADE');
    const page = 'questions(first: 100) { nodes { id } }';
    const answer = await graphql(`{ a: ${page} b: ${page} c: ${page} d: ${page} e: ${page} }`);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toBeUndefined();
    expect(answer.body.errors[0]).toMatchObject({
      message: 'The query selects up to 500 objects; the limit is 400. Request smaller pages.',
      extensions: { code: 'QUERY_TOO_COMPLEX' },
    });
    const nested = await graphql(
      '{ questions(first: 21) { nodes { history { nodes { version } } } } }',
    );
    expect(nested.body.errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX');
    expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is 400 for clients that read GraphQL’s own type', async () => {
    const { graphql } = await createTestApp();
    const query =
      '{ questions(first: 100) { nodes { history(first: 100) { nodes { version } } } } }';
    const accept = { accept: 'application/graphql-response+json' };
    const { status, body } = await graphql(query, undefined, accept);
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'QUERY_TOO_COMPLEX']);
  });
});
