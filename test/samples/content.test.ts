import { describe, expect, it } from 'vitest';
import { categories, difficultyNames } from '../../src/domain/question.ts';
import { newQuestion } from '../../src/domain/question-input.ts';
import { listFaults } from '../../src/domain/rules.ts';
import { samples, tally } from './sample-bank.ts';

const largestShare = (counts: Map<string, number>) => Math.max(...counts.values()) / samples.length;

describe('the sample questions', () => {
  it('are 30 or more of each category and level', () => {
    expect(samples.length).toBeGreaterThanOrEqual(540);
    const cells = tally(samples, ({ category, difficulty }) => `${category} ${difficulty}`);
    expect(cells.size).toBe(categories.length * difficultyNames.length);
    expect([...cells].filter(([, count]) => count < 30)).toEqual([]);
  });

  it('are what a caller could have added', () => {
    expect(samples.flatMap((question) => listFaults(newQuestion, question))).toEqual([]);
  });

  it('each have a topic, three wrong answers, a source and an id of their own', () => {
    const whole = samples.filter(
      ({ topicFocus, incorrectAnswers, source }) =>
        topicFocus && incorrectAnswers.length === 3 && source === 'quaestor-samples',
    );
    expect(whole.length).toBe(samples.length);
    expect(new Set(samples.map(({ externalId }) => externalId)).size).toBe(samples.length);
    expect(samples.every(({ externalId }) => /^[a-z-]+-\d{3}$/.test(externalId ?? ''))).toBe(true);
    expect(new Set(samples.map(({ questionText }) => questionText)).size).toBe(samples.length);
  });

  it.each(categories)('have eight topics or more in %s, none of one question only', (category) => {
    const own = samples.filter((question) => question.category === category);
    const topics = tally(own, ({ topicFocus }) => topicFocus ?? '');
    expect(topics.size).toBeGreaterThanOrEqual(8);
    expect([...topics].filter(([, count]) => count < 2)).toEqual([]);
  });

  it('have one spelling: colour, -ise, sulphur, right-angled', () => {
    const american =
      /\b(?:colors?|center|sulfur|\w+(?:iz(?:e[ds]?|ing|ation))|right triangles?)\b/i;
    const others = samples.flatMap(({ questionText, correctAnswer, incorrectAnswers }) =>
      [questionText, correctAnswer, ...incorrectAnswers].filter((text) =>
        american.test(text.replace(/\b(?:size|prize|seize|maize)[sd]?\b/gi, '')),
      ),
    );
    expect(others).toEqual([]);
  });

  it('begin all choices of common nouns with an article, or none', () => {
    const isNoun = (text: string) => /^(?:an? )?[\p{L}-]+(?: \p{Ll}+){0,3}$/iu.test(text);
    const isName = (text: string) => /^(?:The )?\p{Lu}\S*(?: \p{Lu}| of the)/u.test(text);
    const mixed = samples.filter(({ correctAnswer, incorrectAnswers }) => {
      const choices = [correctAnswer, ...incorrectAnswers];
      if (!choices.every(isNoun) || choices.some(isName)) return false;
      const articles = choices.filter((text) => /^an? /i.test(text)).length;
      return articles > 0 && articles < choices.length;
    });
    expect(mixed.map(({ questionText }) => questionText)).toEqual([]);
  });

  it('begin in many ways', () => {
    const beginning = (words: number) =>
      tally(samples, ({ questionText }) =>
        questionText.toLowerCase().split(' ').slice(0, words).join(' '),
      );
    expect(beginning(1).size).toBeGreaterThan(100);
    expect(largestShare(beginning(1))).toBeLessThan(0.25);
    expect(largestShare(beginning(3))).toBeLessThan(0.03);
  });
});
