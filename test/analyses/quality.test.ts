import { describe, expect, it } from 'vitest';
import { quality } from '../../src/analyses/types/quality/quality.ts';
import { readQuestion } from '../../src/analyses/types/quality/rule.ts';
import { qualityRules } from '../../src/analyses/types/quality/rules.ts';
import { defineRules, listFaults } from '../../src/domain/rules.ts';
import { limits } from './quality-rule.ts';
import { makeQuestion, runOn } from './questions.ts';

describe('quality', () => {
  it('tells each finding with its rule, place and fix', async () => {
    const question = makeQuestion({ questionText: '😀 Which is not &quot;it&quot;?' });
    const { items, summary } = await runOn(quality, [question]);
    expect(items[0]).toEqual({
      question_id: 'q-1',
      flagged: true,
      score: 0,
      reasons: ['html_entity', 'negative_stem'],
      findings: [
        {
          rule: 'html_entity',
          severity: 'error',
          field: 'question_text',
          // An emoji is one character but two units.
          span: [15, 21],
          message: '&quot; is the HTML entity for ".',
          why: 'Readers see the code instead of the character.',
          fix: '"',
          suggestion: '😀 Which is not "it"?',
        },
        expect.objectContaining({ span: [23, 29] }),
        expect.objectContaining({ rule: 'negative_stem', span: [11, 14], fix: 'NOT' }),
      ],
    });
    expect(summary).toMatchObject({ findings: 3, errors: 2, warnings: 1, infos: 0, score: 0 });
  });

  it('says which of the wrong answers it means', async () => {
    const { items } = await runOn(quality, [
      makeQuestion({ incorrectAnswers: ['Mars', 'Venus '] }),
    ]);
    expect(items[0]?.findings[0]).toMatchObject({
      field: 'incorrect_answers',
      index: 1,
      span: [5, 6],
    });
  });

  it('suggests new values: of a choice, or of all in another order', async () => {
    const { items } = await runOn(
      quality,
      [makeQuestion({ correctAnswer: '5', incorrectAnswers: ['9', '7 ', '8'] })],
      { items: 'all' },
    );
    const of = (rule: string) => items[0]?.findings.find((each) => each.rule === rule);
    expect(of('stray_whitespace')).toMatchObject({ index: 1, suggestion: '7' });
    expect(of('numeric_order')?.suggested_answers).toEqual(['7 ', '8', '9']);
  });

  it('fixes all that a rule found in a text with each of its suggestions', async () => {
    const { items } = await runOn(quality, [
      makeQuestion({
        questionText:
          'Wich contry is acording to its goverment in <b>Europe</b><br>and not in Asia?',
        correctAnswer: '&quot;Spain&quot; (correct)',
        incorrectAnswers: ['Peru', 'All of these', 'none of these'],
      }),
    ]);
    const suggested = (rule: string) =>
      items[0]?.findings.filter((each) => each.rule === rule).map(({ suggestion }) => suggestion);
    const spelled =
      'Wich country is according to its government in <b>Europe</b><br>and not in Asia?';
    expect(suggested('misspelling')).toEqual([spelled, spelled, spelled]);
    const bare = 'Wich contry is acording to its goverment in Europe and not in Asia?';
    expect(suggested('html_tag')).toEqual([bare, bare, bare]);
    const quoted = '"Spain" (correct)';
    expect(suggested('html_entity')).toEqual([quoted, quoted]);
    expect(suggested('answer_marker')).toEqual(['&quot;Spain&quot;']);
    const kept = items[0]?.findings.filter(({ rule }) => rule === 'all_or_none_of_the_above');
    expect(kept?.map((each) => each.suggested_answers)).toEqual([['Peru'], ['Peru']]);
  });

  it('says of every rule why it matters, in one sentence', () => {
    const sentence = /^\p{Lu}[^.]*\.$/u;
    expect(qualityRules.filter(({ why }) => !sentence.test(why)).map(({ id }) => id)).toEqual([]);
  });

  it('flags errors and warnings, not what is only worth knowing', async () => {
    const question = makeQuestion({ questionText: 'As of 2019, how high is the tower?' });
    const { items, summary } = await runOn(quality, [question], { items: 'all' });
    expect(items[0]).toMatchObject({ flagged: false, score: 0.95, reasons: ['as_of'] });
    expect(summary).toMatchObject({ flagged: 0, score: 1, infos: 1 });
  });

  it('turns rules off or gives them another severity', async () => {
    const set = [makeQuestion({ questionText: 'Which of them is not it, as of 2019?' })];
    const rules = { negative_stem: 'off', as_of: 'error' };
    const result = await runOn(quality, set, { rules });
    expect(result.summary).toMatchObject({ errors: 1, warnings: 0, infos: 0 });
    expect(result.rules.some(({ rule }) => rule === 'negative_stem')).toBe(false);
    expect(result.rules[0]).toEqual({
      rule: 'as_of',
      severity: 'error',
      why: 'The right answer becomes wrong without anyone having touched the question.',
      findings: 1,
      questions: 1,
      share: 1,
      question_ids: [set[0]?.id],
    });
  });

  it('takes other limits', async () => {
    const set = [makeQuestion({ correctAnswer: 'The planet Mercury' })];
    const limits = { max_words: 5, max_answer_words: 2, items: 'all' };
    const { items } = await runOn(quality, set, limits);
    expect(items[0]?.findings.map(({ rule, field }) => [rule, field])).toEqual([
      ['too_long', 'question_text'],
      ['too_long', 'correct_answer'],
    ]);
  });

  it.each([
    [{ rules: { unheard_of: 'off' } }, 'rules.unheard_of', 'unknown_field'],
    [{ rules: { too_long: 'fatal' } }, 'rules.too_long', 'invalid'],
    [{ rules: [] }, 'rules', 'wrong_type'],
    [{ max_words: 0 }, 'max_words', 'out_of_range'],
    [{ items: 'some' }, 'items', 'invalid'],
  ])('refuses %j', (parameters, path, code) => {
    const faults = listFaults(defineRules(quality.parameters), parameters);
    expect(faults.map((fault) => [fault.path.join('.'), fault.code])).toEqual([[path, code]]);
  });

  it('tells no more than twenty findings of a rule', async () => {
    const { items } = await runOn(quality, [makeQuestion({ questionText: '('.repeat(2000) })]);
    const brackets = items[0]?.findings.filter(({ rule }) => rule === 'unbalanced_brackets');
    expect(brackets?.length).toBe(20);
  });
});

