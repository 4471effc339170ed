import { describe, expect, it } from 'vitest';
import {
  applySeverities,
  checkQuestion,
} from '../../../src/analyses/types/quality/check-question.ts';
import { qualityParameters } from '../../../src/analyses/types/quality/schema.ts';
import { type Case, expectCaught, expectLeftAlone, limits, toQuestion } from '../quality-rule.ts';

const rules = applySeverities(qualityParameters.parse({}));

function suggestions(id: string, given: Case): (string | undefined)[] {
  return checkQuestion(toQuestion(given), rules, limits)
    .filter(({ rule }) => rule === id)
    .map(({ suggestion }) => suggestion);
}

const twice = (text: string) => [text, text];

const noBorder = 'Which country does NOT border France?';

const cases: [id: string, given: Case, ...suggested: (string | undefined)[]][] = [
  ['markdown', 'Which country does *not* border France?', noBorder],
  ['markdown', 'Which country does **not** border France?', noBorder],
  ['html_tag', 'Which country does <b>not</b> border France?', noBorder],
  ['article_cue', ['An ___ is a large bird.', 'eagle', 'robin'], 'A(n) ___ is a large bird.'],
  ['answer_marker', ['Which gas is inert?', 'Argon (correct)', 'Oxygen', 'Fluorine'], 'Argon'],
  ['answer_marker', ['Which gas is inert?', '✓ Argon', 'Oxygen', 'Fluorine'], 'Argon'],
  ['misspelling', 'Who was a decendent of Genghis Khan?', 'Who was a descendant of Genghis Khan?'],
  [
    'no_question',
    ['whats the name of the first president', 'Washington'],
    'whats the name of the first president?',
  ],
  ['html_entity', 'What is 5&nbsp;km in miles?', 'What is 5 km in miles?'],
  ['html_entity', ['Which key is the longest?', '&nbsp;'], undefined],
  ['key_format', ['Which is a mammal?', 'WHALE', 'Shark', 'Tuna'], 'Whale'],
  ['key_format', ['Which is a city?', 'PARIS', 'France', 'Spain'], 'Paris'],
  [
    'key_format',
    ['Which ocean is it?', 'pacific ocean', 'Atlantic Ocean', 'Indian Ocean', 'Arctic'],
    'Pacific Ocean',
  ],
  ['key_format', ['Where is it?', 'gulf of suez', 'Bay of Bengal', 'Red Sea'], 'Gulf of Suez'],
  ['key_format', ['What is it?', 'red paint', 'Green paint', 'Blue paint'], 'Red paint'],
  [
    'control_character',
    'Did â€œmark twainâ€? mean safe water?',
    ...twice('Did “mark twain” mean safe water?'),
  ],
  ['control_character', 'Who wrote â€œEmmaâ€ first?', ...twice('Who wrote “Emma” first?')],
  ['control_character', 'Who wrote â€œEmmaâ€??', ...twice('Who wrote “Emma”?')],
  // The question mark is one, or what is left of the quotation mark.
  ['control_character', 'Who was â€œmark twainâ€?', undefined, undefined],
  // It may be an acronym.
  ['key_format', ['Who landed first?', 'CNSA', 'Boeing', 'Airbus'], undefined],
  ['detailed_key', ['What is warm?', 'Venus (next to the Sun)', 'Mars', 'Saturn'], 'Venus'],
  ['detailed_key', ['What is it?', 'Carbon dioxide (CO₂)', 'Oxygen', 'Argon'], 'Carbon dioxide'],
  ['detailed_key', ['Who flew it?', 'Louis Blériot (1909)', 'Orville Wright', 'Cody'], undefined],
  // Without it, a state may be meant.
  ['detailed_key', ['Where is Tbilisi?', 'Georgia (country)', 'Armenia', 'Iran'], undefined],
];

describe('suggestions', () => {
  it.each(cases)('of %s: %j', (id, given, ...suggested) => {
    expect(suggestions(id, given)).toEqual(suggested);
  });

  it('of an emphasized negation are accepted by the next check', () => {
    expectLeftAlone('negative_stem', noBorder);
  });
});

