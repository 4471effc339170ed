import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Answer, createTestApp } from '../support/app.ts';

const { graphql, rest, logged } = await createTestApp();

const repeat = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join(' ');

/** Fields nested to this depth; their names do not matter yet. */
const nested = (levels: number) => `${'a { '.repeat(levels - 1)}a${' }'.repeat(levels - 1)}`;

const chain = (count: number) =>
  `{ ...F0 } ${repeat(count, (n) => `fragment F${n} on Query { ...F${n + 1} }`)} fragment F${count} on Query { __typename }`;

const doubling = (type: string, count: number, leaf: string) =>
  `${repeat(count, (n) => `fragment F${n} on ${type} { ...F${n + 1} ...F${n + 1} }`)} fragment F${count} on ${type} { ${leaf} }`;

function codeOf({ body }: Answer): string {
  expect(body.data ?? null).toBeNull();
  return body.errors[0].extensions.code;
}

describe('a document that is too much', () => {
  const tooMuch: Record<string, string> = {
    '4,000 levels': `{ ${nested(4000)} }`,
    '11 levels': `{ ${nested(11)} }`,
    '11 levels through fragments': `{ a { a { a { a { a { ...F } } } } } } fragment F on Query { a { a { a { ... on Query { a { a { a } } } } } } }`,
    '20,000 aliases': `{ ${repeat(20_000, (n) => `a${n}: __typename`)} }`,
    '16 aliases': `{ ${repeat(16, (n) => `a${n}: questions(first: 1) { totalCount }`)} }`,
    '16 aliases of __typename': `{ ${repeat(16, (n) => `a${n}: __typename`)} }`,
    '3,000 times the same field': `{ ${'__typename '.repeat(3000)} }`,
    '251 fields': `{ ${'__typename '.repeat(251)} }`,
    'a chain of 1,000 fragments': chain(1000),
    '10,000 directives': `{ __typename ${'@include(if: true) '.repeat(10_000)} }`,
    '21 directives': `{ __typename ${'@x '.repeat(21)} }`,
    'fragments that double 30 times': `{ ...F0 } ${doubling('Query', 30, '__typename')}`,
    'fragments that double below a list': `{ questions(first: 1) { nodes { ...F0 } } } ${doubling('Question', 30, 'id')}`,
    'fragments that double and are not used': `{ __typename } ${doubling('Query', 30, '__typename')}`,
    'the schema through aliases and fragments': `{ __schema { ${repeat(5, (n) => `a${n}: types { ...A }`)} } } fragment A on __Type { ${repeat(5, (n) => `b${n}: fields { type { ...B } }`)} } fragment B on __Type { ${repeat(5, (n) => `c${n}: fields { name }`)} }`,
    '1,001 tokens of text': `{ question(id: "${'x'.repeat(10)}") { ${'id '.repeat(1000)} } }`,
  };

  it.each(Object.entries(tooMuch))('is refused: %s', async (_, query) => {
    const before = process.cpuUsage();
    expect(codeOf(await graphql(query))).toBe('QUERY_TOO_COMPLEX');
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(500);
  });

  it('is refused again when it is remembered', async () => {
    const query = `{ ${repeat(16, (n) => `b${n}: __typename`)} }`;
    for (let n = 0; n < 3; n += 1) expect(codeOf(await graphql(query))).toBe('QUERY_TOO_COMPLEX');
  });

  it('is refused by GET as well', async () => {
    const query = encodeURIComponent(`{ ${repeat(16, (n) => `a${n}: __typename`)} }`);
    expect(codeOf(await rest('GET', `/graphql?query=${query}`))).toBe('QUERY_TOO_COMPLEX');
  });
});

