import { describe, expect, it } from 'vitest';
import { type Case, expectCaught, expectLeftAlone, mend } from './quality-rule.ts';

const key = 'Because it turns once on its axis in each orbit';

const caught: [id: string, given: Case, ...ranges: string[]][] = [
  ['answer_in_stem', ['Who is the main character of The Stanley Parable?', 'Stanley'], 'Stanley'],
  ['answer_in_stem', ["After whom is Halley's Comet named?", 'Halley'], "Halley's"],
  [
    'answer_in_stem',
    ["What was Rage Against the Machine's debut?", 'Rage Against the Machine'],
    "Rage Against the Machine's",
  ],
  ['answer_in_stem', ['What is the name of the company in it?', 'The Company'], 'company'],
  ['negative_stem', 'Which of these is not a planet?', 'not'],
  ['negative_stem', "Which of these isn't a planet?", "isn't"],
  ['negative_stem', 'In "Hamlet", who does not die?', 'not'],
  ['negative_stem', 'Which animals are mammals, except one?', 'except'],
  ['negative_stem', ['Pluto is not a planet.', 'True', 'False'], 'not'],
  ['missing_choices', 'Which of these is a planet?', 'of these'],
  ['missing_choices', 'Which of the following rivers is longest?', 'of the following'],
  ['no_question', 'The capital of France', 'The capital of France'],
  ['no_question', 'What is the capital of France.', '.'],
  ['no_question', 'Which dog comes from Croatia', ''],
  ['no_question', 'With which country does France share a border', ''],
  ['no_question', 'In folklore, what does the Kappa eat.', '.'],
  ['several_questions', 'Who wrote Emma? When was it written?', 'When was it written?'],
  ['several_questions', 'Who painted it, and when?', 'and when'],
  ['several_questions', 'When and where did Napoleon die?', 'and where'],
  ['several_questions', 'What is its name and where is it found?', 'and where'],
  ['too_long', ['word '.repeat(41).trim()], 'word '.repeat(41).trim()],
  ['too_long', ['What?', 'a b c d e f g h i j k'], 'a b c d e f g h i j k'],
  ['too_short', 'Why?', 'Why?'],
  ['too_short', 'Capital city?', 'Capital city?'],
  [
    'absolute_terms',
    ['When does it rain?', 'It always rains', 'Never at night in summer'],
    'always',
    'Never',
  ],
  ['absolute_terms', ['All strawberries are red.', 'False', 'True'], 'All'],
  [
    'all_or_none_of_the_above',
    ['Which?', 'All of the above', 'None of these', 'Both of them'],
    'All of the above',
    'None of these',
    'Both of them',
  ],
  ['all_or_none_of_the_above', ['Which?', 'A', 'None of the Above.'], 'None of the Above.'],
  ['longest_key', ['Why does the Moon show one face?', key, 'It is flat', 'It stands still'], key],
  ['duplicate_choices', ['Which?', 'The Moon', 'moon', 'Mars'], 'moon'],
  ['duplicate_choices', ['How many?', '1,000', '1000', '100', '100.'], '1000', '100.'],
  [
    'overlapping_choices',
    ['How many percent died?', '3 to 6 percent', '6 to 10 percent'],
    '6 to 10 percent',
  ],
  ['overlapping_choices', ['How many eggs?', '1–3', '10–15', '15–18'], '15–18'],
  [
    'overlapping_choices',
    ['Where is Spain?', 'Europe and Africa', 'Europe', 'Europe and Asia'],
    'Europe and Asia',
  ],
];

