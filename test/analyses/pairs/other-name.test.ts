import { describe, expect, it } from 'vitest';
import { type Asked, judgeCertain, siblings } from './judge-certain.ts';

describe('questions that are one but for what they name', () => {
  it.each<[Asked, Asked]>([
    [
      ['What is the highest mountain in Slovakia?', 'Gerlachovský štít'],
      ['Which mountain is the tallest in Austria?', 'Grossglockner'],
    ],
    [
      ['Who sang the theme song of Goldfinger?', 'Shirley Bassey'],
      ["By whom was GoldenEye's theme song sung?", 'Tina Turner'],
    ],
    [
      ['Who is the author of Les Misérables?', 'Victor Hugo'],
      ['By which novelist was Germinal written?', 'Émile Zola'],
    ],
    [
      ['What is the capital of Slovakia?', 'Bratislava'],
      ['Slovenia is governed from which city?', 'Ljubljana'],
    ],
    [
      ['Which company makes the Xbox?', 'Microsoft'],
      ['The Dreamcast was made by which company?', 'Sega'],
    ],
  ])('are two where their answers differ: %j %j', (one, other) => {
    expect(siblings).toContain(judgeCertain(one, other));
    expect(siblings).toContain(judgeCertain(other, one));
  });

  it.each<[Asked, Asked]>([
    [
      ['Who is the author of Hard Times?', 'Charles Dickens'],
      ['By which novelist was Oliver Twist written?', 'Charles Dickens'],
    ],
    [
      ['In which ocean does Madagascar lie?', 'The Indian Ocean'],
      ['The Maldives lie in what ocean?', 'Indian Ocean'],
    ],
    [
      ['Which actor gave his voice to Lumpy in "Heffalump"?', 'Kyle Stanger'],
      ['The voice of Roo in "Heffalump" was which actor?', 'Kyle Stanger'],
    ],
  ])('are two where their answers agree: %j %j', (one, other) => {
    expect(siblings).toContain(judgeCertain(one, other));
    expect(siblings).toContain(judgeCertain(other, one));
  });

  it('may be one where both have another name in common', () => {
    const one: Asked = ['Which song won ABBA the Eurovision Song Contest?', 'Waterloo'];
    const other: Asked = ['With what song did ABBA win Eurovision in Brighton?', 'Ring Ring'];
    expect(judgeCertain(one, other)).toBe('answer_conflict');
  });

  it('may be one where a clue names what the other question does not', () => {
    const one: Asked = ['Who was the first man to run a mile in under four minutes?', 'Bannister'];
    const other: Asked = ['Who, at Oxford, broke the barrier of the mile?', 'Roger Bannister'];
    expect(judgeCertain(one, other)).toBe('paraphrase');
  });
});

describe('questions with other months or symbols', () => {
  it.each<[Asked, Asked]>([
    [
      ['What is the birthstone for May?', 'Emerald'],
      ['People born in July have which gem as their birthstone?', 'Ruby'],
    ],
    [
      ['In chemistry, the letters Au denote what metal?', 'Gold'],
      ['Which metal has the chemical symbol Ag?', 'Silver'],
    ],
  ])('are two, however the rest is worded: %j %j', (one, other) => {
    expect(siblings).toContain(judgeCertain(one, other));
    expect(siblings).toContain(judgeCertain(other, one));
  });

  it('may be one where only one of them has a month', () => {
    const one: Asked = ['Which film was named Best Picture for 1994?', 'Forrest Gump'];
    const other: Asked = ['In March, what movie was named Best Picture for 1994?', 'Pulp Fiction'];
    expect(judgeCertain(one, other)).toBe('answer_conflict');
  });
});
