import { expect, it } from 'vitest';
import { buildTermMatrix } from '../../src/analyses/kit/terms/term-matrix.ts';
import { createWordStream } from '../../src/analyses/kit/terms/word-stream.ts';
import { chooseLearnedRows } from '../../src/analyses/types/topics/learned-rows.ts';
import { learnableTopicsOf, suggestTopics } from '../../src/analyses/types/topics/suggestions.ts';
import { silent } from './questions.ts';

const texts = Array.from({ length: 40 }, (_, at) =>
  at % 2 ? `river delta ${at} flows` : `star nova ${at} shines`,
);
const given = texts.map((_, at) => (at % 2 ? 'Rivers' : 'Stars'));

it('learns from a sample of a large bank, the same for a seed', () => {
  expect(chooseLearnedRows(5, 1, 5)).toMatchObject({
    isAll: true,
    rows: Int32Array.of(0, 1, 2, 3, 4),
  });
  const { rows, includes, isAll } = chooseLearnedRows(1000, 1, 100);
  expect([rows.length, isAll]).toEqual([100, false]);
  expect([...rows]).toEqual([...rows].sort((one, other) => one - other));
  expect([...rows].every(includes)).toBe(true);
  expect(chooseLearnedRows(1000, 1, 100).rows).toEqual(rows);
  expect(chooseLearnedRows(1000, 2, 100).rows).not.toEqual(rows);
});

it('judges the questions outside the sample by what it learned', () => {
  const learned = chooseLearnedRows(texts.length, 1, 20);
  const words = createWordStream();
  for (const text of texts) {
    words.add(text);
    words.endQuestion();
  }
  const order = Int32Array.from(texts.keys());
  const options = { pairs: true, isLearned: learned.includes };
  const matrix = buildTermMatrix(words.read(), order, options, silent);
  const topics = [...given.slice(0, -1), 'Rare'];
  const classes = learnableTopicsOf(topics, 3, learned);
  expect([classes.names, classes.counts]).toEqual([
    ['Rivers', 'Stars'],
    [19, 20],
  ]);
  const known = { matrix, topics, categories: texts.map(() => 'Science'), learned };
  const { best, agreement } = suggestTopics(known, classes, 1, silent);
  expect(Array.from(best, (each) => classes.names[each])).toEqual(given);
  expect(agreement).toBe(1);
});
