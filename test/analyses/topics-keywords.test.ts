import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPairIndex } from '../../src/analyses/kit/collections/pair-index.ts';
import { createWordStream, phraseBreak } from '../../src/analyses/kit/terms/word-stream.ts';
import { describeClasses, indexTerms } from '../../src/analyses/types/topics/class-tf-idf.ts';
import { findPhrases } from '../../src/analyses/types/topics/phrases.ts';
import { createRake } from '../../src/analyses/types/topics/rake.ts';
import { silent } from './questions.ts';

function readTexts(...texts: string[]) {
  const words = createWordStream();
  for (const text of texts) {
    words.add(text);
    words.endQuestion();
  }
  return words.read();
}

function phrasesOf(text: string, maxWords = 3): string[] {
  const stream = readTexts(text);
  const found: string[] = [];
  findPhrases(stream, stream.starts.slice(1), maxWords).visit(0, (start, end) => {
    const phrase = Array.from(stream.tokens.subarray(start, end), (word) => stream.words[word]);
    found.push(phrase.join(' '));
  });
  return found;
}

describe('RAKE', () => {
  const [red, apples, good, flavour] = [0, 1, 2, 3];
  const rake = createRake(5);
  for (const phrase of [[red, apples], [good], [red], [flavour]]) rake.addPhrase(phrase);

  it('counts the degree of a word over its phrases: red 3, apples 2', () => {
    expect([red, apples, good, flavour].map(rake.degree)).toEqual([3, 2, 1, 1]);
    expect([red, apples, good, flavour].map(rake.frequency)).toEqual([2, 1, 1, 1]);
  });

  it('scores a phrase by the sum of degree / frequency', () => {
    expect(rake.score([red, apples])).toBe(3 / 2 + 2 / 1);
    expect(rake.score([good])).toBe(1);
    expect(rake.score([4])).toBe(0);
  });

  it('gives no word less than its frequency as degree', () => {
    const word = fc.nat({ max: 9 });
    const phrases = fc.array(fc.uniqueArray(word, { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(phrases, word, (all, any) => {
        const one = createRake(10);
        for (const phrase of all) one.addPhrase(phrase);
        const other = createRake(10);
        for (const phrase of all.toReversed()) other.addPhrase(phrase);
        expect(one.degree(any)).toBeGreaterThanOrEqual(one.frequency(any));
        expect(other.score([any])).toBe(one.score([any]));
      }),
    );
  });
});

describe('phrases', () => {
  it.each([
    ['The red apples are good, red in flavour.', ['red apples', 'good', 'red', 'flavour']],
    ["Which of Saturn's moons has a thick atmosphere?", ['saturn moons', 'thick atmosphere']],
    ['carbon-14 dating', ['carbon 14 dating']],
    ['Steam; power (old) engines', ['steam', 'power', 'old', 'engines']],
    ['What is it?', []],
    ['👩‍👩‍👧‍👦 🇪🇺!', []],
    ['ما هي عاصمة مصر؟', ['ما هي عاصمة', 'مصر']],
  ])('of %j are %j', (text, phrases) => {
    expect(phrasesOf(text)).toEqual(phrases);
  });

  it('are cut where they grow too long, and lose no word', () => {
    expect(phrasesOf('great western steam railway engine', 2)).toEqual([
      'great western',
      'steam railway',
      'engine',
    ]);
  });

  it('part the words of scripts without spaces', () => {
    expect(phrasesOf('日本の首都', 1).length).toBeGreaterThan(1);
  });
});

describe('class-based TF-IDF', () => {
  const texts = ['moon moon orbit', 'orbit comet', 'river lake', 'river orbit'];

  function describeTexts(classOf: number[], classes: number, top: number, maxWords = 1) {
    const stream = readTexts(...texts);
    const order = Int32Array.from(texts.keys());
    const phrases = findPhrases(stream, stream.starts.slice(1), 3);
    const terms = indexTerms(stream, phrases, maxWords, order, silent);
    return describeClasses(terms, { classOf: Int32Array.from(classOf), classes }, top, silent);
  }

  it('is the share in the class times ln(1 + mean size / frequency)', () => {
    // Class 0: moon 2, orbit 2, comet 1 of 5; class 1: river 2, lake 1, orbit 1 of 4; mean 4.5.
    const [sky, water] = describeTexts([0, 0, 1, 1], 2, 5);
    const at = (list: typeof sky, term: string) => list?.find((each) => each.term === term)?.score;
    expect(at(sky, 'moon')).toBeCloseTo((2 / 5) * Math.log(1 + 4.5 / 2), 9);
    expect(at(sky, 'orbit')).toBeCloseTo((2 / 5) * Math.log(1 + 4.5 / 3), 9);
    expect(at(water, 'river')).toBeCloseTo((2 / 4) * Math.log(1 + 4.5 / 2), 9);
    expect(sky?.map(({ term }) => term)).toEqual(['moon', 'orbit', 'comet']);
  });

  it('keeps the best, equals by the alphabet, and leaves out questions of no class', () => {
    expect(describeTexts([0, -1, 1, -1], 2, 1).map((list) => list.map(({ term }) => term))).toEqual(
      [['moon'], ['lake']],
    );
  });

  it('takes groups of words that come more than once', () => {
    const stream = readTexts('solar system', 'solar system', 'lunar base');
    const order = Int32Array.from([0, 1, 2]);
    const phrases = findPhrases(stream, stream.starts.slice(1), 3);
    const terms = indexTerms(stream, phrases, 2, order, silent);
    const classOf = Int32Array.from([0, 0, 1]);
    const [first, second] = describeClasses(terms, { classOf, classes: 2 }, 5, silent);
    expect(first?.map(({ term }) => term).sort()).toEqual(['solar', 'solar system', 'system']);
    expect(second?.map(({ term }) => term).sort()).toEqual(['base', 'lunar']);
  });
});

describe('the word stream', () => {
  it('folds case, curly apostrophes and possessives, and shares stems', () => {
    const { words, tokens, stems } = readTexts('Planet PLANETS planet’s, orbit');
    const spelled = Array.from(tokens, (word) => (word === phraseBreak ? '|' : words[word]));
    expect(spelled).toEqual(['planet', 'planets', 'planet', '|', 'orbit', '|']);
    expect(stems[0]).toBe(stems[1]);
    expect(stems[0]).not.toBe(stems[2]);
  });
});

describe('the index of pairs', () => {
  it('numbers pairs as they first come, as a map would', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: -1, max: 99 }), fc.nat({ max: 99 })));
    fc.assert(
      fc.property(pairs, (all) => {
        const index = createPairIndex();
        const known = new Map<string, number>();
        for (const [first, second] of all) {
          const key = `${first} ${second}`;
          if (!known.has(key)) known.set(key, known.size);
          const number = index.add(first, second);
          expect(number).toBe(known.get(key));
          expect([index.first(number), index.second(number)]).toEqual([first, second]);
        }
        expect(index.size).toBe(known.size);
      }),
    );
  });

  it('grows past its first size', () => {
    const index = createPairIndex();
    const numbers = Array.from({ length: 100_000 }, (_, at) => index.add(at % 317, at));
    expect(numbers.at(-1)).toBe(99_999);
    expect([0, 40_000, 99_999].map((at) => index.add(at % 317, at))).toEqual([0, 40_000, 99_999]);
  });
});
