import { describe, expect, it } from 'vitest';
import { comparePair, compareRead } from '../../../src/analyses/kit/pairs/compare-pair.ts';
import { readQuestion, readStem } from '../../../src/analyses/kit/pairs/read-question.ts';
import { signaturesOf } from '../../../src/analyses/kit/pairs/signatures.ts';

type Pair = [question: string, answer: string, other: string, otherAnswer: string];

function kindOf([questionText, correctAnswer, text, answer]: Pair): string {
  const one = { questionText, correctAnswer };
  const other = { questionText: text, correctAnswer: answer };
  const { kind } = comparePair(one, other);
  expect(comparePair(other, one).kind).toBe(kind);
  return kind;
}

describe('a question in other words, with another key', () => {
  it.each<Pair>([
    [
      'What does RNA stand for?',
      'Nucleic acid',
      'What do the letters RNA stand for?',
      'Amino base',
    ],
    ['In what year did Troy fall?', '1180 BC', 'Troy fell in which year?', '1250 BC'],
    ['Which blood type is rarest?', 'AB negative', 'Which blood group is rarest?', 'O positive'],
    [
      'What is the main language of Peru?',
      'Spanish',
      "Peru's main language is which one?",
      'Quechua',
    ],
    [
      'Who painted "The Picture"?',
      'Claude Monet',
      '"The Picture" was painted by which artist?',
      'Edgar Degas',
    ],
    [
      'Which club plays at Goodison Park?',
      'Manchester United',
      'At Goodison Park, which club plays?',
      'Manchester City',
    ],
    [
      'Which king gave up the throne to marry?',
      'Edward VIII',
      'Which king gave the throne up to marry?',
      'Edward VII',
    ],
    [
      'Which president was sworn in first?',
      'George H. W. Bush',
      'Which president was first sworn in?',
      'George W. Bush',
    ],
    [
      'What number does the Roman numeral M stand for?',
      '1000',
      'The Roman numeral M stands for what number?',
      '500',
    ],
    [
      'Of all countries in Asia, which has the most islands?',
      'Japan',
      'Which country in Asia has the most islands?',
      'Indonesia',
    ],
    ['Who wrote "Jane Eyre"?', 'Anne Brontë', '"Jane Eyre" was written by whom?', 'Emily Brontë'],
    ['Who played Jack in the film Titanic?', 'Pitt', 'Which actor played Jack in Titanic?', 'Depp'],
    ['Who wrote the novel "Emma"?', 'Jane Austen', 'Which novelist wrote "Emma"?', 'Emily Brontë'],
    ['Who directed the film "Jaws"?', 'Spielberg', 'Which director made the film "Jaws"?', 'Lucas'],
    ['What is the currency of Sweden?', 'Krona', 'Which currency is used in Sweden?', 'Euro'],
    ['Which river flows through Paris?', 'Seine', 'What river runs through Paris?', 'Loire'],
    ['What does DNA stand for?', 'Nucleic acid', 'DNA is an abbreviation of what?', 'Amino base'],
    ['Which country won the 1998 World Cup?', 'France', 'Who won the World Cup in 1998?', 'Brazil'],
    ['On which continent is Chad?', 'Africa', 'Chad is on which continent?', 'South America'],
    ['Who wrote "Emma"?', 'Jane Austen', 'Who wrote the witty novel "Emma"?', 'Emily Brontë'],
    ['Who sang the song "Hello"?', 'Adele', 'Which singer recorded "Hello"?', 'Duffy'],
    ['Who played Neo in "Matrix"?', 'Reeves', 'Which actor portrayed Neo in "Matrix"?', 'Hanks'],
    ['In which city is the Louvre?', 'Paris', 'Where is the Louvre?', 'Lyon'],
    [
      'What is the largest penguin?',
      'King penguin',
      'Which penguin is largest?',
      'Emperor penguin',
    ],
    ["Who was Henry VIII's first wife?", 'Anne', 'Who was the first wife of Henry VIII?', 'Jane'],
    [
      'What kind of cheese is used in tiramisu?',
      'Ricotta',
      'Which cheese is used in tiramisu?',
      'Mascarpone',
    ],
    ['No planet is larger than which one?', 'Saturn', 'Which planet is the largest?', 'Jupiter'],
    [
      'Not counting Russia, what is the largest country in Europe?',
      'Ukraine',
      'Leaving out Russia, which country in Europe is the largest?',
      'France',
    ],
    [
      'The Expo was held in which town?',
      'Oslo',
      'In which town did the Expo take place?',
      'Bergen',
    ],
    ['How many bits are in a byte?', '8', 'In one byte there are how many bits?', '16'],
    ['Who found radium?', 'Marie Curie', 'Radium was found by which scientist?', 'Henri Becquerel'],
    [
      'Of which band was Ann Lee a member in Leeds?',
      'The Owls',
      'In Leeds, Ann Lee belonged to which band?',
      'The Larks',
    ],
    [
      'Which vitamin deficiency causes scurvy?',
      'Vitamin C',
      'Scurvy is caused by a lack of which vitamin?',
      'Vitamin D',
    ],
    ['How many eyes has a bee?', '5', 'A bee possesses how many eyes?', '2'],
    [
      'Mount Etna is in which country?',
      'Italy',
      'In which country can you find Mount Etna?',
      'Malta',
    ],
    ['Who shot President John Lennon?', 'Mark Chapman', 'Who shot John Lennon?', 'Mark Hinckley'],
    ['What does HTML stand for?', 'HTML', 'HTML is short for what?', 'High Tech Modern Links'],
    ['Which gas forms when wood burns?', 'Methane', 'What gas forms when wood burns?', 'Oxygen'],
    ['Who won the most Grand Slams?', 'Mo Lee', 'Who won the most Grand Slam titles?', 'Ann Roe'],
    ['Which is the largest ocean on Earth?', 'Pacific', "What is Earth's largest ocean?", 'Arctic'],
    [
      'Which sea is the deepest in the world?',
      'Baltic',
      'What is the deepest sea on Earth?',
      'Red',
    ],
    ['Who wrote "Dune"?', 'Frank Herbert', 'Which American author wrote "Dune"?', 'Frank Miller'],
    [
      'Which blood cells fight it?',
      'White blood cells',
      'What blood cells fight it?',
      'Red blood cells',
    ],
    [
      'Which planet has two moons?',
      'Mars',
      'Which planet in the Solar System has 2 moons?',
      'Venus',
    ],
  ])('is a conflict: %s %s / %s %s', (...pair) => {
    expect(kindOf(pair)).toBe('answer_conflict');
    const [one, other] = [signaturesOf(readStem(pair[0])), signaturesOf(readStem(pair[2]))];
    expect([one.content, one.subject]).toSatisfy(
      ([content, subject]) => content === other.content || subject === other.subject,
    );
  });

  it.each<Pair>([
    [
      'What does "bark" mean?',
      'The sound of a dog',
      'What does "bark" mean?',
      'The skin of a tree',
    ],
    ['When was D-Day?', '6 June 1944', 'What date was D-Day?', 'June 6th, 1944'],
    [
      'What is the capital of Georgia?',
      'Atlanta',
      'What is the capital of the country Georgia?',
      'Tbilisi',
    ],
    [
      "What is Canada's largest island?",
      'Baffin Island',
      'What Canadian lake is the largest on an island?',
      'Nettilling',
    ],
    [
      'Which actor played James Bond in "Goldfinger"?',
      'Sean Connery',
      'Which actor played Goldfinger in the James Bond film "Goldfinger"?',
      'Gert Fröbe',
    ],
    [
      'Who wrote the film "Carrie"?',
      'Lawrence Cohen',
      'Who wrote the novel "Carrie"?',
      'Stephen King',
    ],
    ['What cities are in Wales?', 'Cardiff', 'What cities are located in Wales?', 'Swansea'],
    ['Which countries does it border?', 'Chad', 'Which countries does it border?', 'Niger'],
    ['Who directed "Alien"?', 'Ridley Scott', 'Who directed "Aliens"?', 'James Cameron'],
    [
      'Who succeeded Lincoln as President?',
      'Andrew Johnson',
      'Whom did Lincoln succeed as President?',
      'James Buchanan',
    ],
    [
      'Which state has a fixed volume but no fixed shape?',
      'Liquid',
      'Which state has no fixed volume and no fixed shape?',
      'Gas',
    ],
    ['What share of it is white?', 'Half', 'What share of it is white?', '50%'],
    ['What part of it is green?', 'Leaf', 'What part of it is green?', 'The leaves'],
    ['In which city was Lincoln shot?', 'Boston', 'Where was Lincoln shot?', "Ford's Theatre"],
    ['In which city was Lincoln born?', 'Boston', 'Where was Lincoln born?', 'Kentucky'],
    ['Which carry blood from the heart?', 'Arteries', 'Which carry blood to the heart?', 'Veins'],
    ['What causes it?', 'A bacterium', 'What causes it?', 'Bacteria'],
    ['How far is it from here?', '300,000 km', 'How far is it from here?', '300 000 km'],
  ])('is none: %s %s / %s %s', (...pair) => {
    expect(kindOf(pair)).not.toBe('answer_conflict');
  });
});

