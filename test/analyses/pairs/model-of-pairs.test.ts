import { describe, expect, it } from 'vitest';
import { compareRead } from '../../../src/analyses/kit/pairs/compare-pair.ts';
import { readQuestion } from '../../../src/analyses/kit/pairs/read-question.ts';
import { createPairModel, joinPair } from '../../../src/jobs/pair-model.ts';

type Pair = [question: string, answer: string, other: string, otherAnswer: string];

const model = createPairModel();

/** What the bundled model and the words say of a pair in a bank of so many questions. */
async function judge([questionText, correctAnswer, text, answer]: Pair, questions: number) {
  const { signal } = new AbortController();
  const [[match = 0, cosine = 0] = []] = await model.fetchVectors(
    [joinPair(questionText, text)],
    signal,
  );
  const one = readQuestion({ questionText, correctAnswer });
  const other = readQuestion({ questionText: text, correctAnswer: answer });
  return compareRead(one, other, { canMatch: true, match, cosine, questions });
}

describe('questions with other answers, by the model of pairs', () => {
  it.each<Pair>([
    [
      'Who painted "The Night Watch"?',
      'Johannes Vermeer',
      'Which Dutch master is the painter of "The Night Watch"?',
      'Rembrandt van Rijn',
    ],
    [
      'Who wrote "The Handmaid\'s Tale"?',
      'Margaret Atwood',
      '"The Handmaid\'s Tale" is a dystopian novel by which author?',
      'Ursula K. Le Guin',
    ],
    [
      "Who has won the most Grand Slam singles titles in men's tennis?",
      'Roger Federer',
      'Which male tennis player holds the record for Grand Slam singles titles?',
      'Novak Djokovic',
    ],
    [
      'What does the abbreviation ACID stand for in database transactions?',
      'Atomicity, Consistency, Isolation, Durability',
      'In the context of database transactions, what do the letters ACID stand for?',
      'Availability, Consistency, Integrity, Durability',
    ],
  ])('ask the same: %s %s / %s %s', async (...pair) => {
    expect((await judge(pair, 500)).kind).toBe('answer_conflict');
  });

  it.each<Pair>([
    [
      'Who wrote the screenplay of the film "Emma"?',
      'Eleanor Catton',
      'Who directed the film "Emma"?',
      'Autumn de Wilde',
    ],
    [
      'What was the capital of South Vietnam before the Vietnam War?',
      'Saigon',
      'What is the capital of Vietnam?',
      'Hanoi',
    ],
    [
      'Who was the second Republican US President?',
      'Ulysses Grant',
      'Who is the second US president?',
      'John Adams',
    ],
    [
      'What is the largest country in the world?',
      'Russia',
      'What is the largest landlocked country in the world in terms of area?',
      'Kazakhstan',
    ],
    ['What animal is this?', 'Lion', 'Which animal is this?', 'Tiger'],
    ['In which year did World War I end?', '1918', 'When did World War II end?', '1945'],
    [
      'Into which Pokémon does Pikachu evolve?',
      'Raichu',
      'Which Pokémon evolves into Pikachu?',
      'Pichu',
    ],
    [
      'Which member of the Beatles was the oldest?',
      'Ringo Starr',
      'Who was the youngest member of the Beatles?',
      'George Harrison',
    ],
    [
      'To which country does the domain .ee belong?',
      'Estonia',
      'Which country uses the internet top-level domain .cl?',
      'Chile',
    ],
    [
      '"Urza\'s Destiny", the 1999 expansion of "Magic: The Gathering", had which code name during development?',
      'Chimichanga',
      'What was the development code name for the "Urza\'s Legacy" expansion for "Magic: The Gathering", released in 1999?',
      'Guacamole',
    ],
    [
      'Which country has the internet domain .at?',
      'Austria',
      'Which country has the internet domain .rs?',
      'Serbia',
    ],
    [
      'What is a cross between a lion and a tigress called?',
      'Liger',
      'What is a cross between a tiger and a lioness called?',
      'Tigon',
    ],
    [
      'Which of these countries is without a coast?',
      'Chad',
      'Which country is without a coast?',
      'Nepal',
    ],
    ['Which planet does not have a moon?', 'Venus', 'What planet does not have moons?', 'Mercury'],
    ['Name the composer.', 'Georges Bizet', 'Name the composer.', 'Ludwig van Beethoven'],
    ['How many countries are larger than Canada?', '1', 'How many countries border Canada?', '2'],
  ])('ask for other things: %s %s / %s %s', async (...pair) => {
    expect((await judge(pair, 300)).kind).not.toBe('answer_conflict');
  });

  it.each<Pair>([
    [
      'Which city hosted the 1968 Summer Olympics?',
      'Mexico City',
      'Where were the Summer Olympic Games of 1968 held?',
      'Munich',
    ],
    [
      'What is the largest moon of Saturn?',
      'Titan',
      "Of Saturn's many satellites, which one is the biggest?",
      'Rhea',
    ],
    [
      "Who became US president after Abraham Lincoln's death?",
      'Andrew Johnson',
      'Following the assassination of Lincoln, which man took over the presidency of the United States?',
      'Ulysses S. Grant',
    ],
    [
      'What is the capital of Kazakhstan?',
      'Astana',
      'Which city is the seat of government and capital of the Kazakh state?',
      'Almaty',
    ],
    [
      'Which bird lays the largest egg in relation to its body size?',
      'Kiwi',
      'Relative to the size of its own body, the biggest egg of any bird is produced by which species?',
      'Emu',
    ],
    [
      'Which dramatist wrote the play "Miss Julie"?',
      'August Strindberg',
      '"Miss Julie", first staged in 1889, is the work of which Scandinavian playwright?',
      'Henrik Ibsen',
    ],
    [
      'How many players of each team are on the court in basketball?',
      '5',
      'In a game of basketball, how many players per team are on court?',
      '6',
    ],
    [
      'Which planet of the Solar System has the hottest surface?',
      'Venus',
      'What is the hottest planet in our Solar System?',
      'Mercury',
    ],
    [
      'Who sails the ship in "Moby-Dick"?',
      'Ahab',
      "Who is it that sails the ship in Herman Melville's novel Moby-Dick?",
      'Nemo',
    ],
    [
      'What is the freezing point of water in Fahrenheit?',
      '32',
      'At what temperature in Fahrenheit does water freeze?',
      '0',
    ],
    [
      'In which year was the Walkman launched by Sony?',
      '1979',
      'Sony released the Walkman in which year?',
      '1982',
    ],
    [
      'The Holy League was an alliance formed against which empire?',
      'Ottoman',
      'Against which empire was the Holy League formed?',
      'Mongol',
    ],
    [
      'Which architect, who died in 2019, designed the pyramid of the Louvre in Paris?',
      'I. M. Pei',
      'By which famed architect was the pyramid of the Louvre in Paris designed?',
      'Norman Foster',
    ],
    [
      'Which Elton John song starts with the line "When are you coming"?',
      'Daniel',
      '"When are you coming" is the opening line of which Elton John song?',
      'Rocket Man',
    ],
    [
      'Who was the first man to run a mile in four minutes?',
      'Roger Bannister',
      'Which man was it who ran a mile in four minutes in 1954?',
      'Chris Chataway',
    ],
    [
      'What name is given to animals without a backbone?',
      'Amphibians',
      'Animals that have no spine are known collectively as what?',
      'Invertebrates',
    ],
    [
      'Who was the first human in space?',
      'Yuri Gagarin',
      'Nobody had ever travelled into space before this person did. Who was it?',
      'Alan Shepard',
    ],
    [
      'What do you call singing with no instruments at all?',
      'A cappella',
      'Which term describes the performance of a choir that sings without any instruments?',
      'Falsetto',
    ],
    [
      'On a British Monopoly board, what color is Park Lane?',
      'Blue',
      'What color is Park Lane in the London edition of Monopoly?',
      'Green',
    ],
  ])('are one question in a small bank: %s %s / %s %s', async (...pair) => {
    expect((await judge(pair, 300)).kind).toBe('answer_conflict');
  });

  it('are no conflict where many answers are stored', async () => {
    const one = readQuestion({
      questionText: 'Who painted the Mona Lisa?',
      correctAnswer: 'Titian',
    });
    const other = readQuestion({
      questionText: 'Which artist created the Mona Lisa?',
      correctAnswer: 'Raphael',
    });
    const evidence = { canMatch: true, match: 8, cosine: 0.9, questions: 300 };
    expect(compareRead(one, other, evidence).kind).toBe('answer_conflict');
    expect(compareRead(one, other, { ...evidence, hasManyKeys: true }).kind).not.toBe(
      'answer_conflict',
    );
  });
});

describe('questions with one answer, by the model of pairs', () => {
  it.each<Pair>([
    [
      'Who won the Champions League in 2016?',
      'Real Madrid',
      'Who won the Champions League in 2017?',
      'Real Madrid',
    ],
    ['What is the capital of Denmark?', 'Copenhagen', 'Where is Tivoli?', 'Copenhagen'],
  ])('are two: %s %s / %s %s', async (...pair) => {
    expect(['template_sibling', 'different']).toContain((await judge(pair, 300)).kind);
  });

  it.each<Pair>([
    [
      'What is the population of the USA?',
      '300,000',
      'How many people live in the United States?',
      '300000',
    ],
    [
      'Which country gifted the Statue of Liberty to the United States?',
      'France',
      'The Statue of Liberty was a present to America from which nation?',
      'France',
    ],
  ])('are one: %s %s / %s %s', async (...pair) => {
    expect((await judge(pair, 300)).kind).toBe('paraphrase');
  });
});
