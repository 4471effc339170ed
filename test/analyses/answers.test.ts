import { describe, expect, it } from 'vitest';
import { kindOfAnswer } from '../../src/analyses/kit/answers/answer-kind.ts';
import { answers } from '../../src/analyses/types/answers/answers.ts';
import { makeQuestion, runOn } from './questions.ts';

describe('the type of an answer', () => {
  it.each([
    ['boolean', 'True', 'false', 'Yes', 'no.'],
    ['year', '1969', '2004', '44 BC', 'AD 79', 'in 1815', '476 CE', 'c. 1500'],
    [
      'date',
      '20 July 1969',
      'July 20, 1969',
      '4th of July',
      '1969-07-20',
      'March 1986',
      'December',
    ],
    ['date', 'The 19th century', '1990s', '1914–1918', '20/07/1969'],
    [
      'number',
      '4',
      '26,000',
      '−2',
      '3.14',
      '3/10',
      'Eight',
      'twenty-one',
      'One million',
      'π²/6',
      '½',
    ],
    [
      'quantity',
      '50%',
      '100 °C',
      '5 km',
      '$3 million',
      'eight legs',
      '299,792 km/s',
      '3 hours',
      '90°',
    ],
    ['name', 'Paris', 'Calderón de la Barca', 'The Key to All Mythologies', 'Peace of Westphalia'],
    ['name', '50 Cent', '3 Doors Down', "L'Hôpital", 'NASA', 'Ritchey–Chrétien', 'Αθήνα'],
    ['phrase', 'Ocean tides', 'A lunar eclipse', 'new moon', 'The tilt of its axis', '東京', '👍'],
    [
      'sentence',
      'Their gas is cooler',
      'Its rotation period equals its orbital period',
      'It rains every day.',
    ],
  ])('is %s', (kind, ...texts) => {
    for (const text of texts)
      expect([text, kindOfAnswer(text, 'What is it?')]).toEqual([text, kind]);
  });

  it('depends on whether the question asks for a number', () => {
    expect(kindOfAnswer('1500', 'How many metres is it?')).toBe('number');
    expect(kindOfAnswer('1500', 'When did it happen?')).toBe('year');
  });
});

describe('answers', () => {
  const bank = (all: readonly string[]) =>
    all.map((correctAnswer, at) =>
      makeQuestion({ id: `q-${at}`, questionText: `${at}?`, correctAnswer }),
    );

  it('flags what is given more often than allowed', async () => {
    const set = bank(['Mars', 'mars', ' MARS', 'Venus', 'Venus', 'Earth']);
    const { summary, repeated, items } = await runOn(answers, set, { max_repetition: 2 });
    expect(summary).toMatchObject({
      flagged: 3,
      distinct_answers: 3,
      repeated_answers: 1,
      score: 0.5,
    });
    expect(repeated).toEqual([{ answer: ' MARS', count: 3 }]);
    expect(items.map(({ question_id, score, reasons }) => [question_id, score, reasons])).toEqual(
      ['q-0', 'q-1', 'q-2'].map((id) => [id, 0.6666666667, ['repeated']]),
    );
  });

  it('lets true and false repeat, and says how often it is true', async () => {
    const { summary } = await runOn(
      answers,
      bank([...Array(9).fill('True'), 'False', 'No', 'Yes']),
    );
    expect(summary).toMatchObject({ flagged: 0, true_share: 0.8333333333 });
  });

  it('finds answers that are the text of another question', async () => {
    const set = [
      makeQuestion({ id: 'a', questionText: 'What is love?', correctAnswer: 'What is love' }),
      makeQuestion({ id: 'b', questionText: 'Which song is it?', correctAnswer: 'what is LOVE!' }),
    ];
    const { items } = await runOn(answers, set);
    expect(items.map(({ question_id, reasons }) => [question_id, reasons])).toEqual([
      ['b', ['is_question']],
    ]);
  });

  it('measures lengths in characters and words', async () => {
    const { lengths } = await runOn(answers, bank(['a', '😀😀', 'one two', 'one two three']));
    expect(lengths).toEqual({
      characters: { min: 1, median: 4.5, mean: 5.75, max: 13 },
      words: { min: 0, median: 1.5, mean: 1.5, max: 3 },
    });
  });

  it('counts the types of answers', async () => {
    const { types } = await runOn(answers, bank(['4', '7', 'Paris', '1969']));
    expect(types).toEqual([
      { type: 'number', count: 2, share: 0.5 },
      { type: 'name', count: 1, share: 0.25 },
      { type: 'year', count: 1, share: 0.25 },
    ]);
  });

  const choosing = (right: string, wrong: string[], count: number, from = 0) =>
    Array.from({ length: count }, (_, at) =>
      makeQuestion({ id: `c-${from + at}`, correctAnswer: right, incorrectAnswers: wrong }),
    );

  it('shows a right answer that hides in the middle', async () => {
    const set = [...choosing('9', ['100', '8'], 20), ...choosing('1', ['2', '3'], 10, 20)];
    const { position_bias } = await runOn(answers, set);
    // Ten expected at each of three positions: (0 + 100 + 100) / 10.
    expect(position_bias).toEqual([
      {
        choices: 3,
        questions: 30,
        positions: [10, 20, 0],
        chi_square: { statistic: 20, df: 2, p: 0.00004539992976 },
      },
    ]);
  });

  it('shows right answers that are longer than the others', async () => {
    const set = [
      ...choosing('long one', ['four', 'five'], 30),
      ...choosing('four', ['five', 'nine'], 30, 30),
    ];
    const { length_bias } = await runOn(answers, set);
    // Thirty for sure, and a third of the thirty ties: 40, with 20 expected of 60.
    expect(length_bias).toMatchObject({
      questions: 60,
      longest_share: 0.6666666667,
      shortest_share: 0.1666666667,
      expected_share: 0.3333333333,
      length_ratio: 1.5,
      chi_square: { statistic: 30, df: 1 },
    });
  });

  it('says nothing about bias without enough choices', async () => {
    const none = await runOn(answers, bank(['a', 'b']));
    expect(none.warnings.map(({ code }) => code)).toEqual(['no_choices']);
    const few = await runOn(answers, choosing('a', ['b'], 29));
    expect(few.warnings.map(({ code }) => code)).toEqual(['too_few_questions']);
    expect([few.length_bias, few.position_bias[0]?.chi_square]).toEqual([null, null]);
    const one = await runOn(answers, bank(['a']));
    expect(one.warnings.map(({ code }) => code)).toEqual(['too_few_questions']);
  });
});