const leftAlone: [id: string, ...cases: Case[]][] = [
  [
    'answer_in_stem',
    ["Who predicted the return of Halley's Comet?", 'Edmond Halley'],
    ['A bag holds 3 red and 7 blue balls; how many are red?', '3'],
    ['How many are two and three?', 'Two'],
    ['Is a tomato a fruit or a vegetable?', 'Fruit'],
    ['Of iron and gold, which is heavier?', 'Gold', 'Iron'],
    ['Who sang "My Generation"?', 'The Who'],
    ['Which planet do Martians come from, marshal?', 'Mars'],
    ['What is the capital of Mexico?', 'Mexico City'],
    ['What letter comes after a?', 'B'],
    ['Is it true?', 'True'],
  ],
  [
    'negative_stem',
    'Which of these is NOT a planet?',
    'Why is Pluto not a planet?',
    'What was her first word, not counting the shorts?',
    'What do we call a number that is not rational?',
    'A number which is not prime is called what?',
    'Who wrote "To be, or not to be"?',
    'What is found not only in Africa but also in Asia?',
    "Which actor starred in I'm Not There?",
    'Although it does not shine, which body lights the night?',
    'All but one are mammals EXCEPT which?',
    ['Pluto is NOT a planet.', 'True'],
  ],
  [
    'missing_choices',
    ['Which of these is a planet?', 'Mars', 'Moon'],
    'Which of these is a planet: Mars, Titan, Sirius?',
    'Which of these two is larger, Mars or Venus?',
    'Most of the following day, what did he do?',
    'Which of the Brontë sisters wrote "Villette"?',
  ],
  [
    'no_question',
    'What is it?',
    'ما هي عاصمة مصر؟',
    '首都は？',
    'Name the largest planet.',
    'The capital of France is ____.',
    'To be, or not to …',
    'Water boils at:',
    ['The Moon is a star.', 'False'],
  ],
  [
    'several_questions',
    'Who wrote "Who\'s Afraid of Virginia Woolf?"?',
    'Who asked "Where are you? And why?" in the play?',
    'What is red and white?',
    'Really?? Who wrote it?!',
    'Which city is known for canals and who-knows-what?',
    'Who founded the company (the one in Ohio)?',
    'Which poet lived in Rome and which he loved?',
  ],
  ['too_long', ['word '.repeat(40).trim(), 'a b c d e f g h i j'], '長い質問ですか？'],
  ['too_short', 'Capital of France?', '2 + 2 = ?', '日本の首都はどこですか？', 'What is π?'],
  [
    'absolute_terms',
    ['Which song is by Rick Astley?', 'Never Gonna Give You Up', 'All You Need Is Love'],
    ['What is always wet?', 'Water'],
    ['Which novel?', 'All Quiet on the Western Front'],
    ['Which?', 'None'],
  ],
  ['all_or_none_of_the_above', ['Which?', 'All', 'None', 'Above the clouds', 'All of Me', 'Both']],
  [
    'longest_key',
    ['Which?', 'Mercury', 'Mars', 'Sun'],
    ['Which?', key, 'Because it is flat and has no other side', 'It stands still'],
    ['Which?', key],
    ['Which?', key, 'No'],
  ],
  [
    'duplicate_choices',
    ['Which language?', 'C', 'C++', 'C#'],
    ['Which?', '2', '−2', '1/2', '12'],
    ['Which?', 'mm', 'Mm'],
    ['Which?', '1,5', '15'],
    ['Which?', '10²', '102'],
  ],
  [
    'overlapping_choices',
    ['What was the final score?', '1-7', '1-5', '1-6'],
    ['When was the war?', '1914–1918', '1916–1918'],
    ['Which two solve it?', '2 and 3', '1 and 6'],
    ['How many?', '200', '20', '2,000'],
    ['Which?', 'Guinea', 'Papua New Guinea', 'New Guinea'],
  ],
];

describe('item-writing flaws', () => {
  it.each(caught)('%s catches %j', (id, given, ...ranges) => {
    expectCaught(id, given, ...ranges);
  });

  it.each(leftAlone)('%s leaves alone what is sound', (id, ...cases) => {
    for (const each of cases) expectLeftAlone(id, each);
  });

  it.each([
    ['negative_stem', 'Which is not a planet?', 'Which is NOT a planet?'],
    ['no_question', 'What is the capital of France.', 'What is the capital of France?'],
    ['no_question', 'Which dog comes from Croatia', 'Which dog comes from Croatia?'],
  ])('%s mends %j', (id, given, mended) => {
    expect(mend(id, given)).toBe(mended);
  });
});
