import { describe, expect, it } from 'vitest';
import { comparePair } from '../../../src/analyses/kit/pairs/compare-pair.ts';
import { sampleBank } from '../../samples/sample-bank.ts';

type Asked = readonly [question: string, answer: string];

function kindOf([questionText, correctAnswer]: Asked, [text, answer]: Asked): string {
  const [one, other] = [
    { questionText, correctAnswer },
    { questionText: text, correctAnswer: answer },
  ];
  const { kind } = comparePair(one, other);
  expect(comparePair(other, one).kind).toBe(kind);
  return kind;
}

describe('a question', () => {
  it.each([
    'Which river separates New York from New Jersey?',
    'Who was Grand Master of the Grand Lodge?',
    'The capital of which country is Paris?',
    'Which gas do plants take in and animals give out?',
    'How many countries are larger than Australia?',
    'Which is greater: the distance from pole to pole or the distance around the equator?',
  ])('is the same as itself: %s', (questionText) => {
    const question = { questionText, correctAnswer: 'Ann Lee' };
    expect(comparePair(question, question).kind).toBe('same');
  });

  it('of the samples is the same as itself', () => {
    const others = sampleBank.filter((sample) => comparePair(sample, sample).kind !== 'same');
    expect(others.map(({ questionText }) => questionText)).toEqual([]);
  });
});

describe('the same question with two keys', () => {
  it.each<[Asked, Asked]>([
    [
      ['Which planet has the most moons in the Solar System?', 'Saturn'],
      ['Which planet in the Solar System has the most moons?', 'Jupiter'],
    ],
    [
      ['Who wrote the novel "Emma"?', 'Jane Austen'],
      ['Who is the author of the novel "Emma"?', 'Charlotte Brontë'],
    ],
    [
      ['What is the capital of Australia?', 'Canberra'],
      ["What's the capital city of Australia?", 'Sydney'],
    ],
    [
      ['How many bones does an adult human have?', '206'],
      ['How many bones does an adult human have?', '208'],
    ],
    [
      ['In which year did World War II end?', '1945'],
      ['In what year did the Second World War end?', '1946'],
    ],
    [
      ['Sharks are mammals.', 'True'],
      ['Sharks are mammals.', 'False'],
    ],
  ])('is a conflict: %j %j', (one, other) => {
    expect(kindOf(one, other)).toBe('answer_conflict');
  });

  it.each<[string, Asked, Asked]>([
    [
      'choices decide',
      ['Which of these is a fruit?', 'Tomato'],
      ['Which of these is a fruit?', 'Apple'],
    ],
    [
      'a negation leaves many answers',
      ['Which country is NOT in Europe?', 'Egypt'],
      ['Which country is NOT in Europe?', 'Peru'],
    ],
    [
      'another sex',
      ['What is a male swan called?', 'Cob'],
      ['What is a female swan called?', 'Pen'],
    ],
    [
      'another domain',
      ['Which country has the domain .at?', 'Austria'],
      ['Which country has the domain .rs?', 'Serbia'],
    ],
    [
      'another year',
      ['Who won the World Cup in 2010?', 'Spain'],
      ['Who won the World Cup in 2014?', 'Germany'],
    ],
    [
      'another name',
      ['What is the capital of France?', 'Paris'],
      ['What is the capital of Italy?', 'Rome'],
    ],
    [
      'other roles',
      ['What is the offspring of a male lion and a female tiger?', 'Liger'],
      ['What is the offspring of a female lion and a male tiger?', 'Tigon'],
    ],
    [
      'another attribute',
      ['What is the capital of Japan?', 'Tokyo'],
      ['What is the currency of Japan?', 'Yen'],
    ],
    [
      'another thing is asked for',
      ['Where was the Battle of Verdun fought?', 'Verdun'],
      ['When was the Battle of Verdun fought?', '1916'],
    ],
    [
      'lists hold several right answers',
      ['What languages do people speak in Peru?', 'Spanish, Quechua, Aymara'],
      ['What language do people speak in Peru?', 'Quechua, English, Spanish'],
    ],
    [
      'a verb turns round',
      ['Who did Germany defeat in the final?', 'Argentina'],
      ['Who defeated Germany in the final?', 'Spain'],
    ],
    ['several right answers', ['Name a war film.', 'Dunkirk'], ['Name a war film.', '1917']],
    [
      'the keys are spellings of one name',
      ['Who invented Tetris?', 'Alexey Pazhitnov'],
      ['Who was Tetris created by?', 'Alexei Pajitnov'],
    ],
    [
      'the keys share what is not in the question',
      ['In which direction does the Nile flow?', 'South to North'],
      ['What direction does the Nile flow?', 'North'],
    ],
    [
      'a name and a number answer different questions',
      ['What is the birth name of Chevy Chase?', 'Cornelius Crane Chase'],
      ['What year was Chevy Chase born?', '1943'],
    ],
    [
      'nothing says which one is meant',
      ['Name the composer.', 'Georges Bizet'],
      ['Name the composer', 'Ludwig van Beethoven'],
    ],
    [
      'a kind has kinds',
      ['What type of animal is a wallaby?', 'Marsupial'],
      ['What type of animal is a wallaby?', 'Kangaroo'],
    ],
    [
      'one asks for the place of what the other asks for',
      ['In what country is the highest point in South America?', 'Argentina'],
      ['What is the highest point in South America?', 'Aconcagua'],
    ],
    [
      'a passage comes before the question',
      [
        `This question refers to the following letter. ${'He wrote to the king. '.repeat(60)}`,
        'Hume',
      ],
      [
        `This question refers to the following letter. ${'He wrote to the king. '.repeat(60)}`,
        'Kant',
      ],
    ],
    [
      'a subtraction is the other way round',
      ['What is 7 minus 5?', '2'],
      ['What is 5 minus 7?', '-2'],
    ],
    [
      'a letter is the label of a choice',
      ['Who painted the Mona Lisa?', 'B'],
      ['Who painted the Mona Lisa?', 'C'],
    ],
    [
      'a goddess is no god',
      ['Who is the Greek god of the sea?', 'Poseidon'],
      ['Who is the Greek goddess of wisdom?', 'Athena'],
    ],
    [
      'a sea is no ocean',
      ['What is the largest ocean?', 'Pacific Ocean'],
      ['What is the largest sea?', 'South China Sea'],
    ],
    [
      'a place within the other',
      ['Where is the Eiffel Tower?', 'Paris'],
      ['Where is the Eiffel Tower?', 'France'],
    ],
  ])('is none where %s', (_why, one, other) => {
    expect(['template_sibling', 'different']).toContain(kindOf(one, other));
  });
});

