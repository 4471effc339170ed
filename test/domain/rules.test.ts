import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../../src/domain/errors.ts';
import { formRequest } from '../../src/domain/form-input.ts';
import { pageArguments, toPage } from '../../src/domain/page.ts';
import { findCategory, foldAnswer } from '../../src/domain/question.ts';
import { changedFields } from '../../src/domain/question-content.ts';
import { newQuestion, newQuestions, questionChanges } from '../../src/domain/question-input.ts';
import { defineRules, listFaults, parseBy, parseWithPauses } from '../../src/domain/rules.ts';

describe('rules', () => {
  const rules = defineRules(
    z.strictObject({ level: z.int().min(0).max(2), words: z.array(z.string()).max(2) }),
    () => [{ path: ['level'], code: 'odd', detail: 'This is odd.' }],
  );

  it('tell what the schema and the check find, at once', () => {
    const faults = listFaults(rules, { level: 'x', words: ['a', 1], more: null });
    expect(faults.map(({ path, code }) => [path.join('.'), code])).toEqual([
      ['level', 'wrong_type'],
      ['words.1', 'wrong_type'],
      ['more', 'unknown_field'],
      ['level', 'odd'],
    ]);
  });

  it.each([
    [{ words: [] }, 'This field is required.'],
    [{ level: null, words: [] }, 'Expected a number, got null.'],
    [{ level: '1', words: [] }, 'Expected a number, got a string.'],
    [{ level: [1], words: [] }, 'Expected a number, got an array.'],
    [{ level: 1.5, words: [] }, 'Expected an integer, got a number that is not an integer.'],
    [{ level: 3, words: [] }, 'Must be at most 2.'],
    [{ level: 1e308, words: [] }, 'Must be at most 2.'],
    [{ level: -1e308, words: [] }, 'Must be at least 0.'],
    [{ level: 1, words: ['a', 'b', 'c'] }, 'Must have at most 2 items.'],
    [{ level: 1, words: [], 'x"y': 1 }, 'Unknown field "x\\"y".'],
  ])('say of %j in a sentence: %s', (value, detail) => {
    expect(listFaults(rules, value)[0]?.detail).toBe(detail);
  });

  it('throw every fault in one error', () => {
    const parse = () => parseBy(newQuestion, { difficulty: 7 });
    expect(parse).toThrow(ServiceError);
    expect(parse).toThrow('4 validation errors; see `errors`.');
  });
});

describe('a question', () => {
  const valid = { questionText: 'Why?', correctAnswer: 'So.', category: 'science', difficulty: 0 };

  it('is filled up with what was left out', () => {
    expect(parseBy(newQuestion, valid)).toEqual({
      ...valid,
      category: 'Science',
      incorrectAnswers: [],
      acceptedAnswers: [],
      topicFocus: null,
      source: null,
      externalId: null,
    });
  });

  it('changes in the fields that were named, and in one at least', () => {
    expect(parseBy(questionChanges, { topicFocus: null })).toEqual({ topicFocus: null });
    expect(listFaults(questionChanges, {})).toEqual([
      { path: [], code: 'required', detail: 'At least one field is required.' },
    ]);
  });

  it('accepts other answers that are neither the key nor a distractor, each once', () => {
    const incorrectAnswers = ['Sow.'];
    const acceptedAnswers = [' Thus. ', 'so.', 'THUS.', 'sow.'];
    expect(listFaults(newQuestion, { ...valid, incorrectAnswers, acceptedAnswers })).toMatchObject([
      { path: ['acceptedAnswers', 1], code: 'equals_answer' },
      { path: ['acceptedAnswers', 2], code: 'duplicate' },
      { path: ['acceptedAnswers', 3], code: 'equals_incorrect' },
    ]);
    const many = Array.from({ length: 21 }, (_, n) => `Alias ${n}`);
    expect(listFaults(newQuestion, { ...valid, acceptedAnswers: many })).toHaveLength(1);
  });

  it('knows its categories in any case and surrounded by space', () => {
    expect(findCategory(' gEnErAl KNOWLEDGE\n')).toBe('General Knowledge');
    expect(['', 'Sport', 'General  Knowledge', 'constructor'].map(findCategory)).toEqual(
      Array(4).fill(undefined),
    );
  });

  it.each([
    ['Stra\u00dfe', 'STRASSE'],
    ['\u039f\u0394\u039f\u03a3', '\u03bf\u03b4\u03bf\u03c2'],
    ['\u03bf\u03b4\u03bf\u03c3', '\u03bf\u03b4\u03bf\u03c2'],
    ['Cafe\u0301', ' CAF\u00c9 '],
  ])('takes %s and %s for one answer', (one, other) => {
    expect(foldAnswer(one)).toBe(foldAnswer(other));
  });

  it('takes answers that a reader tells apart for two', () => {
    expect(foldAnswer('1 000')).not.toBe(foldAnswer('1000'));
    expect(foldAnswer('resume')).not.toBe(foldAnswer('r\u00e9sum\u00e9'));
  });

  it('differs in the fields that differ', () => {
    const before = parseBy(newQuestion, { ...valid, incorrectAnswers: ['a', 'b'] });
    expect(changedFields(before, { ...before })).toEqual([]);
    const after = { ...before, incorrectAnswers: ['b', 'a'], topicFocus: 'Causes' };
    expect(changedFields(before, after)).toEqual(['incorrectAnswers', 'topicFocus']);
  });
});

