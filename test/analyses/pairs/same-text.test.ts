import { describe, expect, it } from 'vitest';
import { compareRead } from '../../../src/analyses/kit/pairs/compare-pair.ts';
import { readQuestion } from '../../../src/analyses/kit/pairs/read-question.ts';

function judge(questionText: string, keys: readonly [string, string], isRejected?: boolean) {
  const [one, other] = keys.map((correctAnswer) => readQuestion({ questionText, correctAnswer }));
  if (!one || !other) throw new Error('two keys');
  return compareRead(one, other, { isRejected: () => isRejected }).kind;
}

describe('one text with two keys', () => {
  it.each<[string, [string, string]]>([
    [
      'Whose name is attached to the sequence 1, 1, 2, 3, 5, 8, 13?',
      ['Leonardo Fibonacci', 'Evangelista Torricelli'],
    ],
    ['In which unit is the electrical power of a light bulb given?', ['Watt', 'Volt']],
    ['An event that cannot happen is assigned what probability?', ['0', '1']],
    [
      'What is the passage of the Moon through the shadow of the Earth called?',
      ['A lunar eclipse', 'A solar eclipse'],
    ],
    ['Which expression equals (a+b)²?', ['a² + 2ab + b²', 'a² − 2ab + b²']],
    ['What is the sine of 30 degrees?', ['1/2', '√3/2']],
  ])('is a conflict: %s', (text, keys) => {
    expect(judge(text, keys)).toBe('answer_conflict');
  });

  it.each<[string, [string, string]]>([
    ['Which of these numbers is prime?', ['17', '23']],
    ['Name a war film.', ['Platoon', 'Dunkirk']],
    ['Captain Ahab is obsessed with hunting what kind of creature?', ['A whale', 'A mammal']],
    ['Name the composer', ['Bach', 'Mozart']],
    ['Which of these animals is a mammal?', ['Dolphin', 'Bat']],
  ])('may have both: %s', (text, keys) => {
    expect(judge(text, keys)).toBe('template_sibling');
  });

  it.each<[string, [string, string]]>([
    ['Which poker hand ranks directly above four of a kind?', ['Straight flush', 'Flush']],
    ['A proton contains which quarks?', ['Two up, one down', 'One up, two down']],
    ['Captain Ahab is obsessed with hunting what kind of creature?', ['A whale', 'A shark']],
  ])('is a conflict where one is a wrong choice beside the other: %s', (text, keys) => {
    expect(judge(text, keys, true)).toBe('answer_conflict');
    expect(judge(text, keys, undefined)).not.toBe('answer_conflict');
  });

  it('is the same where only a form of one is a wrong choice beside the other', () => {
    const [questionText, keys] = ['When did the revolution begin?', ['1789', 'May 5, 1789']];
    const [one, other] = keys.map((correctAnswer) => readQuestion({ questionText, correctAnswer }));
    if (!one || !other) throw new Error('two keys');
    const isRejected = (isWholly = false) => !isWholly;
    expect(compareRead(one, other, { isRejected }).kind).toBe('same');
  });
});
