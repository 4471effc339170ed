import { describe, expect, it } from 'vitest';
import { type Asked, judgeCertain, siblings } from './judge-certain.ts';

describe('questions that say the opposite of each other', () => {
  it.each<[Asked, Asked]>([
    [
      ['What is the total resistance of a 4-ohm and a 6-ohm resistor in series?', '10 ohms'],
      ['If resistors of 4 and 6 ohms are joined in parallel, what do they total?', '2.4 ohms'],
    ],
    [
      ['How many lobes does the right lung have?', '3'],
      ['Into how many lobes is the left lung divided?', '2'],
    ],
    [
      ["What is the point of a planet's orbit closest to the Sun called?", 'Perihelion'],
      ['A planet at its farthest from the Sun is at what point of its orbit?', 'Aphelion'],
    ],
    [
      ['Which key is used to encrypt a message in public-key cryptography?', 'The public key'],
      ['In public-key cryptography, with which key is a message decrypted?', 'The private key'],
    ],
    [
      ['What is the main cation inside the cells of the body?', 'Potassium'],
      ['Which cation is the chief one outside the cells of the body?', 'Sodium'],
    ],
    [
      ['Which blood vessels carry blood away from the heart?', 'Arteries'],
      ['Blood returns to the heart through what type of vessel?', 'Veins'],
    ],
    [
      ['What is the name of the parallel at about 23.5 degrees north?', 'The Tropic of Cancer'],
      [
        'The circle of latitude lying some 23.5 degrees south of the Equator is called what?',
        'The Tropic of Capricorn',
      ],
    ],
  ])('are two, however they are worded: %j %j', (one, other) => {
    expect(siblings).toContain(judgeCertain(one, other));
    expect(siblings).toContain(judgeCertain(other, one));
  });

  it('are two where their keys agree', () => {
    const one: Asked = ['Which gas is absorbed in this part of the cycle of water?', 'Vapour'];
    const other: Asked = ['In this part of the cycle of water, which gas is released?', 'Vapour'];
    expect(siblings).toContain(judgeCertain(one, other));
  });

  it.each<[Asked, Asked]>([
    [
      ['Which planet comes right before Saturn, seen from the Sun?', 'Jupiter'],
      ['Seen from the Sun, Saturn follows right behind which planet?', 'Mars'],
    ],
    [
      ['Which animal has both a left and a right aortic arch?', 'The crocodile'],
      ['What animal has a right aortic arch as well as a left one?', 'The frog'],
    ],
    [
      ['Which letter of the Greek alphabet comes before gamma?', 'Beta'],
      ['In the Greek alphabet, gamma comes after which letter?', 'Delta'],
    ],
    [
      ['Which valve lies between the left atrium and the left ventricle?', 'The mitral valve'],
      ['Between the left atrium and ventricle lies which valve?', 'The tricuspid valve'],
    ],
  ])('are none where both sides or both words are meant: %j %j', (one, other) => {
    expect(judgeCertain(one, other)).toBe('answer_conflict');
  });

  it('are none by words that questions with hardly anything in common have', () => {
    const one: Asked = ['Which market has only one buyer?', 'Monopsony'];
    const other: Asked = [
      'Economists speak of what when a single purchaser faces a great many sellers?',
      'Oligopoly',
    ];
    expect(judgeCertain(one, other)).toBe('answer_conflict');
  });
});

describe('questions with other numbers', () => {
  it('are two, however the rest is worded', () => {
    const one: Asked = ['Which element has the atomic number 26?', 'Iron'];
    const other: Asked = ['What element has an atomic number of 27?', 'Cobalt'];
    expect(siblings).toContain(judgeCertain(one, other));
  });
});

describe('probabilities of other events', () => {
  it('are two, however the rest is worded', () => {
    const one: Asked = ['What chance is there of rolling a 4 with one fair die?', '1/6'];
    const other: Asked = ['Two fair dice are rolled; how likely is a total of 7?', '1/6'];
    expect(siblings).toContain(judgeCertain(one, other));
  });
});

describe('questions with the same words in other roles', () => {
  it.each<[Asked, Asked]>([
    [
      ['Who succeeded Margaret Thatcher as Prime Minister?', 'John Major'],
      ['Whom did Margaret Thatcher succeed as Prime Minister?', 'James Callaghan'],
    ],
    [
      ['Which Greek philosopher taught Aristotle?', 'Plato'],
      ['Which Greek philosopher did Aristotle teach?', 'Theophrastus'],
    ],
    [
      ['In Pokémon, what does Charmeleon evolve from?', 'Charmander'],
      ['In Pokémon, what does Charmeleon evolve into?', 'Charizard'],
    ],
    [
      ['What is it called when a state exports more than it imports?', 'A trade surplus'],
      ['Which term is used when the imports of a state exceed its exports?', 'A trade deficit'],
    ],
    [
      ['What is the direct change from solid to gas called?', 'Sublimation'],
      ['What is the name of the process in which a gas turns into a solid?', 'Deposition'],
    ],
    [
      ['Roughly how many kilometres are there in 10 miles?', '16'],
      ['Roughly how many miles are there in 10 kilometres?', '6'],
    ],
  ])('are two: %j %j', (one, other) => {
    expect(siblings).toContain(judgeCertain(one, other));
    expect(siblings).toContain(judgeCertain(other, one));
  });

  it.each<[Asked, Asked]>([
    [
      ['Who taught Alexander the Great?', 'Aristotle'],
      ['By which philosopher was Alexander the Great taught?', 'Plato'],
    ],
    [
      ['What is it called when a state exports more than it imports?', 'A trade surplus'],
      ['Which term is used when the exports of a state exceed its imports?', 'A trade deficit'],
    ],
    [
      ['Between the left and the right lung lies which organ?', 'The heart'],
      ['Which organ lies between the right and the left lung?', 'The liver'],
    ],
  ])('are one in another order alone: %j %j', (one, other) => {
    expect(judgeCertain(one, other)).toBe('answer_conflict');
  });
});
