import { describe, expect, it } from 'vitest';
import { knownSlips } from '../../../src/analyses/types/quality/known-slips.ts';
import { type Case, check, expectLeftAlone, limits } from '../quality-rule.ts';

const fixesOf = (given: Case) => check('misspelling', given).map(({ fix }) => fix);

describe('misspelling', () => {
  it.each<[given: Case, ...fixes: string[]]>([
    ['Which functoin does a cosine belong to in Euclid?', 'function'],
    ['Which doctor, John R. Brinkley or another, acummulated great fame?', 'accumulated'],
    ['Which holiday of the United States is in Feburary?', 'February'],
    [['Which vitamin is made in sunlight?', 'Vitmain D', 'Vitamin A', 'Vitamin C'], 'Vitamin'],
    ['Who refered to the Bible as a riddle?', 'referred'],
  ])('finds swapped and doubled letters: %j', (given, ...fixes) => {
    expect(fixesOf(given)).toEqual(fixes);
  });

  it.each<[given: Case, ...fixes: string[]]>([
    ['Do white lions exsist in the wild?', 'exist'],
    ['What was the first commerically available processor?', 'commercially'],
    ['Which counrty was involved in the battle of ugeumchi', 'country'],
  ])('finds frequent slips where names may be in lower case: %j', (given, ...fixes) => {
    expect(fixesOf(given)).toEqual(fixes);
  });

  it.each<Case>([
    'Where is bancker located?',
    'Who breeded the horse street cry',
    'Who breeded the horse Street Cry?',
    'What did john jay shipherd found?',
    'What region is oratino located in?',
    'Where was the burial place of longqing emperor?',
    ['Who founded oberlin college', 'john jay shipherd'],
    ['Which river was dammed to create Gatun Lake?', 'Chagres River'],
    'Which silyl radical has a pair of lines at 15.5 MHz?',
  ])('takes no name or term for another word: %j', (given) => {
    expectLeftAlone('misspelling', given);
  });

  it('knows no slip that is a word, and corrects to words', () => {
    const isWord = (text: string) =>
      text.split(' ').every((word) => word === 'a' || limits.spelling?.isWord(word));
    const wrong = [...knownSlips].filter(([slip, meant]) => isWord(slip) || !isWord(meant));
    // A wich is a salt works, which no quiz asks for.
    expect(wrong).toEqual([['wich', 'which']]);
  });
});
