import { describe, it } from 'vitest';
import { type Case, expectCaught, expectLeftAlone } from '../quality-rule.ts';

const cases: [id: string, flawed: Case, range: string, ...sound: Case[]][] = [
  [
    'missing_picture',
    'Which country is shaded red on the map?',
    'shaded red on the map',
    'Which empire was shaded red on the map of the world?',
  ],
  [
    'missing_picture',
    'Identify the organ in the diagram.',
    'in the diagram.',
    'Identify the organ that makes bile.',
  ],
  [
    'missing_passage',
    'What does the following code print?',
    'the following code',
    'What does the following code print: print(1)?',
    'Which of the following code names is that of D-Day?',
  ],
  [
    'missing_passage',
    'Which instrument do you hear in this recording?',
    'in this recording',
    'Who plays the piano in this recording of Take Five?',
  ],
  [
    'office_holder',
    'Which club does Messi play for?',
    'Which club does Messi play for',
    'Which club did Messi play for first?',
    'Which club does Roy Race play for in the comic?',
  ],
  [
    'office_holder',
    'Who coaches the German national team?',
    'Who coaches the German national team',
    'Who coaches the German national team in the film?',
  ],
  [
    'office_holder',
    ['Who leads the Catholic Church?', 'Leo XIV'],
    'Who leads the Catholic Church',
    ['Who leads the Catholic Church?', 'The Pope'],
    'Who leads the Fellowship?',
  ],
  [
    'record_holder',
    'Who is the wealthiest man alive?',
    'wealthiest man',
    'Who was the wealthiest man of ancient Rome?',
  ],
  [
    'double_negative',
    ['Which of these is not a country that has never won the World Cup?', 'Italy', 'Peru', 'Chile'],
    'not a country that has never',
    ['Which of these is not a country that has won the World Cup?', 'Peru', 'Italy', 'Spain'],
  ],
  ['doubled_word', 'What is the only only even prime?', 'only only', 'What is only one of a kind?'],
  [
    'all_or_none_of_the_above',
    ['Which of these is a mammal?', 'Whale', 'Shark', 'None'],
    'None',
    ['How many moons has Venus?', 'None', 'One', 'Two'],
    ['What share of it is water?', 'None', 'Half of it', 'Nearly all'],
  ],
  [
    'overlapping_choices',
    ['Who may be president?', 'Those born there', '35 or older', '30 or older'],
    '30 or older',
    ['How old must they be?', '35 or older', '34 or younger'],
  ],
];

describe('variants of flaws', () => {
  it.each(cases)('%s: %j', (id, flawed, range, ...sound) => {
    expectCaught(id, flawed, range);
    for (const each of sound) expectLeftAlone(id, each);
  });
});
