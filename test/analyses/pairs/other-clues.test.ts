import { describe, expect, it } from 'vitest';
import { comparePair, compareRead } from '../../../src/analyses/kit/pairs/compare-pair.ts';
import { readQuestion } from '../../../src/analyses/kit/pairs/read-question.ts';

type Pair = [question: string, answer: string, other: string, otherAnswer: string];

function judge([questionText, correctAnswer, text, answer]: Pair, cosine?: number) {
  return compareRead(
    readQuestion({ questionText, correctAnswer }),
    readQuestion({ questionText: text, correctAnswer: answer }),
    { questions: 300, ...(cosine === undefined ? {} : { cosine, answerCosine: 0.7 }) },
  );
}

function kindOf([questionText, correctAnswer, text, answer]: Pair): string {
  return comparePair({ questionText, correctAnswer }, { questionText: text, correctAnswer: answer })
    .kind;
}

describe('keys of one question', () => {
  it.each<Pair>([
    ['How many feet are in a mile?', '5,280', 'In a mile there are how many feet?', '1,760'],
    ['In what month is Burns Night?', 'January', 'Burns Night is in which month?', 'May'],
    [
      'Which country was formerly called Siam?',
      'Laos',
      'Siam was formerly called which country?',
      'Thailand',
    ],
    ['Who killed the Minotaur?', 'Theseus', 'The Minotaur was killed by whom?', 'Perseus'],
    [
      'Which club plays at Oak Road?',
      'Real Norton',
      'At Oak Road, which club plays?',
      'Athletic Norton',
    ],
    ['Which ocean is the smallest?', 'Arctic Ocean', 'What is the smallest ocean?', 'South Ocean'],
    ['Who led the Reds?', 'Adolf Himmer', 'The Reds were led by whom?', 'Heinz Himmler'],
    ['In which city is the Trevi Fountain?', 'Rome', 'The Trevi Fountain is in what city?', 'Pisa'],
  ])('contradict each other: %s %s / %s %s', (...pair) => {
    expect(kindOf(pair)).toBe('answer_conflict');
  });

  it.each<Pair>([
    ['Who opened Oak Hall?', 'Prince Charles', 'Oak Hall was opened by whom?', 'King Charles'],
    ['Who ruled Libya?', 'Gaddafi', 'Libya was ruled by whom?', 'Qaddafi'],
    ['Which city hosts the Expo?', 'Teheran', 'The Expo is hosted by which city?', 'Tehran'],
    ['Which month is it?', 'May', 'Which month was it?', 'June'],
    ["Who was Joe Roe's wife?", 'Ann Roe', 'Who was the wife of Joe Roe?', 'Ann Summer'],
  ])('may both be right: %s %s / %s %s', (...pair) => {
    expect(kindOf(pair)).not.toBe('answer_conflict');
  });
});

describe('a detail that only one question gives', () => {
  it.each<Pair>([])('is another clue: %s %s / %s %s', (...pair) => {
    expect(judge(pair, 0.9).kind).toBe('answer_conflict');
    expect(judge(pair, 0.5).kind).not.toBe('answer_conflict');
  });

  it.each<Pair>([
    [
      'Who won the cup of Leeds in 1954?',
      'Reds',
      'Which team won the cup of Leeds in the year 1955?',
      'Blues',
    ],
    [
      'Who was the second mayor of Leeds?',
      'Ann Lee',
      'The third mayor of Leeds was whom?',
      'Eve Ray',
    ],
    [
      'Who played Jack Hill in the film Storm?',
      'Ann Lee',
      'In the film Storm, Tom Wood was played by whom?',
      'Eve Ray',
    ],
    [
      'Under what name is Ramon Este known?',
      'Sheen',
      'By what name do we know Carlos Este?',
      'Shane',
    ],
    [
      'Blepharoplasty improves which part of the body?',
      'Eyelid',
      'Genioplasty is to improve what part of a body?',
      'Chin',
    ],
  ])('is none where both give one: %s %s / %s %s', (...pair) => {
    expect(judge(pair, 0.95).kind).not.toBe('answer_conflict');
  });
});

describe('what is counted, owned and asked for', () => {
  it.each<Pair>([
    ['How many moons has Mars?', '2', 'Mars has how many known moons?', '3'],
    ['How many time zones does Peru use?', '1', 'In Peru, how many time zones are there?', '2'],
    ['What is the capital of Utah?', 'Provo', "Which city is Utah's state capital?", 'Ogden'],
    ['Who wrote Emma Hill?', 'Ann Lee', 'Which Oxford professor wrote Emma Hill?', 'Eve Ray'],
    ['Which spirit is used in a mojito?', 'Rum', 'A mojito is based on which spirit?', 'Gin'],
  ])('is the same in other words: %s %s / %s %s', (...pair) => {
    expect(judge(pair, 0.9).kind).toBe('answer_conflict');
  });

  it.each<Pair>([
    ['How many moons has Mars?', '2', 'Mars has how many large moons?', '3'],
    ['Who is Ann Lee of the series Storm?', 'A cook', "Who is Ann Lee's friend in Storm?", 'A spy'],
  ])('is something else: %s %s / %s %s', (...pair) => {
    expect(judge(pair, 0.9).kind).not.toBe('answer_conflict');
  });
});

describe('questions with one answer', () => {
  it('are paraphrases though one says more', () => {
    const pair: Pair = [
      'Which Scottish scientist discovered penicillin in 1928?',
      'Alexander Fleming',
      'The discovery of penicillin is owed to whom?',
      'Sir Alexander Fleming',
    ];
    expect(judge(pair, 0.8).kind).toBe('paraphrase');
    expect(judge(pair).isDoubtful).toBe(true);
    expect(judge(pair, 0.3).kind).not.toBe('paraphrase');
  });

  it.each<Pair>([
    ['In what year was Ann Lee born?', '1989', 'What was the 5th album by Ann Lee?', '1989'],
    ['Who wrote "Emma"?', 'Jane Austen', 'Who wrote "Persuasion"?', 'Jane Austen'],
    [
      'Statement 1: A cyclic group is abelian. Statement 2: Its image is cyclic.',
      'True, True',
      'Statement 1: Every abelian group is free. Statement 2: A cyclic group has a generator.',
      'True, True',
    ],
  ])('are others where each asks of something else: %s / %s %s', (...pair) => {
    expect(judge(pair, 0.8).kind).not.toBe('paraphrase');
  });
});