describe('a list', () => {
  const question = {
    questionText: 'Why?',
    correctAnswer: 'Because',
    category: 'Science',
    difficulty: 0,
  };
  const faultsOf = (value: unknown) =>
    listFaults(newQuestions, value).map(({ path, code }) => [path.join('.'), code]);

  it('is validated item by item, with a pause after each', async () => {
    let pauses = 0;
    const pause = () => {
      pauses += 1;
      return undefined;
    };
    const list = Array(7).fill(question);
    expect(await parseWithPauses(newQuestions, list, pause)).toEqual(parseBy(newQuestions, list));
    expect(pauses).toBe(7);
  });

  it('has the faults of its items, then those of several of them', () => {
    const sourced = { ...question, source: 's', externalId: '1' };
    const wrong = { ...question, incorrectAnswers: ['because'], difficulty: 5 };
    expect(faultsOf([sourced, wrong, sourced])).toEqual([
      ['1.difficulty', 'out_of_range'],
      ['1.incorrectAnswers.0', 'equals_answer'],
      ['2.externalId', 'duplicate'],
    ]);
    expect(faultsOf([])).toEqual([['', 'too_few']]);
    expect(faultsOf(Array(1001).fill(question))).toEqual([['', 'too_many']]);
    expect(faultsOf({})).toEqual([['', 'wrong_type']]);
  });
});

describe('a page', () => {
  it('is the first twenty when nothing is said', () => {
    expect(toPage({})).toEqual({ limit: 20, offset: 0, cursor: null, isBackward: false });
  });

  it('is read from the end with last or before', () => {
    expect(toPage({ last: 5 })).toMatchObject({ limit: 5, cursor: null, isBackward: true });
    expect(toPage({ before: 'c' })).toMatchObject({ limit: 20, cursor: 'c', isBackward: true });
    expect(toPage({ first: 5, after: 'c' })).toMatchObject({ cursor: 'c', isBackward: false });
  });

  it.each([
    [{ first: 1, after: 'c' }, 0],
    [{ last: 1, before: 'c' }, 0],
    [{ first: 1, offset: 0 }, 0],
    [{ first: 1, last: 1 }, 1],
    [{ first: 1, before: 'c' }, 1],
    [{ last: 1, after: 'c' }, 1],
    [{ offset: 0, after: 'c' }, 1],
    [{ offset: 0, last: 1, before: 'c' }, 2],
  ])('of %j contradicts itself %i times', (given, count) => {
    const faults = listFaults(pageArguments, given);
    expect(faults.map(({ code }) => code)).toEqual(Array(count).fill('contradiction'));
  });
});

it('keeps lists whole that are as long as they may be, also within other values', () => {
  const enemies = Array.from({ length: 1000 }, () => [randomUUID(), randomUUID()]);
  expect(parseBy(formRequest, { length: 5, enemies }).enemies).toEqual(enemies);
  const more = [...enemies, [randomUUID(), randomUUID()]];
  const faults = listFaults(formRequest, { length: 5, enemies: more });
  expect(faults).toMatchObject([{ path: ['enemies'], code: 'too_many' }]);
});