describe('the same answer', () => {
  it.each([
    ['Red', 'Red and blue'],
    ['Spain', 'Spanish language'],
    ['Sagittarius', 'Sagittarius A*'],
    ['Ann', 'Ann, Bea, Cleo'],
  ])('is not a part of it: %s, %s', (one, other) => {
    const text = 'What is it that everybody knows about Quux?';
    expect(['answer_conflict', 'template_sibling']).toContain(kindOf([text, one], [text, other]));
  });

  it.each([
    ['8', 'eight'],
    ['300,000', '300000'],
    ['Washington D.C.', 'Washington, DC'],
    ['UK', 'The United Kingdom'],
    ['Russia', 'Russian Federation'],
    ['The Beatles', 'Beatles'],
    ['Charlotte Brontë', 'Charlotte Bronte'],
    ['Leonardo', 'Leonardo da Vinci'],
    ['Einstein', 'Albert Einstein'],
    ['8 legs', '8'],
    ['100 °C', '212 degrees Fahrenheit'],
    ['Spider-Man', 'Spiderman'],
    ['CO2', 'Carbon dioxide (CO₂)'],
    ['World War Two', 'WWII'],
    ['Tolkien', 'Tolkein'],
    ['twenty-one', '21'],
    ['3.5 million', '3,500,000'],
    ['colour', 'color'],
    ['JFK', 'Kennedy'],
    ['Yes', 'True'],
    ['No', 'False'],
    ['two dozen', '24'],
    ['½', '50 %'],
    ['half a million', '500,000'],
    ['the 70s', 'the 1970s'],
    ['Henry III', 'Henry the Third'],
    ['5 pm', '17:00'],
    ['50 km/h', '50 kilometers per hour'],
    ['100 km/h', '62 mph'],
    ['C sharp', 'C#'],
    ['Spanish', 'Spanish language'],
    ['New York', 'New York City'],
    ['John F. Kennedy', 'John Kennedy'],
    ['Mao Zedong', 'Mao Tse-tung'],
    ['Euro', 'EUR'],
    ['42.195 km', '26 miles and 385 yards'],
    ['90 minutes', '1 hour 30 minutes'],
    ['SEC', 'Securities and Exchange Commission'],
    ['CJEU', 'Court of Justice of the European Union'],
    ['πr²', 'pi times r squared'],
    ['x = ±7', '7 and -7'],
  ])('has the forms %s and %s', (one, other) => {
    const text = 'What is it that everybody knows about Quux?';
    expect(kindOf([text, one], [text, other])).toBe('same');
  });

  it.each([
    ['8', '9'],
    ['±7', '8 and -7'],
    ['2πr', 'πr²'],
    ['90 minutes', '1 hour 20 minutes'],
    ['FTC', 'Securities and Exchange Commission'],
    ['1945', '1946'],
    ['5 km', '5 miles'],
    ['Iceland', 'Ireland'],
    ['Monet', 'Manet'],
    ['Louis XIV', 'Louis XV'],
    ['New York', 'York'],
    ['Manchester City', 'Manchester United'],
    ['North Korea', 'Korea'],
    ['-5', '5'],
    ['50 km/h', '80 km/h'],
    ['50 km/h', '50 mph'],
    ['0.92 g/cm³', '1.92 g/cm³'],
    ['x²/2', 'x²'],
    ['C#', 'C'],
    ['C++', 'C'],
    ['Type O', 'Type A'],
    ['Hepatitis A', 'Hepatitis B'],
    ['31 BC', '31 AD'],
    ['2 am', '2 pm'],
    ['8 bits', '8 bytes'],
    ['2-1', '1-2'],
    ['3:2', '2:3'],
    ['Yes', 'No'],
  ])('is not %s and %s', (one, other) => {
    const text = 'What is it that everybody knows about Quux?';
    expect(kindOf([text, one], [text, other])).toBe('answer_conflict');
  });
});

