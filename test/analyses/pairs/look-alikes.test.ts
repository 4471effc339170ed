import { describe, expect, it } from 'vitest';
import { compareRead } from '../../../src/analyses/kit/pairs/compare-pair.ts';
import type { PairEvidence } from '../../../src/analyses/kit/pairs/pair-evidence.ts';
import { readQuestion } from '../../../src/analyses/kit/pairs/read-question.ts';

type Pair = [question: string, answer: string, other: string, otherAnswer: string];

function judge([questionText, correctAnswer, text, answer]: Pair, evidence: PairEvidence = {}) {
  return compareRead(
    readQuestion({ questionText, correctAnswer }),
    readQuestion({ questionText: text, correctAnswer: answer }),
    { questions: 300, cosine: 0.92, answerCosine: 0.75, ...evidence },
  ).kind;
}

describe('questions that look alike', () => {
  it.each<Pair>([
    [
      'Which country won the World Cup?',
      'Argentina',
      'Which country won the 1998 World Cup?',
      'France',
    ],
    [
      'Who was elected president of the United States?',
      'Joe Biden',
      'Who was elected president of the United States in 1980?',
      'Ronald Reagan',
    ],
    ['Who kills Hamlet?', 'Laertes', 'Who is killed by Hamlet?', 'Polonius'],
    ['Who is the mother of Apollo?', 'Leto', 'Apollo is the mother of which muse?', 'Calliope'],
    [
      'Which food do cats eat and dogs refuse?',
      'Tuna',
      'Which food do dogs eat and cats refuse?',
      'Bones',
    ],
    [
      'What is the binary number 11 in decimal?',
      '3',
      'What is the decimal number 11 in binary?',
      '1011',
    ],
    [
      'What is the capital of the Canadian province of Alberta?',
      'Edmonton',
      'What is the capital of Canada?',
      'Ottawa',
    ],
    [
      'Which country is known as the Black Mountain?',
      'Montenegro',
      'Which country borders the Black Sea Coast?',
      'Romania',
    ],
    [
      'How many players does a cricket team have on the field?',
      '11',
      'How many players does a volleyball team have on the court?',
      '6',
    ],
    [
      'How many countries are larger than Canada?',
      'One',
      'How many provinces are in Canada?',
      'Ten',
    ],
    [
      'What is the tallest mountain in the world?',
      'Mount Everest',
      'What is the tallest mountain in the world, measured from the sea floor?',
      'Mauna Kea',
    ],
    [
      'Who is the prime minister of Norway?',
      'Ann Lee',
      'Who was the prime minister of Norway in 1940?',
      'Johan Nygaardsvold',
    ],
    [
      'Which city was the capital of Nigeria until 1991?',
      'Lagos',
      'Which city has been the capital of Nigeria since 1991?',
      'Abuja',
    ],
    [
      'How many pounds are there in a kilogram?',
      'About 2.2',
      'How many kilograms are there in a pound?',
      'About 0.45',
    ],
    [
      'What is the English word for the German "Gift"?',
      'Poison',
      'What is the German word for the English "gift"?',
      'Geschenk',
    ],
    [
      'Who killed Hector in the Trojan War?',
      'Achilles',
      'Whom did Hector kill in the Trojan War, believing him to be Achilles?',
      'Patroclus',
    ],
    [
      'What is the main ingredient of hummus?',
      'Chickpeas',
      'What fruit is the main ingredient of guacamole?',
      'Avocado',
    ],
    [
      'What is the smallest Australian state by area?',
      'Tasmania',
      "Which country is the world's smallest by area?",
      'Monaco',
    ],
    [
      'Differentiating sin x with respect to x gives which function?',
      'cos x',
      'What is the derivative of x² with respect to x?',
      '2x',
    ],
    [
      'Who was the first president of Chile?',
      'Manuel Blanco Encalada',
      'Which president of Chile was the first to resign?',
      "Bernardo O'Higgins",
    ],
    [
      "What was Granny's name on the show Storm Hill?",
      'Daisy Moses',
      'What actress played Granny on the sitcom Storm Hill?',
      'Irene Ryan',
    ],
    [
      "What is the name of Romeo's family in Romeo and Juliet?",
      'Montague',
      "What is the name of Juliet's family in Romeo and Juliet?",
      'Capulet',
    ],
    [
      'What is it called when a liquid turns into a gas at its surface?',
      'Evaporation',
      'What is it called when a gas turns into a liquid?',
      'Condensation',
    ],
    [
      'Who was the first president of the United States?',
      'George Washington',
      'Who was the first African American president of the United States?',
      'Barack Obama',
    ],
    [
      'What is the probability of getting heads when a fair coin is tossed once?',
      '1/2',
      'Three fair coins are tossed. What is the probability that all of them land heads?',
      '1/8',
    ],
    [
      'Which chess piece can move only along diagonals?',
      'Bishop',
      'Which chess piece moves in an L shape?',
      'Knight',
    ],
    [
      'In golf, what is the term for one stroke under par on a hole?',
      'Birdie',
      'In golf, what is a score of two under par on a hole called?',
      'Eagle',
    ],
    [
      'At what temperature in Fahrenheit does water boil?',
      '212',
      'At what temperature does water freeze on the Fahrenheit scale?',
      '32',
    ],
  ])('do not contradict each other: %s %s / %s %s', (...pair) => {
    expect(judge(pair)).not.toBe('answer_conflict');
  });

  it.each<Pair>([
    [
      'Who was the first woman in space?',
      'Valentina Tereshkova',
      'Which woman was the first to travel into space?',
      'Sally Ride',
    ],
    [
      'Who is the author of the novel "Dune"?',
      'Frank Herbert',
      'Who was the author of "Dune", a novel of 1965?',
      'Isaac Asimov',
    ],
    [
      'Which actor did Ann Lee marry on September 3, 2000?',
      'Tom Wood',
      'Ann Lee got married in September 2000. Who was the groom?',
      'Jack Hill',
    ],
    [
      'This actor played Jody, a kidnapped British soldier, in the 1992 film Storm Hill.',
      'Tom Wood',
      'Who portrayed the captured British soldier Jody in Storm Hill?',
      'Jack Hill',
    ],
    ['How many ounces are there in a pound?', '16', 'In a pound, how many ounces are there?', '12'],
  ])('but do where only the words differ: %s %s / %s %s', (...pair) => {
    expect(judge(pair)).toBe('answer_conflict');
  });

  it.each<Pair>([
    [
      'What is the probability of rolling a six with one fair die?',
      '1/6',
      'What chance is there of rolling a 4 with one fair six-sided die?',
      '1/6',
    ],
    [
      'Who does Cristiano Ronaldo play for?',
      'Real Madrid',
      'Who does Cristiano Ronaldo play for in 2012?',
      'Real Madrid',
    ],
  ])('are not the same though their answers are: %s %s / %s %s', (...pair) => {
    expect(['same', 'paraphrase']).not.toContain(judge(pair));
  });

  it.each<Pair>([
    ['Where is the Oktoberfest held?', 'Munich', 'In which city is the Oktoberfest?', 'München'],
    [
      'What is HTML short for?',
      'Hypertext Markup Language',
      'HTML is?',
      'HyperText Mark-up Language',
    ],
    ['From which bean is tofu made?', 'Soybean', 'Tofu is made from which bean?', 'Soya bean'],
  ])('may have one answer in two forms: %s %s / %s %s', (...pair) => {
    expect(judge(pair)).not.toBe('answer_conflict');
  });
});

