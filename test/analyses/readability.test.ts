import { describe, expect, it } from 'vitest';
import { readability } from '../../src/analyses/types/readability/readability.ts';
import { defineRules, listFaults } from '../../src/domain/rules.ts';
import { makeQuestion, runOn } from './questions.ts';

const easy = 'Who has the red ball?';
const plain = Array(4).fill('The red dog ran to the big old house.').join(' ');
const hard =
  'Which electromagnetic phenomenon characterises semiconductor photoluminescence spectroscopy?';

/** Each text once, alternating between two categories, levels in rotation. */
function makeSet(texts: readonly string[]) {
  return texts.map((questionText, at) =>
    makeQuestion({
      id: `q-${at}`,
      questionText,
      category: at % 2 === 0 ? 'Science' : 'Astronomy',
      difficulty: at % 3,
    }),
  );
}

const codes = ({ warnings }: { warnings: { code: string }[] }) =>
  warnings.map(({ code }) => code).sort();

describe('readability', () => {
  it('gives counts and scores of each question', async () => {
    const set = makeSet(['Cool dogs wear da sunglasses.']);
    const { items } = await runOn(readability, set, { items: 'all' });
    expect(items).toEqual([
      {
        question_id: 'q-0',
        flagged: false,
        score: 1,
        reasons: [],
        grade: 5.37,
        counts: {
          words: 5,
          sentences: 1,
          syllables: 7,
          characters: 25,
          letters: 24,
          polysyllables: 1,
          long_words: 1,
          unfamiliar_words: 3,
          difficult_words: 1,
        },
        scores: {
          consensus: 5.37,
          flesch: 83.32,
          flesch_kincaid: 2.88,
          ari: 4.62,
          coleman_liau: 6.12,
          gunning_fog: 10,
          dale_chall: 13.3585,
          lix: 25,
          rix: 1,
        },
      },
    ]);
  });

  it('flags what is outside the target, the farthest first', async () => {
    const set = makeSet([plain, 'Which planet is closest to the Sun?', hard]);
    const { summary, items } = await runOn(readability, set, {
      target_grade: [9, 10],
      measure: 'flesch_kincaid',
    });
    expect(summary).toMatchObject({ flagged: 2, below_target: 1, above_target: 1, scored: 3 });
    expect(summary.score).toBeCloseTo(1 / 3, 9);
    expect(items.map(({ question_id, reasons }) => [question_id, ...reasons])).toEqual([
      ['q-2', 'above_target'],
      ['q-0', 'below_target'],
    ]);
    expect(items[0]?.grade).toBe(items[0]?.scores?.flesch_kincaid);
    // Flesch–Kincaid of the plain one is −0.28, which counts as 0. With 36 words, 5 of the 9 grades are
    // no evidence.
    expect(items[1]).toMatchObject({ grade: -0.28, score: 0.2 });
  });

  it.each([
    ['Ooga-booga!'],
    ['South Africa completely surrounds which independent country?'],
    ['How many constellations does the International Astronomical Union recognise?'],
    ['Where is the train station "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"?'],
  ])('does not flag %s for one long word or few words', async (text) => {
    const { summary, items } = await runOn(readability, makeSet([text]), { items: 'all' });
    expect(items[0]?.grade).toBeGreaterThan(12);
    expect(summary).toMatchObject({ flagged: 0, score: 1 });
  });

  it.each([
    [
      'If there is a positive externality associated with the production of a private good, which of ' +
        'the following is an action of government that would most likely move the market to an ' +
        'efficient outcome?',
    ],
    [
      "L'Hôpital was the mathematician who created the homonymous rule that uses derivatives to " +
        'evaluate limits with indeterminations.',
    ],
  ])('flags %s', async (text) => {
    const { items } = await runOn(readability, makeSet([text]));
    expect(items).toMatchObject([{ reasons: ['above_target'] }]);
  });

  it('flags nothing as too easy unless it is told to', async () => {
    const { summary } = await runOn(readability, makeSet([easy, 'Is it?', hard]));
    expect(summary).toMatchObject({ below_target: 0, above_target: 1 });
  });

  it('summarises the set, its categories and its levels', async () => {
    const texts = Array.from({ length: 40 }, (_, at) => (at % 4 === 0 ? hard : easy));
    const { summary } = await runOn(readability, makeSet(texts));
    expect(
      summary.quantiles.map(({ group_by, group, scored }) => [group_by, group, scored]),
    ).toEqual([
      ['all', null, 40],
      ['category', 'Astronomy', 20],
      ['category', 'Science', 20],
      ['difficulty', 'Basic', 14],
      ['difficulty', 'Intermediate', 13],
      ['difficulty', 'Advanced', 13],
    ]);
    const [all, astronomy, science] = summary.quantiles;
    expect(all?.flesch_kincaid).toMatchObject({ min: -1.84, p25: -1.84, median: -1.84 });
    expect(all?.flesch_kincaid.mean).toBeCloseTo(
      (30 * -1.84 + 10 * (all?.flesch_kincaid.max ?? 0)) / 40,
      8,
    );
    expect(astronomy?.flagged).toBe(0);
    expect(science?.flagged).toBe(10);
    // Six words of three syllables or more in each of the ten hard sentences.
    expect(summary.smog).toBeCloseTo(1.043 * Math.sqrt((30 * 60) / 40) + 3.1291, 8);
    expect(astronomy?.smog).toBeNull();
  });

  it('says that one sentence is little, and that SMOG takes thirty', async () => {
    const few = await runOn(readability, makeSet([easy]));
    expect(codes(few)).toEqual(['single_sentences', 'too_few_questions']);
    expect(few.summary.smog).toBeNull();
    const many = await runOn(readability, makeSet(Array(30).fill(`${easy} ${easy}`)));
    expect(codes(many)).toEqual([]);
    expect(many.summary.smog).toBeCloseTo(3.1291, 8);
  });

  it('makes up nothing about other scripts', async () => {
    const set = makeSet(['ما هي عاصمة مصر؟', '日本の首都はどこですか？', '👩‍👩‍👧‍👦🇪🇺?', '2 + 2']);
    const result = await runOn(readability, set, { items: 'all' });
    expect(result.summary).toMatchObject({
      evaluated: 4,
      scored: 0,
      flagged: 0,
      score: null,
      median_grade: null,
      smog: null,
      quantiles: [],
    });
    expect(codes(result)).toEqual(['not_scored']);
    for (const item of result.items) {
      expect(item).toMatchObject({ grade: null, counts: null, scores: null });
      expect(item.reasons).toEqual(['not_scored']);
    }
  });

  it.each([
    [{ target_grade: [9, 3] }, '/target_grade'],
    [{ target_grade: [1] }, '/target_grade'],
    [{ target_grade: [-1, 3] }, '/target_grade/0'],
    [{ measure: 'smog' }, '/measure'],
  ])('refuses %j', (parameters, pointer) => {
    const faults = listFaults(defineRules(readability.parameters), parameters);
    expect(faults.map(({ path }) => `/${path.join('/')}`)).toContain(pointer);
  });
});
