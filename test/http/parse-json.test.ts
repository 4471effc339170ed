import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInParts, parseJsonText, parseLargeJson } from '../../src/http/parse-json.ts';
import { runs } from '../support/property-runs.ts';

/** Parsed in parts that are far smaller than in service, and how many there were. */
function parseSmallParts(text: string, length: number): { value: unknown; parts: number } {
  const parts = parseInParts(text, length);
  for (let count = 0; ; count += 1) {
    const { done, value } = parts.next();
    if (done) return { value, parts: count };
  }
}

/** The value, or that there is none. */
function outcomeOf(parse: () => unknown): { value: unknown } | 'invalid' {
  try {
    return { value: parse() };
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return 'invalid';
  }
}

const length = fc.integer({ min: 1, max: 40 });
const space = fc.integer({ min: 0, max: 3 });

describe('JSON that is parsed in parts', () => {
  it('has the value that JSON.parse gives it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), length, space, (value, size, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseSmallParts(text, size).value).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  it('is invalid where JSON.parse finds it invalid', () => {
    const pieces = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"',
      '1',
      '"a":',
      ' ',
      '\\',
      'null',
    );
    const broken = fc.tuple(fc.jsonValue({ maxDepth: 4 }), fc.nat(), fc.nat({ max: 3 }), pieces);
    fc.assert(
      fc.property(broken, length, ([value, position, removed, inserted], size) => {
        const text = JSON.stringify(value);
        const at = position % (text.length + 1);
        const changed = text.slice(0, at) + inserted + text.slice(at + removed);
        expect(outcomeOf(() => parseSmallParts(changed, size).value)).toEqual(
          outcomeOf(() => JSON.parse(changed)),
        );
      }),
      runs(2000),
    );
  });

  it.each([
    '[[1,2,3,4,5],]',
    '[,[1,2,3,4,5]]',
    '[[1,2,3,4,5} ]',
    '{"a:b" [1,2,3,4,5]}',
    '{[1,2,3,4,5]:1}',
    '[1 [1,2,3,4,5]]',
    '[[1,2,3,4,5] 1]',
    '{"a":[1,2,3,4,5],}',
    'x[1,2,3,4,5]',
    '[1,2,3,4,5]]',
    '[1,2,3,4,5][1,2,3,4,5]',
    '[1,2,3,4,5',
  ])('is refused as a whole: %s', (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    for (const size of [1, 3, 8]) expect(() => parseSmallParts(text, size)).toThrow(SyntaxError);
  });

  it('keeps fields as they are: __proto__ as one of its own, of equal names the last', () => {
    const text = '{"__proto__":{"a":[1,2,3,4]},"b":1,"b":[5,6,7,8],"10":0,"9":[0,0,0,0]}';
    const { value } = parseSmallParts(text, 4);
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('gives positions in the whole text', () => {
    expect(() => parseSmallParts('[[1,2,3,4],[5,6,7,8 9]]', 4)).toThrow('position 20');
  });

  it('takes turns in proportion to its length', async () => {
    const text = JSON.stringify({ a: { b: Array(300_000).fill({ c: 1 }) } });
    let turns = 0;
    const pause = async () => {
      turns += 1;
    };
    expect(await parseLargeJson(text, pause)).toEqual(parseJsonText(text));
    expect(turns).toBeGreaterThan(30);
    expect(turns).toBeLessThan(100);
  });
});
