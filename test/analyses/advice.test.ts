import { describe, expect, it } from 'vitest';
import { readDraftTexts } from '../../src/analyses/advice/draft-texts.ts';
import { adviseOnDuplicates } from '../../src/analyses/advice/duplicate-advice.ts';
import { adviseOnQuality } from '../../src/analyses/advice/quality-advice.ts';
import { newQuestion } from '../../src/domain/question-input.ts';
import { examine, runAtOnce } from '../../src/domain/rules.ts';

const hamlet = { id: 'a', questionText: 'Who wrote Hamlet?', correctAnswer: 'Shakespeare' };

const rulesFor = (questionText: string, correctAnswer?: string, candidates = [hamlet]) =>
  runAtOnce(adviseOnDuplicates({ questionText, correctAnswer }, candidates)).map(
    ({ rule }) => rule,
  );

describe('advice on duplicates', () => {
  it('overlooks case, punctuation and swapped letters', () => {
    expect(rulesFor('WHO WROTE HAMLET', 'shakespeare')).toEqual(['exact']);
    expect(rulesFor('Who worte Halmet?', 'Shakespeare')).toEqual(['exact']);
    expect(rulesFor('Who wrote Macbeth?', 'Shakespeare')).toEqual([]);
  });

  it('assumes the same answer until one is given', () => {
    expect(rulesFor('who wrote hamlet')).toEqual(['exact']);
    expect(rulesFor('Who wrote Hamlet?', 'Marlowe')).toEqual(['answer_conflict']);
  });

  it('takes a wrong choice of one question for evidence against it as the key of the other', () => {
    const stored = {
      ...hamlet,
      questionText: 'Who voiced Garfield?',
      correctAnswer: 'Bill Murray',
    };
    const draft = { questionText: 'Who voiced Garfield?', correctAnswer: 'Chris Pratt' };
    const rulesOf = (incorrectAnswers: string[]) =>
      runAtOnce(adviseOnDuplicates({ ...draft, incorrectAnswers }, [stored])).map(
        ({ rule }) => rule,
      );
    expect(rulesOf(['Frank Welker'])).toEqual([]);
    expect(rulesOf(['Bill Murray'])).toEqual(['answer_conflict']);
  });

  it('finds the same in other words with another answer, and says how certain that is', () => {
    const stored = {
      ...hamlet,
      questionText: 'Which element has the atomic number 26?',
      correctAnswer: 'Iron',
    };
    const messageFor = (questionText: string, correctAnswer: string) =>
      runAtOnce(adviseOnDuplicates({ questionText, correctAnswer }, [stored]))[0]?.message;
    expect(messageFor('Atomic number 26 belongs to which element?', 'Copper')).toMatch(
      /^The bank seems to have the same question with another answer: .*, answered "Iron"/,
    );
    expect(messageFor('The atomic number 26 has which element?', 'Copper')).toMatch(
      /^The bank has the same question with another answer/,
    );
    expect(messageFor('Which element has the atomic number 26?', 'Iorn')).toContain('"Iron"');
    expect(messageFor('Which element has the atomic number 27?', 'Cobalt')).toBeUndefined();
    expect(messageFor('Which element has the chemical symbol Fe?', 'Cobalt')).toBeUndefined();
  });

  it('lists the most relevant of many, and compares no more than it may', () => {
    const many = Array.from({ length: 40 }, (_, n) => ({ ...hamlet, id: String(n) }));
    expect(rulesFor('Who wrote Hamlet?', 'Marlowe', many)).toHaveLength(8);
    const long = many.map((each) => ({ ...each, questionText: `${'x '.repeat(1000)}?` }));
    const steps = adviseOnDuplicates({ questionText: 'x', correctAnswer: 'y' }, long);
    expect([...steps]).toHaveLength(2);
  });
});

const peru = {
  questionText: 'Which of these is  not the the capital of Peru ?',
  correctAnswer: 'Lima',
  incorrectAnswers: ['Cusco', 'Arequipa', 'Trujillo'],
  category: 'Geography',
  difficulty: 0,
};

function adviseOn(question: Record<string, unknown>) {
  const texts = readDraftTexts(question, examine(newQuestion, question).faults);
  return runAtOnce(adviseOnQuality(texts, undefined));
}

const onStem = (advice: ReturnType<typeof adviseOn>) =>
  advice.filter(({ field }) => field === 'questionText').map(({ rule }) => rule);