describe('other words with the same answer', () => {
  it.each<[Asked, Asked]>([
    [
      ['Who painted the Mona Lisa?', 'Leonardo da Vinci'],
      ['Which artist created the Mona Lisa?', 'Leonardo'],
    ],
    [
      ['Who discovered penicillin?', 'Alexander Fleming'],
      ['Penicillin was discovered by which scientist?', 'Fleming'],
    ],
  ])('are a duplicate: %j %j', (one, other) => {
    expect(['same', 'paraphrase']).toContain(kindOf(one, other));
  });

  it.each<[Asked, Asked]>([
    [
      ['Who won the Champions League in 2016?', 'Real Madrid'],
      ['Who won the Champions League in 2017?', 'Real Madrid'],
    ],
    [
      ['Who painted the Mona Lisa?', 'Leonardo da Vinci'],
      ['Who painted The Last Supper?', 'Leonardo da Vinci'],
    ],
    [
      ['What is the largest country in the world?', 'Russia'],
      ['What is the largest country in Europe?', 'Russia'],
    ],
    [
      ['When one is envious, what color are they said to be?', 'Green'],
      ['When one is inexperienced, what color are they said to be?', 'Green'],
    ],
    [
      ['Which is the largest country in Africa?', 'Algeria'],
      ['Which is the smallest country in Africa?', 'Algeria'],
    ],
  ])('are none where number, name or opposite differ: %j %j', (one, other) => {
    expect(['template_sibling', 'different']).toContain(kindOf(one, other));
  });
});
