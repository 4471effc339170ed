import { describe, expect, it } from 'vitest';
import { adviseOnDuplicates } from '../../src/analyses/advice/duplicate-advice.ts';
import { adviseOnQuality } from '../../src/analyses/advice/quality-advice.ts';
import { runAtOnce } from '../../src/domain/rules.ts';

const hamlet = { id: 'a', questionText: 'Who wrote Hamlet?', correctAnswer: 'Shakespeare' };

const rulesFor = (questionText: string, correctAnswer?: string, candidates = [hamlet]) =>
  runAtOnce(adviseOnDuplicates({ questionText, correctAnswer }, candidates)).map(
    ({ rule }) => rule,
  );

describe('advice on duplicates', () => {
  it('overlooks case, punctuation and swapped letters', () => {
    expect(rulesFor('WHO WROTE HAMLET', 'shakespeare')).toEqual(['exact']);
    expect(rulesFor('Who worte Halmet?', 'Shakespeare')).toEqual(['exact']);
    expect(rulesFor('Who wrote Macbeth?', 'Shakespeare')).toEqual([]);
  });

  it('assumes the same answer until one is given', () => {
    expect(rulesFor('who wrote hamlet')).toEqual(['exact']);
    expect(rulesFor('Who wrote Hamlet?', 'Marlowe')).toEqual(['answer_conflict']);
  });

  it('takes a wrong choice of one question for evidence against it as the key of the other', () => {
    const stored = {
      ...hamlet,
      questionText: 'Who voiced Garfield?',
      correctAnswer: 'Bill Murray',
    };
    const draft = { questionText: 'Who voiced Garfield?', correctAnswer: 'Chris Pratt' };
    const rulesOf = (incorrectAnswers: string[]) =>
      runAtOnce(adviseOnDuplicates({ ...draft, incorrectAnswers }, [stored])).map(
        ({ rule }) => rule,
      );
    expect(rulesOf(['Frank Welker'])).toEqual([]);
    expect(rulesOf(['Bill Murray'])).toEqual(['answer_conflict']);
  });

  it('lists the most relevant of many, and compares no more than it may', () => {
    const many = Array.from({ length: 40 }, (_, n) => ({ ...hamlet, id: String(n) }));
    expect(rulesFor('Who wrote Hamlet?', 'Marlowe', many)).toHaveLength(8);
    const long = many.map((each) => ({ ...each, questionText: `${'x '.repeat(1000)}?` }));
    const steps = adviseOnDuplicates({ questionText: 'x', correctAnswer: 'y' }, long);
    expect([...steps]).toHaveLength(2);
  });
});

describe('advice on quality', () => {
  it('replaces a choice within its list', () => {
    const question = {
      questionText: 'Which gas do plants absorb?',
      correctAnswer: 'Carbon dioxide',
      incorrectAnswers: ['Argon', '<b>Helium</b>'],
    };
    const advice = runAtOnce(adviseOnQuality(question, undefined));
    expect(advice.find(({ rule }) => rule === 'html_tag')).toMatchObject({
      field: 'incorrectAnswers',
      index: 1,
      suggestion: ['Argon', expect.any(String)],
    });
  });

  it('checks as many choices as it may, and says so', () => {
    const question = {
      questionText: 'Which gas do plants absorb?',
      correctAnswer: 'Carbon dioxide',
      incorrectAnswers: ['Argon', 'x'.repeat(6000), '<b>Helium</b>'],
    };
    const advice = runAtOnce(adviseOnQuality(question, undefined));
    expect(advice.some(({ rule }) => rule === 'html_tag')).toBe(false);
    expect(advice.at(-2)).toMatchObject({ severity: 'info', field: 'incorrectAnswers' });
  });

  it('says when spelling was not checked', () => {
    const question = { questionText: 'Who?', correctAnswer: 'I', incorrectAnswers: [] };
    const advice = runAtOnce(adviseOnQuality(question, undefined));
    expect(advice.at(-1)).toMatchObject({ rule: 'misspelling', severity: 'info' });
  });
});