describe('advice on quality', () => {
  it('replaces a choice within its list', () => {
    const advice = adviseOn({
      questionText: 'Which gas do plants absorb?',
      correctAnswer: 'Carbon dioxide',
      incorrectAnswers: ['Argon', '<b>Helium</b>'],
    });
    expect(advice.find(({ rule }) => rule === 'html_tag')).toMatchObject({
      field: 'incorrectAnswers',
      index: 1,
      suggestion: ['Argon', 'Helium'],
    });
  });

  it('mends all choices that break the same rule at once', () => {
    const advice = adviseOn({
      questionText: 'Which color has the sky?',
      correctAnswer: 'a) blue',
      incorrectAnswers: ['b) red', 'c) green'],
    });
    const labels = advice.filter(({ rule }) => rule === 'choice_label');
    expect(labels.map(({ suggestion }) => suggestion)).toEqual([
      'blue',
      ['red', 'green'],
      ['red', 'green'],
    ]);
    // The label of the answer is also found once the others are gone.
    const saved = { questionText: 'Which color has the sky?', correctAnswer: 'a) blue' };
    const again = adviseOn({ ...saved, incorrectAnswers: ['red', 'green'] });
    expect(again).toContainEqual(
      expect.objectContaining({ rule: 'choice_label', suggestion: 'blue' }),
    );
  });

  it('says nothing about the order of choices, which are shuffled', () => {
    const numbers = { questionText: 'How many bones are there in the human body?' };
    const incorrectAnswers = ['312', '180', '254'];
    const advice = adviseOn({ ...numbers, correctAnswer: '206', incorrectAnswers });
    expect(advice.map(({ rule }) => rule)).toEqual(['misspelling']);
  });

  it('suggests no choice that would be empty, or like another one', () => {
    const advice = adviseOn({ ...peru, incorrectAnswers: ['<b>Lima</b>', 'Cusco'] });
    expect(advice.find(({ rule }) => rule === 'html_tag')).not.toHaveProperty('suggestion');
    const empty = adviseOn({ ...peru, correctAnswer: '<b></b>' });
    expect(empty.find(({ rule }) => rule === 'html_tag')).not.toHaveProperty('suggestion');
  });

  it('checks as many choices as it may, and says so', () => {
    const choice = 'x'.repeat(900);
    const advice = adviseOn({
      questionText: 'Which gas do plants absorb?',
      correctAnswer: 'Carbon dioxide',
      incorrectAnswers: [
        'Argon',
        ...Array.from('abcdef', (each) => each + choice),
        '<b>Helium</b>',
      ],
    });
    expect(advice.some(({ rule }) => rule === 'html_tag')).toBe(false);
    expect(advice.at(-2)).toMatchObject({ severity: 'info', field: 'incorrectAnswers' });
  });

  it('says when spelling was not checked', () => {
    const advice = adviseOn({ questionText: 'Who?', correctAnswer: 'I' });
    expect(advice.at(-1)).toMatchObject({ rule: 'misspelling', severity: 'info' });
  });

  it.each([
    ['an empty choice', { incorrectAnswers: ['Cusco', ''] }],
    ['a repeated choice', { incorrectAnswers: ['Cusco', 'cusco'] }],
    ['a choice that equals the answer', { incorrectAnswers: ['Cusco', 'lima'] }],
    ['a choice that is no text', { incorrectAnswers: ['Cusco', 42] }],
    ['choices that are no list', { incorrectAnswers: 'Cusco' }],
    ['too many choices', { incorrectAnswers: Array.from({ length: 30 }, (_, n) => `City ${n}`) }],
    ['an empty answer', { correctAnswer: '' }],
    ['no answer', { correctAnswer: null }],
    ['no answer and no choices', { correctAnswer: undefined, incorrectAnswers: [] }],
  ])('finds what is wrong with the question text beside %s', (_, changes) => {
    const expected = ['stray_whitespace', 'stray_whitespace', 'doubled_word', 'negative_stem'];
    expect(onStem(adviseOn(peru))).toEqual(expected);
    expect(onStem(adviseOn({ ...peru, ...changes }))).toEqual(expected);
  });

  it('finds what is wrong with choices beside one that breaks a rule, by the index given', () => {
    const incorrectAnswers = ['', 'Cusco', 'cusco', '<b>Arequipa</b>'];
    const advice = adviseOn({ ...peru, incorrectAnswers });
    const found = advice.find(({ rule }) => rule === 'html_tag');
    expect(found).toMatchObject({ field: 'incorrectAnswers', index: 3 });
    expect(found?.suggestion).toHaveLength(2);
    // Which of the two is wrong is not known: no list can be suggested.
    const equal = adviseOn({ ...peru, incorrectAnswers: ['Lima', 'Cusco', '<b>Arequipa</b>'] });
    expect(equal.find(({ rule }) => rule === 'html_tag')).not.toHaveProperty('suggestion');
  });

  it('says nothing that a missing text may refute', () => {
    const statement = { questionText: 'The Sun is a star.', incorrectAnswers: ['False'] };
    const blank = { questionText: 'The eagle is a ___?', incorrectAnswers: ['insect', 'fish'] };
    const choosing = { ...peru, questionText: 'Which of these is in Peru?' };
    for (const draft of [
      { ...statement, correctAnswer: '' },
      { ...blank, correctAnswer: '' },
      { ...choosing, incorrectAnswers: [''] },
      { questionText: '', correctAnswer: '<br>', incorrectAnswers: ['<hr>', '<img>'] },
    ])
      expect(adviseOn(draft).filter(({ rule }) => rule !== 'misspelling')).toEqual([]);
  });
});
