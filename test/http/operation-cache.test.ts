import { describe, expect, it } from 'vitest';
import { createOperationCache } from '../../src/http/operations/operation-cache.ts';
import { buildSchema } from '../../src/schema/schema.ts';

const schema = buildSchema();
const options = { schema, introspection: true, fastPath: true, stored: [] };
const document = (number: number) => `query Q${number} { questions { totalCount } }`;

describe('the cache of prepared operations', () => {
  it('prepares a document once', () => {
    const { prepare } = createOperationCache(options);
    expect(prepare(document(1))).toBe(prepare(document(1)));
    expect(prepare(document(1), 'Q1')).toBe(prepare(document(1)));
  });

  it('holds no more bytes than it may, however many documents are sent', () => {
    const cache = createOperationCache({ ...options, maxBytes: 200_000 });
    const first = cache.prepare(document(0));
    for (let number = 1; number < 200; number += 1) cache.prepare(document(number));
    expect(cache.bytes).toBeGreaterThan(100_000);
    expect(cache.bytes).toBeLessThanOrEqual(200_000);
    expect(cache.prepare(document(0))).not.toBe(first);
  });

  it('does not drop all documents for a large one', () => {
    const cache = createOperationCache({ ...options, maxBytes: 100_000 });
    const small = cache.prepare(document(1));
    const large = `{ ${'questions { totalCount } '.repeat(100)} }`;
    expect(cache.prepare(large)).not.toBe(cache.prepare(large));
    expect(cache.prepare(document(1))).toBe(small);
  });

  it('keeps stored documents, which have no limits', () => {
    const stored = `{ ${'questions { totalCount } '.repeat(400)} }`;
    const cache = createOperationCache({ ...options, stored: [stored], maxBytes: 10_000 });
    const operation = cache.prepare(stored);
    expect(operation).toHaveProperty('rules', ['questions:read']);
    for (let number = 0; number < 10; number += 1) cache.prepare(document(number));
    expect(cache.prepare(stored)).toBe(operation);
  });

  it.each([
    ['syntax', '{ questions {'],
    ['fields', '{ unknown }'],
    ['length', `{ ${'a '.repeat(1100)} }`],
    ['aliases', `{ ${Array.from({ length: 20 }, (_, n) => `a${n}: __typename`).join(' ')} }`],
  ])('remembers at little cost that a document is wrong in its %s', (_, wrong) => {
    const cache = createOperationCache(options);
    const failed = cache.prepare(wrong);
    expect(failed).toHaveProperty('errors');
    expect(cache.prepare(wrong)).toBe(failed);
    expect(cache.bytes).toBeLessThan(4000 + 2 * wrong.length);
  });
});
