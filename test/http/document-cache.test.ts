import { expect, it } from 'vitest';
import { createDocumentCache } from '../../src/http/document-cache.ts';

it('remembers short documents and no long ones', () => {
  const cache = createDocumentCache<{ name: string }>();
  const [short, long] = ['x'.repeat(10_000), 'x'.repeat(10_001)];
  cache.set(short, { name: 'short' });
  cache.set(long, { name: 'long' });
  expect([cache.get(short), cache.get(long)]).toEqual([{ name: 'short' }, undefined]);
});
