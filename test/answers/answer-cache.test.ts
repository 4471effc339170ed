import {
  buildSchema as buildPlainSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { anonymous } from '../../src/domain/caller.ts';
import { createAnswerCache } from '../../src/http/answers/answer-cache.ts';
import { answerKey, asksForFresh } from '../../src/http/answers/answers.ts';
import { usesQuestionsAlone } from '../../src/schema/questions-alone.ts';
import { recordReads } from '../../src/schema/reads.ts';
import { buildSchema } from '../../src/schema/schema.ts';
import { fillWithLists, listReads, makeAnswer } from '../support/remembered-lists.ts';

describe('the memory of answers', () => {
  it('stays within its bytes under many different lists', () => {
    fillWithLists(50_000);
  });

  it('keeps no answer that would crowd out the others, and no buffer larger than its answer', () => {
    const cache = createAnswerCache(1_000_000);
    cache.store('large', cache.begin(), listReads({}), makeAnswer(100_000));
    expect(cache.size).toBe(0);
    const part = Buffer.alloc(8192).subarray(0, 10);
    cache.store('small', cache.begin(), listReads({}), { ...makeAnswer(0), body: part });
    expect(cache.find('small')?.body).toMatchObject({ buffer: { byteLength: 10 } });
  });

  it('keeps nothing that its read does not account for', () => {
    const cache = createAnswerCache(1_000_000);
    cache.store('nothing', cache.begin(), recordReads(), makeAnswer(10));
    const reads = listReads({});
    reads.other();
    cache.store('other', cache.begin(), reads, makeAnswer(10));
    const mark = cache.begin();
    cache.apply(undefined);
    cache.store('too late', mark, listReads({}), makeAnswer(10));
    expect(cache.size).toBe(0);
  });
});

describe('the key of an answer', () => {
  it('differs when the scopes, or what was asked, differ', () => {
    const reader = anonymous(['questions:read', 'analysis:read']);
    const same = anonymous(['analysis:read', 'questions:read']);
    expect(answerKey(reader, 'GET', '/questions')).toBe(answerKey(same, 'GET', '/questions'));
    const keys = [
      answerKey(reader, 'GET', '/questions'),
      answerKey(reader, 'GET', '/questions?limit=1'),
      answerKey(reader, 'GET/questions', ''),
      answerKey(reader, 'GET', '\n/questions'),
      answerKey(anonymous(['questions:read']), 'GET', '/questions'),
      answerKey(anonymous([]), 'questions:read', 'GET\n/questions'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is not looked up when the request asks for a fresh answer', () => {
    for (const header of [
      'no-cache',
      'No-Cache',
      'max-stale=5, no-cache',
      'max-age=0',
      'no-store',
    ]) {
      expect(asksForFresh(header)).toBe(true);
    }
    for (const header of [null, undefined, '', 'max-age=60', 'x-no-cache', 'only-if-cached']) {
      expect(asksForFresh(header)).toBe(false);
    }
  });
});

describe('an operation', () => {
  const schema = buildSchema();
  const check = (text: string, of = schema) => {
    const document = parse(text);
    const operation = document.definitions.find(
      ({ kind }) => kind === Kind.OPERATION_DEFINITION,
    ) as OperationDefinitionNode;
    return operation.operation === 'query' && usesQuestionsAlone(of, document, operation);
  };

  it.each([
    '{ question(id: 1) { id questionText category difficultyLevel version updatedAt __typename } }',
    '{ a: questions(first: 5) { nodes { ...F } pageInfo { endCursor } page { total } } } fragment F on Question { id }',
    'query($id: ID!) { node(id: $id) { id ... on Question { source } } }',
    '{ questions { edges { cursor node { externalId } } totalCount } } mutation Other { deleteQuestion(id: 1) }',
  ])('is rememberable if it shows questions alone: %s', (text) => {
    expect(check(text)).toBe(true);
  });

  it.each([
    '{ question(id: 1) { id history { totalCount } } }',
    '{ question(id: 1) { id } analyses { totalCount } }',
    '{ node(id: 1) { id ... on Analysis { status } } }',
    '{ me { id } }',
    '{ __schema { types { name } } }',
    'mutation { deleteQuestion(id: 1) }',
  ])('is not if it shows anything else: %s', (text) => {
    expect(check(text)).toBe(false);
  });

  it('is not if it shows a field that nobody has thought about', () => {
    const grown = buildPlainSchema(
      'type Query { question(id: ID): Question } type Question { id: ID mood: String }',
    );
    expect(check('{ question(id: 1) { id } }', grown)).toBe(true);
    expect(check('{ question(id: 1) { id mood } }', grown)).toBe(false);
  });
});