describe('a finding', () => {
  it.each<[id: string, given: Case, range: string]>([
    ['number_cue', ['What are these insects called?', 'Bees', 'A fly', 'A moth'], 'Bees'],
    [
      'double_negative',
      ["Which of these isn't unsaturated?", 'Propane', 'Ethene', 'Ethyne'],
      "n't unsaturated",
    ],
    ['mixed_kinds', ['Which did Rome found?', '1984', 'vienna', 'a port', 'cologne'], '1984'],
    ['mixed_kinds', ['Which state is it?', 'New York', '1984', 'New Jersey', 'Ohio'], '1984'],
    ['leading_blank', ['… is the capital of Peru.', 'Lima'], '…'],
    ['leading_blank', ['...was painted by Munch', 'The Scream'], '...'],
    ['stray_whitespace', 'Which make does Infiniti belong to ?', ' '],
    ['negative_stem', 'What could Lou Costello not go to bed without?', 'not'],
    ['negative_stem', 'What can she not go to Boston without?', 'not'],
    ['negative_stem', ['A key is each of these except when?', 'It is lost', 'It fits'], 'except'],
    ['currently', 'who is the reigning champion in chess', 'reigning'],
    ['record_holder', 'Who holds the world record of 100 metres?', 'holds the world record'],
  ])('of %s: %j', (id, given, range) => expectCaught(id, given, range));
});

describe('no finding', () => {
  it.each<[id: string, given: Case]>([
    ['detailed_key', ['Which film is it?', 'Bubbles (2016)', 'Alien', 'Jaws']],
    ['detailed_key', ['Which film is it?', 'Dune (2021)', 'Alien', 'Jaws']],
    ['detailed_key', ['Which album is it?', 'The Beatles (White Album)', 'Abbey Road', 'Help!']],
    [
      'detailed_key',
      [
        'Which song is by ABBA?',
        'Gimme! Gimme! Gimme! (A Man After Midnight)',
        'Hey Jude',
        'Le Freak',
      ],
    ],
    ['html_entity', ['Which HTML entity displays an ampersand?', '&amp;', '&and;', '&lt;']],
    ['html_entity', ['How is < escaped in XML?', '&lt;', '&gt;', '&amp;']],
    ['key_format', ['Who launched Apollo 11?', 'NASA', 'Boeing', 'Airbus']],
    ['number_cue', ['Which of these countries has a king?', 'Netherlands', 'France', 'Italy']],
    ['number_cue', ['Which of these subjects has proofs?', 'Mathematics', 'History', 'Art']],
    ['number_cue', ['What are these studies called?', 'Mathematics', 'History', 'Art']],
    ['double_negative', ["Who did not record Ain't That a Kick in the Head?", 'Elvis', 'Dean']],
    [
      'double_negative',
      ['Which song is NOT by Dean Martin?', 'My Way', "Ain't That a Kick in the Head", 'Volare'],
    ],
    ['double_negative', ['Which film does not star Tom Hanks?', 'Up', "'I am not there'", 'Big']],
    ['convergent_key', ['What is a half of a quarter?', '1/8', '1/4', '3/8', '1/2']],
    [
      'convergent_key',
      ['How is 0.00056 written?', '5.6 × 10⁻⁴', '5.6 × 10⁴', '56 × 10⁻⁴', '56 × 10⁵'],
    ],
    ['mixed_kinds', ['Which aircraft is the Jumbo Jet?', '747', 'Concorde', 'Comet', 'Tristar']],
    ['mixed_kinds', ['Which aircraft is supersonic?', 'Concorde', '747', '737', '767']],
    ['mixed_kinds', ['What is the dialling code of the UK?', '+44', 'GB', 'UK', 'ENG']],
    ['mixed_kinds', ['Which did Joyce write?', 'Ulysses', '1984', 'Brave New World', 'Emma']],
    ['mixed_kinds', ['Which is by Orwell?', '1984', 'Brave New World', 'Emma', 'Ulysses']],
    ['answer_marker', ['What should a trainee be?', '*willing to learn*']],
    ['answer_marker', ['What should a trainee be?', '**willing to learn**', 'late', 'rude']],
    ['no_question', ['… is the capital of Peru.', 'Lima']],
    ['no_question', ['... is the capital of Peru.', 'Lima']],
    ['no_question', ['Give the name of the film, and its director.', 'Rocky, John Avildsen']],
    ['no_question', ['mention any four physical properties of any substance', 'Color, density']],
    ['leading_blank', ['...baby one more time', 'Britney Spears']],
    ['leading_blank', '... is the title of which film?'],
    ['stray_whitespace', ['Audi is to Volkswagen as Infiniti is to ?', 'Nissan']],
    ['stray_whitespace', ['Seven times eight equals ?', '56']],
    ['negative_stem', 'What animals does Camille tell Lou she cannot go to bed without?'],
    ['negative_stem', 'after what time of day should you not feed Mogwai?'],
    ['negative_stem', ['Im always Rockin and Rollin except when ____', 'I sleep']],
    ['currently', 'what kind of music is played by the reigning monarchs'],
    ['record_holder', 'Which player holds the NHL record of 2,857 points?'],
  ])('of %s: %j', (id, given) => expectLeftAlone(id, given));
});
