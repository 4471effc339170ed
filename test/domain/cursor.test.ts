import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../../src/db/cursor.ts';
import { ServiceError } from '../../src/domain/errors.ts';

const id = '01a1dcf3-a623-703b-b9e6-140b15b653d2';
const any = () => true;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  it('says where it was made', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .filter((number) => !Object.is(number, -0)),
    );
    const property = fc.property(value, fc.uuid(), (sortValue, uuid) => {
      const position = { order: 'rank', value: sortValue, id: uuid };
      expect(decodeCursor(encodeCursor(position), 'rank', 'after', any)).toEqual(position);
    });
    fc.assert(property);
  });

  it('can stand in an address as it is', () => {
    const cursor = encodeCursor({ order: '-created_at', value: '\u{1f600}??>>', id });
    expect(cursor).toMatch(/^[\w-]+$/);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['too little', encode(['rank', 1])],
    ['too much', encode(['rank', 1, id, 1])],
    ['an object', encode({ order: 'rank', value: 1, id })],
    ['no order', encode([null, 1, id])],
    ['no value', encode(['rank', null, id])],
    ['a value of another type', encode(['rank', { a: 1 }, id])],
    ['an id that is none', encode(['rank', 1, '-'.repeat(36)])],
  ])('with %s is refused at its argument', (_what, cursor) => {
    const decode = () => decodeCursor(cursor, 'rank', 'after', any);
    expect(decode).toThrow(ServiceError);
    expect(decode).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST',
        faults: [
          { path: ['after'], code: 'invalid', detail: expect.stringContaining('Invalid cursor') },
        ],
      }),
    );
  });

  it('is refused in another order, and with a value its column cannot have', () => {
    const cursor = encodeCursor({ order: 'difficulty', value: 9, id });
    const faultOf = (decode: () => unknown): string => {
      try {
        decode();
      } catch (error) {
        if (error instanceof ServiceError) return error.faults[0]?.detail ?? '';
      }
      return '';
    };
    expect(faultOf(() => decodeCursor(cursor, 'category', 'before', any))).toContain(
      'another sort order',
    );
    const isLevel = (value: unknown) => value === 0;
    expect(faultOf(() => decodeCursor(cursor, 'difficulty', 'before', isLevel))).toContain(
      'Invalid cursor',
    );
  });
});
