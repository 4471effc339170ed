import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import {
  type GraphQLField,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { expect, it } from 'vitest';
import { rows } from '../../src/http/rest/rows.ts';
import { toPlayerQuestion } from '../../src/quizzes/player-view.ts';
import { rootFields } from '../../src/schema/access.ts';
import { buildSchema } from '../../src/schema/schema.ts';
import { bearer, logIn, makeAccount } from '../support/accounts.ts';
import { type Answer, createTestApp } from '../support/app.ts';
import { fillPath } from '../support/fill-path.ts';
import { isThorough, runs } from '../support/property-runs.ts';
import { makeQuestion } from '../support/questions.ts';
import { createRowCalls } from '../support/row-calls.ts';

const service = await createTestApp({
  env: { ANONYMOUS_SCOPES: '', WORKERS: '1', WEBHOOK_ALLOW_PRIVATE: 'on', LOG_LEVEL: 'debug' },
});
const { rest, graphql } = service;
const calls = await createRowCalls(service);
const { asAdmin } = calls;
const adminToken = asAdmin.authorization?.replace('Bearer ', '') ?? '';

/** In every key and alias, and nowhere else. */
const mark = `KEY${randomUUID().replaceAll('-', '')}`.toUpperCase();

// Without choices, which show the key among others.
const bank = fc
  .sample(fc.record({ text: fc.lorem({ maxCount: 5 }), level: fc.nat({ max: 2 }) }), {
    seed: 19,
    numRuns: 8,
  })
  .map(({ text, level }, n) =>
    makeQuestion({
      question_text: `${text} (${n})?`,
      correct_answer: `${mark} ${n}`,
      accepted_answers: [`alias ${mark} ${n}`],
      incorrect_answers: [],
      difficulty: level,
      topic_focus: 'Keys',
    }),
  );
const created = (await rest('POST', '/questions', bank, asAdmin)).body.data;
const [{ id: questionId }] = created;
await rest('PATCH', `/questions/${questionId}`, { topic_focus: 'keys' }, asAdmin);
const run = await rest(
  'POST',
  '/analysis/run',
  { analysis_type: 'answers', question_ids: created.map(({ id }: { id: string }) => id) },
  { ...asAdmin, prefer: 'wait=30' },
);
const response = { question_id: questionId, answer: `${mark} 0`, respondent: 'r' };
await rest('POST', '/responses', response, asAdmin);

const player = await makeAccount(service, adminToken, 'player');
const asPlayer = bearer((await logIn(service, player)).access_token);
const begun = await rest('POST', '/quiz-sessions', { criteria: { topic_focus: 'keys' } }, asPlayer);
const own = `/quiz-sessions/${begun.body.id}`;

/** Everything of a response that reaches the client. */
const seen = ({ status, headers, body }: Answer) =>
  JSON.stringify([status, [...headers], body]).toUpperCase();

it('keys are there to be read, by those who may', async () => {
  expect(seen(await rest('GET', `/questions/${questionId}`, undefined, asAdmin))).toContain(mark);
  expect(run.body.status).toBe('SUCCEEDED');
});

it('a player sees what was drawn without its key', async () => {
  const drawn = await rest('POST', `${own}/next`, { count: 8 }, asPlayer);
  expect(drawn.body.data).toHaveLength(8);
  for (const answer of [drawn, await rest('GET', own, undefined, asPlayer)]) {
    expect(seen(answer)).not.toContain(mark);
  }
  const wrong = { question_id: 'x', answer: '' };
  expect(seen(await rest('POST', `${own}/answers`, wrong, asPlayer))).not.toContain(mark);
});

it('a player reads no key at any address', async () => {
  const targets = new Map<string, string>([
    ['questions', questionId],
    ['analysis', run.body.id],
    ['quiz-sessions', begun.body.id],
  ]);
  const statuses = new Map<string, number>();
  for (const row of rows) {
    const [, kind = ''] = /^\/(?:auth\/)?([\w-]+)/.exec(row.path) ?? [];
    if (row.path.includes('{') && !targets.has(kind))
      targets.set(kind, await calls.makeTarget(row));
    const path = fillPath(row.path, targets.get(kind) ?? '') + calls.queryOf(row);
    const isAnswer = row.name === 'submitAnswer';
    const body = isAnswer ? { question_id: randomUUID(), answer: 'x' } : await calls.makeBody(row);
    const answer = await rest(row.method, path, body, asPlayer);
    expect([row.name, seen(answer).includes(mark)]).toEqual([row.name, false]);
    statuses.set(row.name, answer.status);
  }
  const read = ['getQuestion', 'listQuestions', 'getQuestionHistory', 'exportQuestions'];
  for (const name of [...read, 'listEvents', 'getAnalysis', 'adviseOnQuestion']) {
    expect([name, statuses.get(name)]).toEqual([name, 403]);
  }
});

const schema = buildSchema();
const ids = [questionId, run.body.id, begun.body.id];

/** A literal for a required argument; ids are those of something with a key. */
function valueFor(type: unknown, id: string): string {
  if (isNonNullType(type)) return valueFor(type.ofType, id);
  if (isListType(type)) return `[${valueFor(type.ofType, id)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(({ type: each }) => isNonNullType(each));
    return `{ ${fields.map((field) => `${field.name}: ${valueFor(field.type, id)}`).join(', ')} }`;
  }
  const name = String(type);
  if (name === 'Int' || name === 'Float') return '1';
  if (name === 'Boolean') return 'true';
  if (name === 'JSON') return `{ id: "${id}" }`;
  return `"${id}"`;
}

function select(field: GraphQLField<unknown, unknown>, id: string, depth: number): string {
  const given = field.args
    .filter(isRequiredArgument)
    .map((argument) => `${argument.name}: ${valueFor(argument.type, id)}`);
  const head = field.name + (given.length > 0 ? `(${given.join(', ')})` : '');
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return head;
  const inner = isObjectType(type) ? Object.values(type.getFields()) : [];
  const chosen = inner
    .filter(({ type: each }) => depth > 0 || !isCompositeType(getNamedType(each)))
    .map((each) => select(each, id, depth - 1));
  return `${head} { __typename ${chosen.join(' ')} }`;
}

it('a player reads no key by any field of GraphQL', async () => {
  const queries = Object.keys(schema.getQueryType()?.getFields() ?? {});
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
  const without = new Set(['submitAnswer', 'drawQuestions', 'logOut']);
  for (const field of rootFields(schema)) {
    const isQuery = queries.includes(field.name);
    if ((!isQuery && !mutations.includes(field.name)) || without.has(field.name)) continue;
    for (const id of isQuery && field.args.some(isRequiredArgument) ? ids : [questionId]) {
      // As deep as the cost allows.
      for (const depth of isThorough ? [2, 1, 0] : [1]) {
        const document = `${isQuery ? 'query' : 'mutation'} { ${select(field, id, depth)} }`;
        const answer = await graphql(document, {}, asPlayer);
        expect([document, seen(answer).includes(mark)]).toEqual([document, false]);
      }
    }
  }
});

it('the order of choices does not depend on which of them is the key', () => {
  const secret = Buffer.alloc(32, 7);
  const choices = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(choices, fc.nat(), fc.uuid(), (all, at, sessionId) => {
      const viewOf = (key: number) =>
        toPlayerQuestion(secret, sessionId, {
          id: questionId,
          questionText: 'Which?',
          correctAnswer: all[key] ?? '',
          incorrectAnswers: all.filter((_, index) => index !== key),
          acceptedAnswers: [],
          category: 'Science',
          difficulty: 0,
          topicFocus: null,
          source: null,
          externalId: null,
        });
      expect(viewOf(at % all.length)).toEqual(viewOf(0));
    }),
    runs(100),
  );
});

it('neither the size of an answer, nor its headers, nor the work for it depends on the key', async () => {
  const choices = ['Amber', 'Basalt', 'Coral!', 'Dolomite and more'];
  const topic_focus = 'Sizes';
  const asked = makeQuestion({ topic_focus, correct_answer: 'x', incorrect_answers: ['y'] });
  const { id } = (await rest('POST', '/questions', asked, asAdmin)).body;
  const shapes = [];
  for (const [at, key] of choices.entries()) {
    const incorrect_answers = choices.filter((choice) => choice !== key);
    // As many as the key has, of any length.
    const accepted_answers = Array.from({ length: at }, (_, n) => `${n} ${'long '.repeat(9 * at)}`);
    const content = { correct_answer: key, incorrect_answers, accepted_answers };
    await rest('PATCH', `/questions/${id}`, content, asAdmin);
    const session = { criteria: { topic_focus }, seed: 'same' };
    const { body } = await rest('POST', '/quiz-sessions', session, asPlayer);
    const path = `/quiz-sessions/${body.id}`;
    const ask = async (method: string, address: string, given?: object) => {
      const name = `shape-${at}-${method}-${address.split('/').at(-1)}`;
      return shapeOf(
        await rest(method, address, given, { ...asPlayer, 'x-request-id': name }),
        name,
      );
    };
    shapes.push({
      drawn: await ask('POST', `${path}/next`, {}),
      shown: await ask('GET', path),
      // Right for the second key alone. What it is told is no secret; the way there is the same.
      checked: {
        ...(await ask('POST', `${path}/answers`, { question_id: id, answer: 'Basalt' })),
        size: 0,
      },
    });
  }
  for (const shape of shapes) expect(shape).toEqual(shapes[0]);
});

/** All that could tell answers apart besides their words: sizes, headers and what was done for them. */
function shapeOf({ status, headers, body }: Answer, requestId: string) {
  const changing = ['date', 'x-request-id', 'ratelimit', 'etag'];
  const kept = [...headers].filter(([name]) => !changing.includes(name));
  const work = service.logged
    .filter(({ msg, request_id }) => msg === 'Statement' && request_id === requestId)
    .map(({ sql }) => sql)
    // Who asks may be remembered, and a draw looks until it finds a question.
    .filter((sql) => !/sessions"|accounts"|question_slots|count\(\*\)/.test(sql));
  return { status, size: JSON.stringify(body).length, kept, work };
}