describe('a sentence that is built differently, with another key', () => {
  const judge = ([questionText, correctAnswer, text, answer]: Pair, cosine?: number) =>
    compareRead(
      readQuestion({ questionText, correctAnswer }),
      readQuestion({ questionText: text, correctAnswer: answer }),
      cosine === undefined ? {} : { cosine },
    );

  it.each<Pair>([
    [
      'Actress Ann Lee is the daughter of which writer?',
      'Eve Ray',
      'Which writer is the mother of the actress Ann Lee?',
      'Joan Fox',
    ],
    [
      'Which team did Norway beat in the final of 1954?',
      'Chile',
      'In 1954, which team lost to Norway in the final?',
      'Peru',
    ],
    [
      'Which country has won the most Rugby World Cups?',
      'New Zealand',
      'What country has the most Rugby World Cup titles?',
      'South Africa',
    ],
  ])('is a conflict where vectors agree: %s / %s %s', (...pair) => {
    expect(judge(pair)).toMatchObject({ kind: 'template_sibling', isDoubtful: true });
    expect(judge(pair, 0.95)).toMatchObject({
      kind: 'answer_conflict',
      reasons: ['different_answer', 'similar_meaning'],
    });
    expect(judge(pair, 0.5).kind).toBe('template_sibling');
  });

  it.each<Pair>([
    ['Which acid is in lemons?', 'Citric', 'Which acid is in vinegar?', 'Acetic'],
    ['What is the root of 81?', '9', 'What is the square root of 81?', '3'],
    ['How many play in a volleyball team?', '6', 'How many play in a beach volleyball team?', '2'],
    ['In which city was Mozart born?', 'Salzburg', 'Mozart died in which city?', 'Vienna'],
    [
      'Which lake is the largest on Earth?',
      'Superior',
      "Earth's largest lake by volume?",
      'Baikal',
    ],
    [
      'What is the name of the nanny in "Emma and Co"?',
      'Rosa',
      'In "Emma and Co", what is the name of the nanny\'s friend?',
      'Carl',
    ],
    [
      'How many goalkeepers must a team of the NHL have?',
      '2',
      'In the NHL, how many teams are there?',
      '30',
    ],
    [
      'In what Neil Simon film did Ann Lee appear?',
      'Plaza',
      'Who appeared with Ann Lee in a film by Neil Simon?',
      'Jo Ray',
    ],
    ['What is the name for a baby eel?', 'Elver', 'What is the name for a group of eels?', 'Bed'],
    ['How many bones has an adult?', '206', 'How many bones has a newborn?', '300'],
    ['Who painted the "Mona Lisa"?', 'Leonardo', 'Who stole the "Mona Lisa" in 1911?', 'Peruggia'],
    ['Who founded Valve?', 'Ann Lee', 'Along with Ann Lee, who founded Valve?', 'Jo Ray'],
    ['Who is the mother of Ann Lee?', 'Eve Ray', 'Who is the daughter of Ann Lee?', 'Joan Fox'],
    [
      'Who led Britain at the outbreak of the war in 1939?',
      'Ann Lee',
      'Who led Britain for most of the war of 1939?',
      'Jo Ray',
    ],
    ['How many moons has Mars?', '2', 'Mars and its rivals have how many large moons?', '9'],
    ['Who shot Lee Oswald?', 'Jack Ruby', 'By whom was it said that Lee Oswald shot?', 'Ann Ray'],
    ['who is the chicago bulls coach?', 'Ann Lee', 'who is the coach of chicago jets?', 'Jo Ray'],
  ])('is none where a part was exchanged or added: %s / %s %s', (...pair) => {
    expect(judge(pair, 0.99).kind).not.toBe('answer_conflict');
  });
});

