import { describe, it } from 'vitest';
import { type Case, expectCaught, expectLeftAlone } from '../quality-rule.ts';

/** A rule, an item it should find, what it should point at, and one that only looks like it. */
const cases: [id: string, flawed: Case, range: string, sound: Case][] = [
  [
    'clang_word',
    ['Which process turns water into vapor?', 'vaporization', 'freezing', 'melting'],
    'vaporization',
    ['Which animated film is it?', 'Animalympics', 'Bambi', 'Dumbo'],
  ],
  [
    'clang_word',
    ['Which instrument measures voltage?', 'voltmeter', 'caliper', 'barometer'],
    'voltmeter',
    ['Which state is it?', 'Station', 'Bus', 'Train'],
  ],
  [
    'number_cue',
    ['Who were the first to fly?', 'the Wright brothers', 'Charles Lindbergh', 'Louis Blériot'],
    'the Wright brothers',
    ['Who were the first to fly?', 'Wilbur and Orville', 'The Beatles', 'Penn & Teller'],
  ],
  [
    'mixed_kinds',
    ['When did Rome fall?', '476', '410', 'Ravenna', 'the Visigoths'],
    'Ravenna',
    ['When did Rome fall?', '476', '410', 'Never', 'In the year 395'],
  ],
  [
    'mixed_kinds',
    ['Where was Chopin born?', 'Warsaw', '1810', '1849', 'Paris'],
    '1810',
    ['How fast is light?', '299,792,458 m/s', '50,461 m/s', '751,665,014,151 m/s'],
  ],
  [
    'repeated_choice_text',
    [
      'Which gas do plants take in?',
      'carbon dioxide from the air',
      'oxygen from the air',
      'helium from the air',
    ],
    'from the air',
    ['How old is it?', '3 million years ago', '4 million years ago', '5 million years ago'],
  ],
  [
    'choice_label',
    ['Which is a primary color?', 'a) red', 'b) green'],
    'a) ',
    ['Which vitamin is it?', 'A, or retinol', 'B, or thiamine', 'C'],
  ],
  [
    'missing_picture',
    'Based on the graph, in which month were sales highest?',
    'Based on the graph',
    'What put Nashville on the map?',
  ],
  [
    'missing_picture',
    'Which letter on the map marks the Nile?',
    'letter on the map',
    'Which letter on the table of elements stands for iodine?',
  ],
  [
    'missing_passage',
    'What is the main idea of the text?',
    'of the text',
    'What is the moral of the story of Job?',
  ],
  [
    'missing_passage',
    'In paragraph 3, the word "grave" means',
    'In paragraph 3',
    'Who is the narrator of the story in Moby Dick?',
  ],
  [
    'several_questions',
    'Who wrote it and in which year was it printed?',
    'and in which',
    'Who wrote the book in which Emma marries?',
  ],
  [
    'negative_stem',
    'Which metal is least likely to rust?',
    'least',
    'Which state is least populous?',
  ],
  [
    'negative_stem',
    'Which is not a line of this song?',
    'not',
    'Which film has the line, I am not a number?',
  ],
  [
    'double_negative',
    ['Is it not true that spiders are not insects?', 'Yes', 'No'],
    'not true that spiders are not',
    ['Is it true that spiders are not insects?', 'Yes', 'No'],
  ],
  [
    'vague_frequency',
    ['How much water is enough?', 'Two liters', 'quite a lot'],
    'quite a lot',
    'How often is it watered?',
  ],
  [
    'absolute_terms',
    ['All swans are white.', 'False', 'True'],
    'All',
    ['Half of all swans are white.', 'False', 'True'],
  ],
  [
    'several_blanks',
    ['The ____ of ____ was signed.', 'charter, rights'],
    '____',
    ['Balance it: __ H2 + __ O2 = __ H2O.', '2'],
  ],
  [
    'misspelling',
    ['Do white lions exsist in the wild?', 'Yes'],
    'exsist',
    ['Who directed destricted?', 'Gaspar Noé'],
  ],
  [
    'no_question',
    'Where in Asia was he born',
    '',
    'The mass of a particle at rest is approximately',
  ],
  [
    'no_question',
    'Capital of Peru',
    'Capital of Peru',
    'If the disk only rotates, find the distance.',
  ],
  [
    'no_question',
    'Capital of Chile',
    'Capital of Chile',
    'From your knowledge of the subject identify which statement is wrong.',
  ],
  [
    'answer_in_stem',
    ['Who won the Wales cup?', 'Wales'],
    'Wales',
    ['Who won between Wales and Peru?', 'Wales'],
  ],
  [
    'article_cue',
    ['A ____ carries its young in a pouch.', 'kangaroo', 'elephant', 'owl'],
    'A',
    ['Which of these is rich in vitamin A?', 'Carrots', 'Almonds', 'Bread'],
  ],
  [
    'article_cue',
    ['The instrument that measures voltage is a', 'voltmeter', 'ohmmeter', 'barometer'],
    'a',
    ['A group in which ab = ba is a/an', 'abelian group', 'semigroup', 'ring'],
  ],
  [
    'article_cue',
    ['A tax that takes more from the poor is a', 'regressive tax', 'excise tax', 'flat tax'],
    'a',
    ['A signature needs a', 'public key', 'private key', 'All of them'],
  ],
  [
    'overlapping_choices',
    ['Which planets have plate tectonics?', 'Earth', 'Venus', 'Mars and Earth'],
    'Mars and Earth',
    ['Which are noble? I. Neon II. Argon', 'I and II only', 'I only', 'II only'],
  ],
  [
    'overlapping_choices',
    ['Who made Roblox?', 'David Baszucki and Erik Cassel', 'Erik Cassel', 'Jonas Alto'],
    'Erik Cassel',
    ['Which Batman film earned the least?', 'Batman and Robin', 'Batman', 'Batman Forever'],
  ],
  [
    'overlapping_choices',
    ['Which?', 'Europe and Africa', 'Europe', 'Australia'],
    'Europe',
    ['On which continents?', 'Europe and Africa', 'Europe, Africa and Asia', 'Europe'],
  ],
  [
    'overlapping_choices',
    ['What is needed?', 'Light', 'Light and water', 'Soil'],
    'Light and water',
    ['Who hit it first?', 'Sammy Sosa', 'Ken Griffey, Jr.', 'Ken Griffey'],
  ],
  [
    'unfocused_stem',
    ['Economic growth is', 'critical for the poor', 'measured by size', 'shared equally'],
    'Economic growth is',
    ['The genome is:', 'the entire DNA', 'the number of genes', 'a list of proteins'],
  ],
  [
    'unfocused_stem',
    ['Collagen fibres:', 'take time to form', 'are not needed', 'provide a bridge'],
    'Collagen fibres:',
    ['A coward is ____.', 'yellow', 'red', 'blue'],
  ],
  [
    'duplicate_choices',
    ['Where is Paris?', 'In France', 'in france', 'In Spain'],
    'in france',
    ['Which parents are brown?', 'Bb × Bb', 'BB × BB', 'bb × bb'],
  ],
  [
    'misspelling',
    ['Which opera is by Bizet?', 'Carmen', 'an orignal work'],
    'orignal',
    ['Which opera is by Bizet?', 'Carmen', 'Les pêcheurs de perles'],
  ],
  [
    'misspelling',
    ['Which fallacy is it?', 'Ad hominem', 'a comon mistake, refered to by all'],
    'refered',
    ['Which fallacy is it?', 'Ad hominem', 'Post hoc ergo propter hoc'],
  ],
  [
    'misspelling',
    'In which year did the orignal Sims game appear?',
    'orignal',
    'Where in the US was raylee johnson born',
  ],
  [
    'misspelling',
    ['How do the Danes say it?', 'with a recieved phrase'],
    'recieved',
    ['Which expression means "I love you" in Danish?', 'Jeg elsker dig.'],
  ],
  [
    'stray_whitespace',
    ['How do output and prices   change?', 'Both fall', 'Both rise'],
    '   ',
    [
      'What changes? OUTPUT     PRICES',
      'Falls     Falls',
      'Falls     Rises',
      'Rises \u00a0\u00a0\u00a0 Falls',
    ],
  ],
  [
    'stray_whitespace',
    'How many bits has a digit ?',
    ' ',
    'What makes the statement 2 over 9 = 14 over ? true?',
  ],
  [
    'k_type_choices',
    ['Which are noble? 1) Neon 2) Iron 3) Argon', '1, 3', 'Neon', 'Iron'],
    '1, 3',
    ['Put them in order: 1) Mars 2) Earth 3) Venus', '3, 2, 1', '2, 1, 3', '1, 2, 3'],
  ],
  [
    'several_questions',
    'Where is the lowest point and where is the highest?',
    'and where',
    'And where is the lowest point?',
  ],
  [
    'opinion',
    'Which comedian do you think is the funniest?',
    'do you think',
    'Which comedian do you think wrote that line?',
  ],
  [
    'opinion',
    'Where is the best place to visit in Aruba?',
    'is the best place',
    'Who made this remark: an archaeologist is the best husband a woman can have?',
  ],
  [
    'no_question',
    'Distributive property',
    'Distributive property',
    'Restate 4(3 + 2) by the distributive property.',
  ],
  ['no_question', 'Eight and eight', 'Eight and eight', ['8 + 8 ÷ 2 + 2 =', '14']],
  [
    'no_question',
    'The president with heart disease',
    'The president with heart disease',
    'Being a president is no guarantee of health. This one had heart disease.',
  ],
  [
    'no_question',
    'Freedom is slavery.',
    'Freedom is slavery.',
    'The novel describes a society without freedom: ‘Freedom is slavery.’ Name the novel.',
  ],
  [
    'currently',
    'Who currently owns the Steelers?',
    'currently',
    'What is the largest animal currently on Earth?',
  ],
  [
    'currently',
    'Who is the current champion?',
    'current',
    'Who gave the current title to the anthem?',
  ],
  [
    'currently',
    'Who presently leads Chile?',
    'presently',
    'Which state never joined the British Commonwealth, presently the Commonwealth of Nations?',
  ],
  [
    'opinion',
    'Which is the best colour for a car?',
    'is the best colour',
    'Which lamp has the best colour rendering?',
  ],
  [
    'no_question',
    'The flight of blimps over stadiums',
    'The flight of blimps over stadiums',
    ['The flight of a blimp best illustrates', 'Archimedes’ principle', 'Ohm’s law'],
  ],
  [
    'no_question',
    'In 1547 who became tsar',
    '',
    ['Those who lose a relative most often experience', 'A lack of support', 'Relief'],
  ],
  [
    'no_question',
    'Detectors at airports',
    'Detectors at airports',
    ['The metal detectors at airports operate via', 'Faraday’s law', 'Ohm’s law'],
  ],
];

describe('rules and look-alikes', () => {
  it.each(cases)('%s', (id, flawed, range, sound) => {
    const labels = id === 'choice_label' ? ['b) '] : [];
    expectCaught(id, flawed, range, ...labels);
    expectLeftAlone(id, sound);
  });
});
