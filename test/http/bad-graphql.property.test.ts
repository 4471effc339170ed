import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { toCamelCase } from '../../src/domain/naming.ts';
import { createTestApp, type Json } from '../support/app.ts';
import {
  expectValidGraphql,
  hostileHeader,
  hostileJson,
  hostileText,
  nearlyValidQuestion,
} from '../support/hostile.ts';
import { runs } from '../support/property-runs.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest, graphql, logged } = await createTestApp();
const { body: question } = await rest('POST', '/questions', makeQuestion());

afterAll(() => {
  expect(
    logged.filter(({ level, request_id }) => level === 'error' || (level === 'warn' && request_id)),
  ).toEqual([]);
});

const fields = `id questionText correctAnswer incorrectAnswers category difficulty topicFocus source
  externalId version`;
const documents = {
  create: `mutation ($input: QuestionInput!) { createQuestion(input: $input) { ${fields} } }`,
  createMany: `mutation ($input: [QuestionInput!]!) { createQuestions(input: $input) { id } }`,
  update: `mutation ($id: ID!, $input: QuestionChangesInput!, $ifVersion: [Int!]) {
    updateQuestion(id: $id, input: $input, ifVersion: $ifVersion) { ${fields} }
  }`,
  restore: `mutation ($id: ID!, $version: Int!) { restoreQuestion(id: $id, version: $version) { id } }`,
  list: `query ($filter: QuestionFilter, $sort: QuestionSort, $first: Int, $after: String,
                $last: Int, $before: String, $offset: Int) {
    questions(filter: $filter, sort: $sort, first: $first, after: $after, last: $last,
              before: $before, offset: $offset) { totalCount pageInfo { endCursor } }
  }`,
};

const enumNames = new Map<unknown, string>([
  ['Science', 'SCIENCE'],
  [' general knowledge', 'GENERAL_KNOWLEDGE'],
  ...['BASIC', 'INTERMEDIATE', 'ADVANCED'].entries(),
]);

/** The same nearly valid question with GraphQL field names. */
const nearlyValidInput = nearlyValidQuestion.map(
  (sent): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [
        toCamelCase(name),
        ['category', 'difficulty'].includes(name) ? (enumNames.get(value) ?? value) : value,
      ]),
    ),
);

const cleaned = (value: unknown) =>
  typeof value === 'string' ? value.normalize('NFC').trim() : (value ?? null);

function expectKept(sent: Json, kept: Json): void {
  for (const [field, value] of Object.entries(sent)) {
    // GraphQL coerces a single value to a list.
    const isList = field === 'incorrectAnswers';
    expect(kept[field]).toEqual(isList ? [value].flat().map(cleaned) : cleaned(value));
  }
}