describe('the keys of reworded questions', () => {
  const judge = (answerCosine?: number) =>
    compareRead(
      readQuestion({
        questionText: 'What is the main ingredient of hummus?',
        correctAnswer: 'Chickpeas',
      }),
      readQuestion({ questionText: 'Hummus is mostly made from what?', correctAnswer: 'Lentils' }),
      { cosine: 0.8, ...(answerCosine === undefined ? {} : { answerCosine }) },
    );

  it('contradict each other if they are of one kind', () => {
    expect(judge().isDoubtful).toBe(true);
    expect(judge(0.85)).toMatchObject({ kind: 'answer_conflict', isDoubtful: false });
    expect(judge(0.3)).toMatchObject({ kind: 'different', isDoubtful: false });
  });

  it.each<Pair>([
    [
      'Which river is the longest in South America?',
      'Amazon',
      'Which South American river is longer than any other?',
      'Parana',
    ],
    [
      'Which Formula One driver was nicknamed "The Professor"?',
      'Niki Lauda',
      '"The Professor" was the nickname of which F1 driver?',
      'Alain Prost',
    ],
    [
      'What was the batting average of Donald Bradman?',
      '99.94',
      "What was Don Bradman's batting average?",
      '99.96',
    ],
  ])('of names and superlatives in other words: %s / %s %s', (...pair) => {
    expect(kindOf(pair)).toBe('answer_conflict');
  });
});

