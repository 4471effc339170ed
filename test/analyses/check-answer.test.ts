import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptances, checkAnswer } from '../../src/analyses/checking/check-answer.ts';
import { countTypos } from '../../src/domain/edit-distance.ts';
import { runs } from '../support/property-runs.ts';

const check = (given: string, key: string, others: Partial<Question> = {}) =>
  checkAnswer(given, { correctAnswer: key, incorrectAnswers: [], acceptedAnswers: [], ...others });

interface Question {
  incorrectAnswers: string[];
  acceptedAnswers: string[];
}

describe('an answer is accepted', () => {
  it.each([
    ['exact', 'Mercury', 'Mercury'],
    ['exact', '  Cafe\u0301 ', 'Caf\u00e9'],
    ['form', 'mercury', 'Mercury'],
    ['form', 'the Moon', 'Moon'],
    ['form', 'Lord of Rings', 'The Lord of the Rings'],
    ['form', 'an apple', 'Apple'],
    ['form', 'Sao Paulo', 'São Paulo'],
    ['form', 'OREGANO!', 'Oregano'],
    ['form', 'Rubik’s cube', "Rubik's Cube"],
    ['form', 'jaw-bone', 'Jawbone'],
    ['form', 'colour', 'Color'],
    ['form', 'JRR Tolkien', 'J. R. R. Tolkien'],
    ['form', 'Louis 14', 'Louis XIV'],
    ['form', 'МОСКВА', 'Москва'],
    ['form', 'c ++', 'C++'],
    ['number', 'eight', '8'],
    ['number', 'Twenty-One', '21'],
    ['number', '300000', '300,000'],
    ['number', '3 million', '3,000,000'],
    ['number', '8', '8 legs'],
    ['number', '1 km', '1000 meters'],
    ['number', '5 kilometres', '5 km'],
    ['number', '50%', '50 percent'],
    ['number', 'minus five', '-5'],
    ['typo', 'Merkury', 'Mercury'],
    ['typo', 'Ghandi', 'Gandhi'],
    ['typo', 'Missisippi', 'Mississippi'],
    ['typo', 'Shakespere', 'William Shakespeare'.slice(8)],
    ['typo', 'Wiliam Shakespear', 'William Shakespeare'],
    ['typo', 'Москвва', 'Москва'],
    ['typo', 'Merxury', 'Mercury'],
    ['typo', 'Mecury', 'Mercury'],
    ['typo', 'Merucry', 'Mercury'],
    ['typo', 'photosinthesis', 'photosynthesis'],
    ['typo', 'Constantinopel', 'Constantinople'],
    ['typo', 'Phillip', 'Philip'],
  ])('as %s: %j for %j', (reason, given, key) => {
    expect(check(given, key)).toBe(reason);
  });

  it('by one of the accepted answers, in the same ways', () => {
    const aliases = { acceptedAnswers: ['United Kingdom', '8 hours'] };
    const given = [
      'united kingdom',
      'the United Kingdom',
      'eight hours',
      'Untied Kingdom',
      'Ghana',
    ];
    expect(given.map((each) => check(each, 'Britain', aliases))).toEqual([
      'alias',
      'alias',
      'alias',
      'typo',
      null,
    ]);
  });
});

describe('an answer is not accepted', () => {
  it.each([
    ['Venus', 'Mercury'],
    ['', 'Mercury'],
    ['...', 'Mercury'],
    ['Iraq', 'Iran'],
    ['1968', '1969'],
    ['1,969', '1986'],
    ['300001', '300,000'],
    ['about 8', '8'],
    ['5', '-5'],
    ['5 miles', '5 km'],
    ['Apollo 12', 'Apollo 11'],
    ['Louis XV', 'Louis XIV'],
    ['South Korea', 'North Korea'],
    ['decrease', 'increase'],
    ['Vitamin', 'Vitamin A'],
    ['water', 'H2O'],
    ['Istanbul', 'Constantinople'],
    ['Newton', 'Isaac Newton'],
    ['x ≥ 2', 'x ≤ 2'],
    ['C', 'C++'],
    ['日木', '日本'],
    ['false', 'true'],
    // Other answers that differ in a letter or two.
    ['Manet', 'Monet'],
    ['Zambia', 'Gambia'],
    ['Ireland', 'Iceland'],
    ['Austria', 'Australia'],
    ['Niger', 'Nigeria'],
    ['Slovenia', 'Slovakia'],
    ['nitrite', 'nitrate'],
    ['bromide', 'bromine'],
    ['silicone', 'silicon'],
    ['phosphite', 'phosphate'],
    ['stalagmite', 'stalactite'],
    ['mitosis', 'meiosis'],
    ['Brain', 'Brian'],
    ['Latin', 'Latvia'],
    ['Bryon', 'Byron'],
  ])('%j for %j', (given, key) => {
    expect(check(given, key)).toBeNull();
  });

  it('if it is, or may as well be, another choice', () => {
    const of = (...incorrectAnswers: string[]) => ({ incorrectAnswers });
    expect(check('Ireland', 'Iceland', of('Ireland'))).toBeNull();
    expect(check('Ieland', 'Iceland', of('Ireland'))).toBeNull();
    expect(check('Icelandd', 'Iceland', of('Ireland'))).toBe('typo');
    expect(check('resume', 'résumé', of('resume'))).toBeNull();
    expect(check('RESUME', 'résumé', of('resume'))).toBeNull();
    expect(check('8', '8 hours', of('8 minutes'))).toBeNull();
    expect(check('8 hours', '8 hours', of('8 minutes'))).toBe('exact');
    expect(
      check('Britain', 'UK', { incorrectAnswers: ['britain'], acceptedAnswers: ['Britain'] }),
    ).toBe('alias');
  });
});

const word = fc.stringMatching(/^[a-z]{1,12}$/);

it('a choice of a question is never taken for another one of it', () => {
  const text = fc.oneof(word, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }));
  fc.assert(
    fc.property(fc.uniqueArray(text, { minLength: 2, maxLength: 5 }), ([key = '', ...wrong]) => {
      const others = { incorrectAnswers: wrong };
      for (const each of wrong) {
        if (each.normalize('NFC').trim() === key.normalize('NFC').trim()) continue;
        expect(check(each, key, others)).toBeNull();
      }
      expect(check(key, key, others)).toBe('exact');
    }),
    runs(300),
  );
});

it('any text is judged, with a known reason or none', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(text, text, text, (given, key, alias) => {
      expect([...acceptances, null]).toContain(check(given, key, { acceptedAnswers: [alias] }));
    }),
    runs(300),
  );
});

it('typing errors are symmetric, zero for equal words, and bounded', () => {
  fc.assert(
    fc.property(word, word, fc.nat({ max: 3 }), (one, other, max) => {
      expect(countTypos(one, other, max)).toBe(countTypos(other, one, max));
      expect(countTypos(one, other, max) === 0).toBe(one === other);
      expect(countTypos(one, other, max)).toBeLessThanOrEqual(max + 1);
    }),
    runs(300),
  );
  expect(countTypos('ab', 'ba', 2)).toBe(1);
  expect(countTypos('abcdef', 'bacdfe', 2)).toBe(2);
  expect(countTypos('kitten', 'sitting', 5)).toBe(3);
});
