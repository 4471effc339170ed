import { describe, expect, it } from 'vitest';
import { compareRead } from '../../../src/analyses/kit/pairs/compare-pair.ts';
import type { PairEvidence } from '../../../src/analyses/kit/pairs/pair-evidence.ts';
import { readQuestion } from '../../../src/analyses/kit/pairs/read-question.ts';

type Pair = [question: string, answer: string, other: string, otherAnswer: string];

function judge([questionText, correctAnswer, text, answer]: Pair, evidence: PairEvidence) {
  return compareRead(
    readQuestion({ questionText, correctAnswer }),
    readQuestion({ questionText: text, correctAnswer: answer }),
    evidence,
  );
}

describe('sentences that vectors find alike, with other answers', () => {
  // In a bank of thousands, at the cosines that the bundled model gives them.
  it.each<[number, ...Pair]>([
    [
      0.73,
      'Who painted "The Night Watch"?',
      'Johannes Vermeer',
      'Which Dutch master is the painter of "The Night Watch"?',
      'Rembrandt van Rijn',
    ],
    [
      0.86,
      'Who wrote "The Handmaid\'s Tale"?',
      'Margaret Atwood',
      '"The Handmaid\'s Tale" is a dystopian novel by which author?',
      'Ursula K. Le Guin',
    ],
    [
      0.88,
      'Who painted "The Garden of Earthly Delights"?',
      'Pieter Bruegel the Elder',
      'Who was the painter of the triptych "The Garden of Earthly Delights"?',
      'Hieronymus Bosch',
    ],
  ])('ask who made one work (%d): %s %s / %s %s', (cosine, ...pair) => {
    const evidence = { cosine, answerCosine: 0.4, questions: 5000, rivals: () => 4 };
    expect(judge(pair, evidence).kind).toBe('answer_conflict');
  });

  it.each<[number, ...Pair]>([
    [
      0.92,
      'Who wrote the screenplay of the film "Emma"?',
      'Eleanor Catton',
      'Who directed the film "Emma"?',
      'Autumn de Wilde',
    ],
    [
      0.85,
      'What was the capital of South Vietnam before the Vietnam War?',
      'Saigon',
      'What is the capital of Vietnam?',
      'Hanoi',
    ],
    [
      0.84,
      'Who was the second Republican US President?',
      'Ulysses Grant',
      'Who is the second US president?',
      'John Adams',
    ],
    [
      0.9,
      'What is the largest country in the world?',
      'Russia',
      'What is the largest landlocked country in the world in terms of area?',
      'Kazakhstan',
    ],
    [1, 'Name the composer.', 'Georges Bizet', 'Name the composer.', 'Ludwig van Beethoven'],
    [
      0.72,
      'How many countries are larger than Canada?',
      '1',
      'How many countries border Canada?',
      '2',
    ],
  ])('ask for other things (%d): %s %s / %s %s', (cosine, ...pair) => {
    const evidence = { cosine, answerCosine: 0.45, questions: 5000, rivals: () => 10 };
    expect(judge(pair, evidence).kind).not.toBe('answer_conflict');
  });

  it.each<[number, ...Pair]>([
    [
      0.89,
      'Which city hosted the 1968 Summer Olympics?',
      'Mexico City',
      'Where were the Summer Olympic Games of 1968 held?',
      'Munich',
    ],
    [
      0.79,
      'What is the largest moon of Saturn?',
      'Titan',
      "Of Saturn's many satellites, which one is the biggest?",
      'Rhea',
    ],
    [
      0.76,
      "Who became US president after Abraham Lincoln's death?",
      'Andrew Johnson',
      'Following the assassination of Lincoln, which man took over the presidency of the United States?',
      'Ulysses S. Grant',
    ],
    [
      0.82,
      'What is the capital of Kazakhstan?',
      'Astana',
      'Which city is the seat of government and capital of the Kazakh state?',
      'Almaty',
    ],
    [
      0.89,
      'Which bird lays the largest egg in relation to its body size?',
      'Kiwi',
      'Relative to the size of its own body, the biggest egg of any bird is produced by which species?',
      'Emu',
    ],
    [
      0.73,
      'Which dramatist wrote the play "Miss Julie"?',
      'August Strindberg',
      '"Miss Julie", first staged in 1889, is the work of which Scandinavian playwright?',
      'Henrik Ibsen',
    ],
    [
      0.95,
      'How many players of each team are on the court in basketball?',
      '5',
      'In a game of basketball, how many players per team are on court?',
      '6',
    ],
    [
      0.88,
      'Which planet of the Solar System has the hottest surface?',
      'Venus',
      'What is the hottest planet in our Solar System?',
      'Mercury',
    ],
  ])('are one question in a small bank (%d): %s %s / %s %s', (cosine, ...pair) => {
    const evidence = { cosine, answerCosine: 0.5, questions: 300 };
    expect(judge(pair, evidence).kind).toBe('answer_conflict');
  });

  it('are less evidence by an endpoint, whose cosines may all be high', () => {
    const other: Pair = [
      'How many legs does a scorpion have?',
      '8',
      'A lobster has how many legs?',
      '10',
    ];
    const same: Pair = [
      'Who painted "The Night Watch"?',
      'Rembrandt',
      'Who was the painter of the picture "The Night Watch"?',
      'Vermeer',
    ];
    const evidence = { cosine: 0.8, answerCosine: 0.7, questions: 1000, rivals: () => 3 };
    const kindsOf = (pair: Pair) =>
      [false, true].map((isOtherModel) => judge(pair, { ...evidence, isOtherModel }).kind);
    expect(kindsOf(other)).toEqual(['answer_conflict', 'template_sibling']);
    expect(kindsOf(same)).toEqual(['answer_conflict', 'answer_conflict']);
  });
});