const monsters = {
  'nested brackets': '([{',
  'closing brackets': ')]}',
  digits: '7',
  'one letter': 'a',
  capitals: 'A ',
  'combining marks': '\u0301',
  spaces: ' ',
  'spaces and marks': ' ?',
  'double quotes': '"',
  'single quotes': " '",
  'open tags': '<b ',
  ampersands: '&amp',
  'open entities': '&#1234567',
  negations: 'which is not, ',
  questions: 'and when? ',
  apostrophes: "a'",
  commas: '1,',
  dots: '.',
  'open placeholders': '{{a',
  'how many': 'how many are there 2019 ',
  emoji: '👩‍👩‍👧‍👦',
};

// Fifty times the maximum length of a question: quadratic work would take 2,500 times as long, and the
// test would time out.
describe.each(Object.entries(monsters))('on %s', (_what, piece) => {
  const text = piece.repeat(Math.ceil(100_000 / piece.length));
  const incorrectAnswers = [`${text}b`, text];
  const read = readQuestion(
    makeQuestion({ questionText: text, correctAnswer: text, incorrectAnswers }),
  );

  it.each(qualityRules.map((rule) => [rule.id, rule] as const))(
    '%s ends',
    (_id, rule) => {
      expect(Array.isArray(rule.check(read, limits))).toBe(true);
    },
    10_000,
  );
});
