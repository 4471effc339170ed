import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoresOf } from '../../src/analyses/kit/readability/scores.ts';
import { countText, isReadable } from '../../src/analyses/kit/readability/text-counts.ts';
import { loadWordFacts } from '../../src/analyses/kit/readability/word-facts.ts';
import { runs } from '../support/property-runs.ts';
import { listScores, references } from './textstat-references.ts';

const lookUp = await loadWordFacts();
const count = (text: string) => countText(text, lookUp);

describe('as textstat does it', () => {
  it.each(references)('counts %j', (text, expected) => {
    const counts = count(text);
    expect([
      counts.words,
      counts.tokens,
      counts.sentences,
      counts.syllables,
      counts.characters,
      counts.letters,
      counts.polysyllables,
      counts.longWords,
      counts.unfamiliarWords,
      counts.difficultWords,
    ]).toEqual(expected);
  });

  it.each(references)('scores %j', (text, _, expected) => {
    const listed = listScores(count(text));
    for (const [at, value] of expected.entries()) expect(listed[at]).toBeCloseTo(value, 5);
  });

  it('takes the median of the four grades', () => {
    const { consensus } = scoresOf(count('Cool dogs wear da sunglasses.'));
    expect(consensus).toBeCloseTo((4.62 + 6.12) / 2, 10);
  });
});

describe('sentences', () => {
  /** The definition itself as a pattern; much slower, with \\b extended to Unicode. */
  function countByPattern(text: string): number {
    const letter = '[\\p{L}\\p{N}_]';
    const edge = `(?:(?<=${letter})(?!${letter})|(?<!${letter})(?=${letter}))`;
    const pieces = text.match(new RegExp(`${edge}[^.!?]+[.!?]*`, 'gu')) ?? [];
    const words = (piece: string) =>
      piece
        .replace(/'(?![tsd]|ve|ll|re)|[^\p{L}\p{N}_\s']/gu, '')
        .split(/\s+/)
        .filter((word) => word !== '').length;
    return Math.max(1, pieces.filter((piece) => words(piece) > 2).length);
  }

  it.each([
    ['No stop here at the end', 1],
    ['Who was J. R. R. Tolkien?', 1],
    ['It is 3.14 or so, I think. Is it? What do you say?', 3],
    ['Too short.', 1],
    ['... !!! ???', 1],
    ['', 1],
    ['He said it. She said it! They said it?', 3],
  ])('of %j are %i', (text, expected) => {
    expect(count(text).sentences).toBe(expected);
  });

  it('are what the pattern finds', () => {
    const character = fc.constantFrom(..."aéß'.!?- \n\tst7_日«😀\u0301");
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 40 }), (text) => {
        expect(count(text).sentences).toBe(countByPattern(text));
      }),
      runs(500),
    );
  });
});

describe('words', () => {
  it.each([
    ["rock'n'roll isn't 'quoted'", 3],
    ['a — b', 2],
    ['\u00a0one\u2003two\u001cthree\u0085four\ufefffive', 4],
    ['🤔 🤔', 0],
    ['e\u0301te\u0301', 1],
  ])('of %j are %i', (text, expected) => {
    expect(count(text).words).toBe(expected);
  });

  it.each([
    ['fire', 2],
    ['QUEUE', 1],
    ['constructor', 3],
    ['zorbing', 2],
    ['1969', 1],
    ['shh', 0],
  ])('%j has %i syllables', (word, syllables) => {
    expect(lookUp(word).syllables).toBe(syllables);
  });

  it.each([
    ['x'.repeat(60), 1],
    ['A'.repeat(51), 1],
    ['ba'.repeat(30), 30],
    [`${'e\u0301'.repeat(30)}ta`, 2],
    ['7'.repeat(60), 1],
  ])('too long for a word, as %j, are counted by their vowels: %i', (word, syllables) => {
    expect(lookUp(word)).toEqual({ syllables, isEasy: false });
  });

  it('are remembered unless they are too long', () => {
    const long = 'ab'.repeat(26);
    expect(lookUp(long)).not.toBe(lookUp(long));
    expect(lookUp(long.slice(2))).toBe(lookUp(long.slice(2)));
  });

  it('are easy or not whatever their case', () => {
    expect(lookUp('Water')).toEqual(lookUp('water'));
    expect(lookUp('water').isEasy).toBe(true);
    expect(lookUp('planet').isEasy).toBe(false);
  });
});

it.each([
  ['What is the capital of Łódź Voivodeship?', true],
  ['What does 日本 mean?', true],
  ['ما هي عاصمة مصر؟', false],
  ['日本の首都はどこですか？', false],
  ['Ποιο είναι το O2;', false],
  ['2 + 2', false],
  ['👩‍👩‍👧‍👦🇪🇺?', false],
  ['Shh!', false],
  ['', false],
])('knows whether %j is in letters it can read', (text, expected) => {
  expect(isReadable(count(text))).toBe(expected);
});

it('takes long texts of one letter in its stride', () => {
  for (const text of ["'", 'a', 'x', '.', '1', ' ', '\u0301', 'aeiou', "'t", 'a.']) {
    expect(count(text.repeat(2000)).sentences).toBe(1);
  }
});