describe('variables', () => {
  it('of nearly sound questions are kept as they were meant, or refused', async () => {
    let kept = 0;
    const property = fc.asyncProperty(nearlyValidInput, async (input) => {
      const answer = await graphql(documents.create, { input });
      expectValidGraphql(answer);
      const made = answer.body.data?.createQuestion;
      if (!made) return;
      kept += 1;
      // As JSON has it: infinity is null.
      expectKept(JSON.parse(JSON.stringify(input)), made);
      const { body } = await graphql(`{ question(id: "${made.id}") { ${fields} } }`);
      expect(body.data.question).toEqual(made);
    });
    const { numRuns } = runs(120);
    await fc.assert(property, { numRuns });
    expect(kept).toBeGreaterThan(numRuns / 12);
  });

  it('of nearly sound changes are kept as they were meant, or refused', async () => {
    const change = nearlyValidInput.chain((whole) => fc.subarray(Object.entries(whole)));
    const property = fc.asyncProperty(change, async (entries) => {
      const input = Object.fromEntries(entries);
      const answer = await graphql(documents.update, { id: question.id, input });
      expectValidGraphql(answer);
      const made = answer.body.data?.updateQuestion;
      if (made)
        // As JSON has it: infinity is null.
        expectKept(JSON.parse(JSON.stringify(input)), made);
    });
    await fc.assert(property, runs(100));
  });

  it('of many nearly sound questions are kept whole or not at all', async () => {
    const property = fc.asyncProperty(
      fc.array(nearlyValidInput, { maxLength: 4 }),
      async (input) => {
        const before = (await rest('GET', '/questions')).body.page.total;
        const answer = await graphql(documents.createMany, { input });
        expectValidGraphql(answer);
        const added = answer.body.data?.createQuestions ? input.length : 0;
        expect((await rest('GET', '/questions')).body.page.total).toBe(before + added);
      },
    );
    await fc.assert(property, runs(30));
  });

  it('of any JSON get an answer', async () => {
    const names = ['id', 'input', 'ifVersion', 'version', 'filter', 'sort', 'first', 'after'];
    const variables = fc.dictionary(
      fc.oneof(fc.constantFrom(...names, 'last', 'before', 'offset'), hostileText),
      hostileJson,
      { maxKeys: 4 },
    );
    const property = fc.asyncProperty(
      fc.constantFrom(...Object.values(documents)),
      variables,
      async (document, given) => expectValidGraphql(await graphql(document, given)),
    );
    await fc.assert(property, runs(150));
  });

  it('of a filter with any values get an answer', async () => {
    const names = ['category', 'difficulty', 'topicFocus', 'search', 'ids', 'source'];
    const value = fc.oneof(hostileText, hostileJson, fc.date().map(String), fc.array(hostileText));
    const filter = fc.dictionary(fc.constantFrom(...names, 'createdAfter', 'updatedAfter'), value, {
      maxKeys: 3,
    });
    const property = fc.asyncProperty(filter, async (given) =>
      expectValidGraphql(await graphql(documents.list, { filter: given })),
    );
    await fc.assert(property, runs(100));
  });
});

describe('documents', () => {
  const words = [
    ...'{ } ( ) [ ] : = ! $ @ | & ... "" """ #'.split(' '),
    ...'query mutation subscription fragment on true null 0 -1 1e9 "x" $id $x ID Int'.split(' '),
    ...'questions question node questionHistory createQuestion deleteQuestion id first'.split(' '),
    ...'filter nodes edges cursor history changes __typename __schema @include @skip if'.split(' '),
  ];

  it('of any words get an answer', async () => {
    const document = fc.array(fc.oneof(fc.constantFrom(...words), hostileText), { maxLength: 25 });
    const property = fc.asyncProperty(document, async (given) =>
      expectValidGraphql(await graphql(given.join(' '))),
    );
    await fc.assert(property, runs(120));
  });

  it('that were sound and are spoilt in one place get an answer', async () => {
    const corrupted = fc.tuple(
      fc.constantFrom(...Object.values(documents)),
      fc.nat(),
      fc.oneof(fc.constantFrom('', ...words), hostileText),
    );
    const property = fc.asyncProperty(corrupted, async ([document, at, word]) => {
      const parts = document.split(/\b/);
      parts[at % parts.length] = word;
      expectValidGraphql(await graphql(parts.join(''), { id: question.id, version: 1 }));
    });
    await fc.assert(property, runs(120));
  });
});

describe('requests', () => {
  it('of any JSON get an answer', async () => {
    const names = fc.constantFrom('query', 'variables', 'operationName', 'extensions', 'x');
    const body = fc.oneof(hostileJson, fc.dictionary(names, hostileJson));
    const property = fc.asyncProperty(body, async (given) =>
      expectValidGraphql(await rest('POST', '/graphql', JSON.stringify(given))),
    );
    await fc.assert(property, runs(100));
  });

  it('with any query string or header get an answer', async () => {
    const names = fc.constantFrom('query', 'variables', 'operationName', 'extensions', 'x');
    const pairs = fc.array(fc.tuple(names, fc.oneof(hostileText, fc.constant('{__typename}'))));
    const headers = fc.dictionary(
      fc.constantFrom('x-request-id', 'idempotency-key', 'prefer', 'if-match', 'content-type'),
      hostileHeader,
    );
    const property = fc.asyncProperty(pairs, headers, async (query, given) => {
      expectValidGraphql(
        await rest('GET', `/graphql?${new URLSearchParams(query)}`, undefined, given),
      );
      expectValidGraphql(await graphql('{ __typename }', {}, given));
    });
    await fc.assert(property, runs(100));
  });
});