describe('questions about what many others are about', () => {
  const cosine = 0.93;

  it.each<Pair>([
    ['Which acid do lemons contain?', 'Citric', 'Vinegar contains which acid?', 'Acetic'],
    ['When did the Titanic sink?', '1912', 'When was the wreck of the Titanic found?', '1985'],
    ['Which dwarf planet is near us?', 'Ceres', 'What is the planet that is near us?', 'Mars'],
  ])('need more likeness to be one: %s / %s %s', (...pair) => {
    const [questionText, correctAnswer, text, answer] = pair;
    const one = readQuestion({ questionText, correctAnswer });
    const other = readQuestion({ questionText: text, correctAnswer: answer });
    const among = (rivals: number) =>
      compareRead(one, other, { cosine, rivals: () => rivals }).kind;
    expect(among(30)).not.toBe('answer_conflict');
  });
});

describe('statements that are true or false', () => {
  const kind = (one: string, other: string) => kindOf([one, 'True', other, 'False']);

  it('contradict each other where they say the same', () => {
    expect(kind('Vatican City is a UN member.', 'The Vatican City is a UN member')).toBe(
      'answer_conflict',
    );
    expect(
      kind(
        'Despite its name, Rhode Island is no island.',
        'Rhode Island is no island despite its name.',
      ),
    ).toBe('answer_conflict');
  });

  it.each([
    ['San Marino is surrounded by Italy.', 'Italy is surrounded by San Marino.'],
    ['San Marino surrounds Italy.', 'San Marino is surrounded by Italy.'],
    ['Lions are bigger than tigers.', 'Tigers are bigger than lions.'],
    ['Ostriches can fly.', 'Only ostriches can fly.'],
  ])('say something else: %s %s', (one, other) => {
    expect(kind(one, other)).not.toBe('answer_conflict');
  });
});

it('tells the largest moon of a planet from the largest planet', () => {
  const one: Pair = [
    'Io is the largest moon of which planet?',
    'Jupiter',
    'What is the largest planet?',
    'Jupiter',
  ];
  expect(kindOf(one)).toBe('different');
});

describe('a pair that vectors decide', () => {
  const kindWith = ([questionText, correctAnswer, text, answer]: Pair, questions: number) =>
    compareRead(
      readQuestion({ questionText, correctAnswer }),
      readQuestion({ questionText: text, correctAnswer: answer }),
      { cosine: 0.77, answerCosine: 0.64, questions },
    ).kind;

  it('needs more evidence among many questions', () => {
    const pair: Pair = [
      'Which casino in Las Vegas did Bugsy Siegel build with money of the mob?',
      'The Tropicana',
      'Which Las Vegas casino was originally constructed and operated by mobster Bugsy Siegel?',
      'The Flamingo',
    ];
    expect(kindWith(pair, 300)).toBe('answer_conflict');
    expect(kindWith(pair, 100_000)).not.toBe('answer_conflict');
  });

  it.each<Pair>([
    ['Descartes declares he is ____.', 'a mind', 'Descartes says he may be ____.', 'dreaming'],
    ['What color hat has Timmy?', 'Pink', 'What color tie has the dad of Timmy?', 'Black'],
    [
      'A conductor directs an orchestra with a thin stick known as what?',
      'Baton',
      'Before a concert, which wind instrument usually gives the note to which the orchestra tunes?',
      'Oboe',
    ],
    ['Who invented the laser?', 'Maiman', 'In which laboratory was the laser invented?', 'Hughes'],
  ])('is none: %s %s / %s %s', (...pair) => {
    expect(kindWith(pair, 300)).not.toBe('answer_conflict');
  });
});
