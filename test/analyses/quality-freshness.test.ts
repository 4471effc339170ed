import { describe, it } from 'vitest';
import { type Case, expectCaught, expectLeftAlone } from './quality-rule.ts';

const caught: [id: string, given: Case, ...ranges: string[]][] = [
  ['currently', 'Who is currently president of France?', 'currently'],
  ['currently', 'Who is the current world champion?', 'current'],
  ['currently', "Who is Norway's current king?", 'current'],
  ['currently', 'Who is the reigning champion?', 'reigning'],
  ['latest', 'What is the latest version of Android?', 'latest'],
  ['latest', 'Who won the most recent World Cup?', 'most recent'],
  ['latest', 'Which problem has been solved so far?', 'so far'],
  ['as_of', 'As of 2019, who holds it?', 'As of'],
  ['as_of', 'Who is the champion as of June?', 'as of'],
  ['this_year', 'Who won the Oscar this year?', 'this year'],
  ['this_year', "Who won last year's final?", "last year's"],
  ['record_holder', 'Who holds the record for the long jump?', 'holds the record'],
  ['record_holder', 'What is the best-selling book?', 'best-selling'],
  ['record_holder', 'What is the tallest building in the world?', 'tallest building'],
  [
    'dated_count',
    'In 2019, how many countries are there in Africa?',
    'how many countries are there',
  ],
  ['record_holder', 'Who has scored the most goals in the league?', 'the most goals'],
  ['office_holder', 'Who is the prime minister of Norway?', 'Who is the prime minister of Norway'],
  ['expiring_count', 'What is the population of Norway?', 'What is the population'],
  ['expiring_count', 'How many people live in Oslo?', 'How many people live'],
  ['dated_count', 'How many bears are there in Alaska as of 2015?', 'How many bears are there'],
];

const leftAlone: [id: string, ...cases: Case[]][] = [
  [
    'office_holder',
    'Who was the first president of France?',
    'Who is the king of the gods in Greek myths?',
    'In Animal Crossing, who is the manager of the town shop?',
    'Who is the 16th president of the United States?',
  ],
  [
    'expiring_count',
    'What was the population of Norway in 1900?',
    'How many people live in the house in this novel?',
    'How many states are in Australia?',
  ],
  [
    'currently',
    'What unit measures electric current?',
    'What does the current through a wire heat?',
    'Which ocean current warms Norway?',
    'What was the Turkish city currently known as Istanbul once called?',
    'Who sang "Currently"?',
    "Which of England's then reigning monarchs was it?",
  ],
  [
    'latest',
    'By when must it be done at the latest?',
    'Who wrote "The Latest News"?',
    'What was known so far in 1905?',
    'Which lines are shifted so far into the red that they cannot be seen?',
    'Which is the most recent period of the Cenozoic era?',
    'Ann has saved $20 so far. She needs $50. How many weeks will it take her?',
  ],
  ['as_of', 'What is known as Ofen in German?', 'Which, as of old, sails?', 'Such as of gold?'],
  [
    'this_year',
    'Who won in the last year of the war?',
    ['In this year, Led Zeppelin released their fourth album.', '1971'],
    ['Joan of Arc lived in this century.', '15th'],
    'Ann sold 3 hens last week. She had 9. How many does she have next week?',
    'In 1912, which ship sank this year?',
    'What did he write in his last year?',
    'Who sang "This Year\'s Girl"?',
  ],
  [
    'record_holder',
    'What is the tallest mountain on Earth?',
    'Which company made the first vinyl record?',
    'Which film was the highest-grossing of 1997?',
    'Which is the longest river?',
    'Who wrote the best-selling novel about a wolf called Buck?',
    'Birmingham is the most populous city of which state?',
  ],
  [
    'dated_count',
    'How many planets are there in the Solar System?',
    'How many days are there in February 2024?',
    'In Most Wanted (2005), how many rivals are there?',
    'How many medals did she win in 2012?',
    'How many episodes are there from the start in 1994 to the end in 2004?',
  ],
];

describe('freshness', () => {
  it.each(caught)('%s catches %j', (id, given, ...ranges) => {
    expectCaught(id, given, ...ranges);
  });

  it.each(leftAlone)('%s leaves alone what lasts', (id, ...cases) => {
    for (const each of cases) expectLeftAlone(id, each);
  });
});