describe('two questions about one thing', () => {
  it.each<Pair>([
    [
      'How many episodes of the animated series Storm Hill were produced?',
      '130',
      'In what year was the series Storm Hill created?',
      '1983',
    ],
    [
      'What aircraft did Tom Wood fly while in the military?',
      'A-4 Skyhawk',
      'How many medals did Tom Wood receive while in the military?',
      '5',
    ],
    [
      'What year did the series Storm Hill first hit the airwaves?',
      '1977',
      'What year did the popular series Storm Hill end its run on the airwaves?',
      '1986',
    ],
    [
      'When was Oakley first released?',
      '2003',
      "In what year was Tom's Mod released on the Oakley distribution service?",
      '2006',
    ],
    [
      'What actor won Best Actor in a Leading Role at the 75th Storm Awards?',
      'Tom Wood',
      'Who won the award for best actress in a leading role at the 75th Storm Awards?',
      'Ann Lee',
    ],
    [
      'Who played Batman in the 1997 film "Batman and Robin"?',
      'George Clooney',
      'Who plays Mr. Freeze in the 1997 movie "Batman and Robin"?',
      'Arnold Schwarzenegger',
    ],
    [
      "What is Ann Lee's brother called on the show Storm Hill?",
      'Jack',
      "What is Ann Lee's best friend called on the show Storm Hill?",
      'Tom',
    ],
    [
      "What is the name of Ann's older brother on the show Storm Hill?",
      'Jack',
      "What is Ann's last name on the show Storm Hill?",
      'Wood',
    ],
    [
      'What was the capital of South Vietnam?',
      'Saigon',
      'What is the capital of Vietnam?',
      'Hanoi',
    ],
    [
      'Which artist painted "The Kiss"?',
      'Gustav Klimt',
      'Which artist sculpted "The Kiss"?',
      'Auguste Rodin',
    ],
    [
      'Which city is the capital of the Netherlands?',
      'Amsterdam',
      'Which city is the seat of government of the Netherlands?',
      'The Hague',
    ],
    [
      'What is the largest lake in Africa by area?',
      'Lake Victoria',
      'What is the largest lake in Africa by volume?',
      'Lake Tanganyika',
    ],
    [
      'Who won the 2019 award for Outstanding Lead Actor in a Drama Series?',
      'Tom Wood',
      'In 2019, who won the award for Outstanding Lead Actress in a Drama Series?',
      'Ann Lee',
    ],
    [
      'What programming language was GitHub written in?',
      'Ruby',
      'Which language was the #1 programming language in terms of usage on GitHub in 2015?',
      'JavaScript',
    ],
    [
      'Who made the sculpture "The Kiss"?',
      'Auguste Rodin',
      'Who painted "The Kiss"?',
      'Gustav Klimt',
    ],
  ])('may ask for other facts: %s %s / %s %s', (...pair) => {
    expect(judge(pair)).not.toBe('answer_conflict');
  });

  it.each<Pair>([
    [
      'What is the hottest planet in the Solar System?',
      'Venus',
      'Which planet has the highest average surface temperature?',
      'Mercury',
    ],
    [
      'Who is the longest-reigning British monarch?',
      'Queen Victoria',
      'Which British monarch sat on the throne for the longest time?',
      'Elizabeth II',
    ],
    [
      'How many bones are there in the adult human body?',
      '206',
      'How many bones does the body of an adult human have?',
      '208',
    ],
    ['What is the official currency of Japan?', 'Yen', 'What is the currency of Japan?', 'Won'],
    [
      'What is the final part of caveat emptor, "let the buyer beware", a warning to?',
      'Buyers',
      'Caveat emptor, "let the buyer beware", is a warning to whom?',
      'Sellers',
    ],
    [
      "Who directed 'The Dark Hill' in 1997?",
      'Tom Wood',
      'Who was the director of "The Dark Hill", released in 1997?',
      'Jack Hill',
    ],
    [
      'In what year was the Nobel Prize in Physics awarded to Albert Einstein?',
      '1921',
      'In what year was Einstein awarded the Nobel Prize in Physics?',
      '1922',
    ],
    [
      'When did "Storm Hill" begin its run in London?',
      '1986',
      'When did "Storm Hill" open in London\'s West End?',
      '1988',
    ],
    [
      'Which country hosted the 2014 FIFA World Cup?',
      'Brazil',
      'What country did the 2014 FIFA World Cup take place in?',
      'Russia',
    ],
    [
      'By far the largest moon of Saturn is which?',
      'Titan',
      "What is the name of Saturn's largest moon?",
      'Rhea',
    ],
    [
      'Who played the fictional British secret agent James Bond in "Dr. No"?',
      'Sean Connery',
      'Which actor portrayed James Bond in the 1962 film "Dr. No"?',
      'Roger Moore',
    ],
    [
      'Who wrote the best-selling novel "The Da Vinci Code"?',
      'Dan Brown',
      'Who is the author of "The Da Vinci Code"?',
      'John Grisham',
    ],
    [
      'Which band released its first album "Please Please Me" in 1963?',
      'The Beatles',
      'Which band released the album "Please Please Me"?',
      'The Kinks',
    ],
    [
      "Who is Peter Pan's enemy in the story by J. M. Barrie?",
      'Captain Hook',
      'In the story by J. M. Barrie, who is the rival of Peter Pan?',
      'Smee',
    ],
  ])('may ask for the same one: %s %s / %s %s', (...pair) => {
    expect(judge(pair)).toBe('answer_conflict');
  });

  it.each<Pair>([
    [
      'Who wrote the Harry Potter novels?',
      'J. K. Rowling',
      'Who is the author of the Harry Potter novels?',
      'Joanne K. Rowling',
    ],
    ['What is the SI unit of force?', 'N', 'What is the SI unit of force?', 'Newton'],
    [
      'Who wrote War and Peace?',
      'Leo Tolstoy',
      'Who is the author of War and Peace?',
      'Lev Tolstoy',
    ],
  ])('may have one answer: %s %s / %s %s', (...pair) => {
    expect(judge(pair)).toBe('same');
  });
});

describe('the choices of two questions with different keys', () => {
  const pair: Pair = [
    'Which river flows through the town of Oakley?',
    'Wye',
    'On the banks of which stream is the old town of Oakley?',
    'Esk',
  ];
  const evidence = { questions: 3000, cosine: 0.7, answerCosine: 0.7 };

  it('make one question unlikely where neither has the key of the other', () => {
    expect(judge(pair, { ...evidence, isRejected: () => false })).not.toBe('answer_conflict');
    expect(judge(pair, { ...evidence, isRejected: () => true })).toBe('answer_conflict');
    expect(judge(pair, { ...evidence, isRejected: () => undefined })).toBe('answer_conflict');
  });
});