describe('a request that cannot be run', () => {
  it('is refused as such: circular fragments, a batch, too large a page', async () => {
    const cycle = '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }';
    expect(codeOf(await graphql(cycle))).toBe('BAD_REQUEST');
    const self = '{ questions { nodes { ...A } } } fragment A on Question { id ...A ...A }';
    expect(codeOf(await graphql(self))).toBe('BAD_REQUEST');
    const batch = await rest('POST', '/graphql', [{ query: '{ __typename }' }]);
    expect([batch.status, codeOf(batch)]).toEqual([400, 'BAD_REQUEST']);
    expect(codeOf(await graphql('{ questions(first: 1000000) { nodes { id } } }'))).toBe(
      'BAD_REQUEST',
    );
    expect(codeOf(await graphql('{ questions(first: 9999999999) { nodes { id } } }'))).toBe(
      'BAD_REQUEST',
    );
  });

  it('is refused before it is read when its variables are 25 MB', async () => {
    const answer = await graphql('query ($x: String) { __typename }', {
      x: 'x'.repeat(25_000_000),
    });
    expect([answer.status, codeOf(answer)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('a document within the limits', () => {
  it('runs with 10 levels, 15 aliases, 250 fields', async () => {
    const deep = await graphql(`{ ${nested(10)} }`);
    expect(deep.body.errors[0].message).toContain('Cannot query field "a"');
    const aliases = await graphql(`{ ${repeat(15, (n) => `a${n}: __typename`)} }`);
    expect(Object.keys(aliases.body.data)).toHaveLength(15);
    const fields = await graphql(`{ ${'__typename '.repeat(250)} }`);
    expect(fields.body).toEqual({ data: { __typename: 'Query' } });
  });

  it('runs when it is the standard introspection query, in its longest form', async () => {
    const options = {
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    };
    for (const query of [getIntrospectionQuery(), getIntrospectionQuery(options)]) {
      const { body } = await graphql(query);
      expect(body.errors).toBeUndefined();
      expect(body.data.__schema.queryType.name).toBe('Query');
    }
  });

  it('runs over REST with more aliases than a caller may write', async () => {
    const { id } = (
      await rest('POST', '/questions', {
        question_text: 'Q',
        correct_answer: 'A',
        category: 'Science',
        difficulty: 0,
      })
    ).body;
    expect((await rest('GET', `/questions/${id}/history`)).status).toBe(200);
  });
});

describe('the schema', () => {
  const misspelt = '{ questionz { nodes { id } } }';
  const variable = 'query ($c: [Category!]) { questions(filter: { category: $c }) { totalCount } }';

  it('is told and hinted at with INTROSPECTION=on', async () => {
    expect((await graphql(misspelt)).body.errors[0].message).toContain('Did you mean');
    expect(JSON.stringify((await graphql(variable, { c: ['SCIENCES'] })).body)).toContain(
      'Did you mean',
    );
  });

  it('is neither told nor hinted at with INTROSPECTION=off', async () => {
    const closed = await createTestApp({ env: { INTROSPECTION: 'off' } });
    for (const query of [
      '{ __schema { types { name } } }',
      '{ __type(name: "Query") { name } }',
      getIntrospectionQuery(),
    ]) {
      const { body } = await closed.graphql(query);
      expect([body.data ?? null, body.errors[0].extensions.code]).toEqual([null, 'BAD_REQUEST']);
    }
    const hints = [
      await closed.graphql(misspelt),
      await closed.graphql('{ questions(filter: { categry: SCIENCE }) { totalCount } }'),
      await closed.graphql('{ questions(filter: { category: SCIENCES }) { totalCount } }'),
      await closed.graphql('{ questions(frst: 1) { totalCount } }'),
      await closed.graphql(variable, { c: ['SCIENCES'] }),
      await closed.graphql('query ($f: QuestionFilter) { questions(filter: $f) { totalCount } }', {
        f: { categry: 'X' },
      }),
    ];
    for (const { body } of hints) {
      expect(body.errors.length).toBeGreaterThan(0);
      expect(JSON.stringify(body)).not.toContain('Did you mean');
    }
    expect(
      (await closed.graphql('{ questions { totalCount } }')).body.data.questions.totalCount,
    ).toBe(0);
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
