import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineRules, listFaults, parseBy } from '../../src/domain/rules.ts';
import { countCharacters, text } from '../../src/domain/text.ts';

const rules = defineRules(text(1, 5));
const codesOf = (value: unknown) => listFaults(rules, value).map(({ code }) => code);

describe('text', () => {
  it.each([
    ['trims', ' \t\u00a0\ufeffabc\r\n', 'abc'],
    ['keeps white space inside', 'a  b', 'a  b'],
    ['composes', 'Cafe\u0301', 'Caf\u00e9'],
    [
      'measures after it composed and trimmed',
      '  e\u0301e\u0301e\u0301e\u0301e\u0301  ',
      '\u00e9'.repeat(5),
    ],
    ['counts characters, not units', '\u{1f600}'.repeat(5), '\u{1f600}'.repeat(5)],
    ['keeps control characters but one', 'a\u0001b', 'a\u0001b'],
  ])('%s', (_what, given, kept) => {
    expect(parseBy(rules, given)).toBe(kept);
  });

  it.each([
    ['', 'too_short'],
    [' \n ', 'too_short'],
    ['abcdef', 'too_long'],
    ['\u{1f600}'.repeat(6), 'too_long'],
    ['a\u0000', 'bad_character'],
    ['\ud83d', 'bad_character'],
    ['\ude00\ud83d', 'bad_character'],
    [7, 'wrong_type'],
    [null, 'wrong_type'],
    [undefined, 'required'],
    [['abc'], 'wrong_type'],
  ])('refuses %j: %s', (given, code) => {
    expect(codesOf(given)).toEqual([code]);
  });

  it('says how long it is and may be', () => {
    const [fault] = listFaults(defineRules(text(1, 2000)), 'x'.repeat(2500));
    expect(fault?.detail).toBe('Must have at most 2,000 characters; got 2,500.');
  });
});

it('counts characters as people and PostgreSQL do', () => {
  expect(['', 'abc', '\u{1f600}', 'e\u0301'].map(countCharacters)).toEqual([0, 3, 1, 2]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\ud83d', '\ude00', '😀') }), (any) => {
      expect(countCharacters(any)).toBe([...any].length);
    }),
  );
});
