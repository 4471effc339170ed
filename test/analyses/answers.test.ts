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

  it('allows repetition in proportion to the bank, and more of numbers', async () => {
    const others = (count: number) => Array.from({ length: count }, (_, at) => `Answer ${at}`);
    const large = bank([...Array(10).fill('Mars'), ...Array(50).fill('Four'), ...others(940)]);
    expect((await runOn(answers, large)).summary).toMatchObject({
      flagged: 0,
      allowed_repetition: 10,
    });
    const small = bank([...Array(6).fill('Mars'), ...Array(25).fill('Four'), ...others(400)]);
    const { summary, repeated } = await runOn(answers, small);
    expect(summary).toMatchObject({ flagged: 6, allowed_repetition: 5 });
    expect(repeated).toEqual([{ answer: 'Mars', count: 6 }]);
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
        advice:
          'In the order of their values, the correct answer is the second of 3 choices in 66.7 % of 30 ' +
          'questions; 33.3 % is expected by chance. Replace distractors so that the correct answer is ' +
          'less often there, and shuffle choices when you show them.',
        note: null,
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
      advice:
        'The correct answer is the longest choice in 66.7 % of 60 questions; 33.3 % is expected by ' +
        'chance. Shorten correct answers, or make distractors as long and as specific.',
    });
  });

  it('advises only where a difference from chance is large and significant', async () => {
    const ends = [
      ['1', '2'],
      ['3', '0'],
    ].flatMap(([right = '', wrong = ''], at) => choosing(right, [wrong], 300, at * 300));
    const even = await runOn(answers, ends);
    expect(even.position_bias.map(({ advice }) => advice)).toEqual([null]);
    expect(even.length_bias?.advice).toBeNull();
    const short = await runOn(answers, choosing('a', ['bcd', 'efg', 'hij'], 40));
    expect(short.length_bias?.advice).toMatch(
      /^The correct answer is the shortest choice in 100\.0 % of 40 questions; 25\.0 % is expected/,
    );
    const rare = [
      ...choosing('1', ['2', '3'], 100),
      ...choosing('2', ['1', '3'], 100, 100),
      ...choosing('3', ['1', '2'], 40, 200),
    ];
    expect((await runOn(answers, rare)).position_bias[0]?.advice).toMatch(
      /is the last of 3 choices in only 16\.7 % of 240 questions; 33\.3 % is expected by chance\. Add/,
    );
  });

  it('says that a difference is too small to matter, whatever its p', async () => {
    const set = ['1', '2', '3', '4'].flatMap((right, at) =>
      choosing(
        right,
        ['1', '2', '3', '4'].filter((each) => each !== right),
        [1045, 1149, 1252, 1021][at] ?? 0,
        at * 2000,
      ),
    );
    const { position_bias, length_bias } = await runOn(answers, set);
    expect(position_bias).toMatchObject([
      {
        positions: [1045, 1149, 1252, 1021],
        advice: null,
        note: "Significant, but too small to matter: at most 3.0 percentage points from chance (Cohen's w = 0.08).",
      },
    ]);
    expect(position_bias[0]?.chi_square?.p).toBeLessThan(0.001);
    expect(length_bias).toMatchObject({ advice: null, note: null });
  });

  it('says what to do where the longest choice is hardly ever right', async () => {
    const set = [
      ...choosing('four', ['longest', 'five', 'nine'], 80),
      ...choosing('longest', ['four', 'five', 'nine'], 5, 80),
      ...choosing('a', ['bcd', 'efg', 'longest'], 5, 90),
    ];
    expect((await runOn(answers, set)).length_bias?.advice).toBe(
      'The correct answer is the longest choice in only 5.6 % of 90 questions; 25.0 % is expected by ' +
        'chance. Whoever rules out the longest choice gains by it: shorten the longest distractors.',
    );
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
