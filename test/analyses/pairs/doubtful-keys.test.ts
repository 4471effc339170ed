import { describe, expect, it } from 'vitest';
import { compareRead } from '../../../src/analyses/kit/pairs/compare-pair.ts';
import { readQuestion } from '../../../src/analyses/kit/pairs/read-question.ts';

type Pair = [question: string, answer: string, other: string, otherAnswer: string];

function kindOf(
  [questionText, correctAnswer, text, answer]: Pair,
  cosine = 0.9,
  questions = 300,
): string {
  return compareRead(
    readQuestion({ questionText, correctAnswer }),
    readQuestion({ questionText: text, correctAnswer: answer }),
    { questions, cosine, answerCosine: 0.7 },
  ).kind;
}

describe('keys that look alike', () => {
  it.each<Pair>([
    [
      'Which bird is on the seal of Ohm?',
      'Bald eagle',
      'Ohm has which bird on its seal?',
      'Golden eagle',
    ],
    [
      'Mohair comes from which animal?',
      'Angora goat',
      'From which animal comes mohair?',
      'Angora rabbit',
    ],
    [
      'What is the study of insects called?',
      'Etymology',
      'The study of insects is called what?',
      'Entomology',
    ],
    [
      'Which two planets is the asteroid belt between?',
      'Mars and Jupiter',
      'The asteroid belt is between which two planets?',
      'Jupiter and Saturn',
    ],
    ['What kind of animal is Pumbaa?', 'Warthog', 'Pumbaa is what kind of animal?', 'Meerkat'],
    [
      'In which century did the Black Death come?',
      '14th century',
      'The Black Death came in which century?',
      '13th',
    ],
    [
      'Which day is named after the god Tyr?',
      'Tuesday',
      'The god Tyr gave his name to which day?',
      'Thursday',
    ],
  ])('are two answers: %s %s / %s %s', (...pair) => {
    expect(kindOf(pair)).toBe('answer_conflict');
  });

  it.each<Pair>([
    [
      'Which city has the most fountains?',
      'Kansas City',
      'The most fountains are in which city?',
      'Kansas City, Missouri',
    ],
    [
      'Who wrote the novel Fevre?',
      'George R. R. Martin',
      'The novel Fevre was written by whom?',
      'George R. Martin',
    ],
    ['What kind of animal is a gila?', 'Lizard', 'A gila is what kind of animal?', 'Reptile'],
    [
      'Which colors has the flag of Ohm?',
      'red and blue',
      'The flag of Ohm has which colors?',
      'blue and white',
    ],
    ['Which bar is in Oak Road?', 'Gaddafi Bar', 'In Oak Road there is which bar?', 'Qaddafi Bar'],
    [
      'What does Ad astra per aspera mean in English?',
      'To the stars through hardships',
      'In English, what does Ad astra per aspera mean?',
      'To the stars through difficulties',
    ],
  ])('may both be right: %s %s / %s %s', (...pair) => {
    expect(kindOf(pair)).not.toBe('answer_conflict');
  });
});

describe('a key of another kind', () => {
  const pair: Pair = [
    'Which film with John Cusack came out on Friday the 13th?',
    '2012',
    'On Friday the 13th, which film with John Cusack came out?',
    'The Day After Tomorrow',
  ];

  it('is another answer where nothing else differs', () => {
    expect(kindOf(pair, 0.97)).toBe('answer_conflict');
  });

  it('shows another question of a large bank where the sentences differ too', () => {
    expect(kindOf(pair, 0.7, 50_000)).not.toBe('answer_conflict');
  });
});

describe('a title with a colon', () => {
  it('is part of the question where both have it', () => {
    expect(
      kindOf([
        'What is the name of the final boss in Turok: Dinosaur Hunter?',
        'The Campaigner',
        'Who is the last boss in Turok: Dinosaur Hunter?',
        'The Longhunter',
      ]),
    ).toBe('answer_conflict');
  });

  it('is another work without what stands behind it', () => {
    expect(
      kindOf([
        'Who is the main character in Life is Strange: Before the Storm?',
        'Chloe Price',
        'Who is the main character in Life is Strange?',
        'Max Caulfield',
      ]),
    ).not.toBe('answer_conflict');
  });
});

describe('words on one side alone', () => {
  it.each<Pair>([
    [
      'Who was the last tsar of Russia?',
      'Nicholas II',
      'Who was the final tsar of Russia?',
      'Paul I',
    ],
    [
      'What is the stage name of the rapper Mathangi Arul?',
      'M.I.A.',
      'The female rapper Mathangi Arul has which stage name?',
      'Lady Sovereign',
    ],
  ])('change nothing: %s %s / %s %s', (...pair) => {
    expect(kindOf(pair)).toBe('answer_conflict');
  });

  it.each<Pair>([
    [
      'Who was the first person in space?',
      'Yuri Gagarin',
      'Who was the first woman in space?',
      'Valentina Tereshkova',
    ],
    ['What is the fifth largest country?', 'Brazil', 'What is the largest country?', 'Russia'],
    [
      'Who is the hero of Dead Rising?',
      'Frank West',
      'Who is the hero of Dead Rising 2?',
      'Chuck Greene',
    ],
    [
      'At what temperature on the Celsius scale does water boil?',
      '100 degrees',
      'Absolute zero lies at what temperature on the Celsius scale?',
      '-273 degrees',
    ],
  ])('make another question: %s %s / %s %s', (...pair) => {
    expect(kindOf(pair)).not.toBe('answer_conflict');
  });
});
