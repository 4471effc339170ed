import { describe, expect, it } from 'vitest';
import { InvalidAnswer, readVectors } from '../../src/jobs/embeddings-answer.ts';

const first = { index: 0, embedding: [1, 2, 3] };
const second = { index: 1, embedding: [4, 5, 6] };
const readTwo = (answer: unknown) => readVectors(JSON.stringify(answer), 2);

describe('an answer', () => {
  it('is read by its indexes, or in its order where it has none', () => {
    const vectors = [Float32Array.of(1, 2, 3), Float32Array.of(4, 5, 6)];
    expect(readTwo({ data: [second, first] })).toEqual(vectors);
    const bare = [first, second].map(({ embedding }) => ({ embedding }));
    expect(readTwo({ data: bare })).toEqual(vectors);
  });

  it.each<[string, unknown, string]>([
    ['too few', { data: [first] }, '1 vectors for 2 texts'],
    ['too many', { data: [first, second, first] }, '3 vectors for 2 texts'],
    ['no list', { data: {} }, 'without a list'],
    ['null', null, 'without a list'],
    ['nulls', { data: [null, null] }, 'not a list of numbers'],
    ['another length', { data: [first, { index: 1, embedding: [1, 2] }] }, 'different lengths'],
    ['words', { data: [first, { index: 1, embedding: ['1', '2', '3'] }] }, 'not a finite number'],
    ['a null', { data: [{ index: 0, embedding: [1, null, 3] }, second] }, 'not a finite number'],
    ['1e300', { data: [{ index: 0, embedding: [1, 1e300, 3] }, second] }, 'not a finite number'],
    ['an empty one', { data: [{ index: 0, embedding: [] }, second] }, 'not a list of numbers'],
    ['base64', { data: [{ index: 0, embedding: 'AAAA' }, second] }, 'not a list of numbers'],
    ['one twice', { data: [first, first] }, 'two vectors of one text'],
    ['an index past the end', { data: [first, { ...second, index: 2 }] }, 'was not sent'],
    ['an index before the first', { data: [first, { ...second, index: -1 }] }, 'was not sent'],
    ['an index that is none', { data: [first, { ...second, index: '1' }] }, 'was not sent'],
  ])('is refused: %s', (_what, answer, reason) => {
    expect(() => readTwo(answer)).toThrow(InvalidAnswer);
    expect(() => readTwo(answer)).toThrow(reason);
  });

  it('is refused when it is no JSON', () => {
    expect(() => readVectors('<html>', 1)).toThrow('not JSON');
  });
});
