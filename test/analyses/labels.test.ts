import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { measureAgreement } from '../../src/analyses/types/labels/agreement.ts';
import { labels } from '../../src/analyses/types/labels/labels.ts';
import { predictionsOf } from './cleanlab-references.ts';
import { countLatePolls } from './late-polls.ts';
import { makeQuestion, runOn, silent } from './questions.ts';
import { makeVaried } from './varied-questions.ts';

const subjects: Record<string, string> = {
  Astronomy: 'planet star orbit moon comet galaxy telescope eclipse sun nebula',
  Geography: 'river capital mountain desert island border sea country city lake',
  Literature: 'novel poet author play sonnet character writer verse chapter tale',
};

/** Questions of four words of their subject each, every word in many of them. */
function makeBank(perCategory: number): AnalysisQuestion[] {
  const random = createRandom(1);
  return Object.entries(subjects).flatMap(([category, words]) => {
    const all = words.split(' ');
    return Array.from({ length: perCategory }, (_, at) => {
      const word = (step: number) => all[(at * step + (at >> 3) + step) % all.length] ?? '';
      return makeQuestion({
        id: `${category}-${String(at).padStart(3, '0')}`,
        questionText: `Which ${word(1)} has a ${word(3)} and a ${word(7)}?`,
        correctAnswer: word(9),
        category,
        difficulty: Math.floor(random() * 3),
      });
    });
  });
}

const bank = makeBank(40);
const withFlips = bank.map((question, at) =>
  at % 17 === 5
    ? { ...question, category: question.category === 'Geography' ? 'Astronomy' : 'Geography' }
    : question,
);
const flipped = withFlips
  .filter(({ id, category }) => !id.startsWith(category))
  .map(({ id }) => id);

const file = new URL('../../prisma/sample-questions.jsonl', import.meta.url);
const samples = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const sample = JSON.parse(line);
    return makeQuestion({
      id: sample.external_id,
      questionText: sample.question_text,
      correctAnswer: sample.correct_answer,
      incorrectAnswers: sample.incorrect_answers,
      category: sample.category,
      topicFocus: sample.topic_focus ?? null,
    });
  });

describe('labels', () => {
  it.each(['noise_model', 'confident_learning', 'prune_by_noise_rate', 'both'])(
    'finds swapped categories by %s and names the right one',
    async (filter) => {
      const { summary, items } = await runOn(labels, withFlips, { filter });
      expect(items.map(({ question_id }) => question_id).sort()).toEqual(flipped.toSorted());
      for (const { question_id, suggested, reasons } of items) {
        expect(question_id.startsWith(suggested ?? '-')).toBe(true);
        expect(reasons).toEqual(['label_issue']);
      }
      expect(summary).toMatchObject({ judged: 120, flagged: flipped.length, field: 'category' });
    },
  );

  it('scores a flagged label by its self-confidence, others 1', async () => {
    const { items } = await runOn(labels, withFlips, { items: 'all' });
    for (const { flagged, score, self_confidence, margin, suggested } of items) {
      expect(score).toBe(flagged ? self_confidence : 1);
      if (flagged) expect(margin ?? 1).toBeLessThan(0.75);
      expect(suggested !== null).toBe(flagged);
    }
  });

  it('lists thresholds and the whole confident joint', async () => {
    const { thresholds, confident_joint, summary } = await runOn(labels, withFlips);
    expect(thresholds.map(({ label }) => label)).toEqual(['Astronomy', 'Geography', 'Literature']);
    expect(confident_joint).toHaveLength(9);
    const calibrated = confident_joint.reduce((sum, { calibrated }) => sum + calibrated, 0);
    expect(calibrated).toBe(120);
    expect(Math.abs((summary.estimated_noise ?? 1) - flipped.length / 120)).toBeLessThan(0.01);
  });

  it('finds nothing where words do not tell the label', async () => {
    const result = await runOn(labels, bank, { field: 'difficulty', items: 'all' });
    expect(result.warnings.map(({ code }) => code)).toEqual(['model_uninformative']);
    expect(result.summary).toMatchObject({ flagged: 0, score: null, judged: 120 });
    expect(result.summary.kappa).toBeLessThan(0.3);
    expect(result.confident_joint).toEqual([]);
    expect(
      result.items.every(({ suggested, self_confidence }) => !suggested && !self_confidence),
    ).toBe(true);
  });

  it('leaves small classes out and says so', async () => {
    const odd = Array.from({ length: 9 }, (_, at) =>
      makeQuestion({
        id: `odd-${at}`,
        category: 'Science',
        questionText: 'Which river is a cell?',
      }),
    );
    const { items, warnings, summary } = await runOn(labels, [...bank, ...odd], { items: 'all' });
    expect(warnings).toEqual([
      {
        code: 'class_left_out',
        detail: 'Labels with fewer than 10 questions are excluded: Science (9).',
      },
    ]);
    expect(summary).toMatchObject({ evaluated: 129, judged: 120 });
    const left = items.filter(({ given }) => given === 'Science');
    expect(left.map(({ self_confidence }) => self_confidence)).toEqual(odd.map(() => null));
  });

  it('needs two classes', async () => {
    const one = bank.filter(({ category }) => category === 'Astronomy');
    const { warnings, summary } = await runOn(labels, one);
    expect(warnings.map(({ code }) => code)).toEqual(['too_few_questions']);
    expect(summary).toMatchObject({ evaluated: 40, judged: 0, kappa: null, score: null });
  });

  it('reads wrong answers, and topics unless told not to', async () => {
    const bare = (question: AnalysisQuestion) => ({
      ...question,
      questionText: 'Which is it?',
      correctAnswer: 'This',
    });
    const byWrong = bank.map((question) => ({
      ...bare(question),
      incorrectAnswers: [question.questionText],
    }));
    expect((await runOn(labels, byWrong)).summary.kappa).toBeGreaterThan(0.9);
    const byTopic = bank.map((question) => ({ ...bare(question), topicFocus: question.category }));
    const unused = await runOn(labels, byTopic, { use_topic_focus: false });
    expect(unused.summary.kappa).toBeLessThan(0.1);
    expect((await runOn(labels, byTopic)).summary.kappa).toBe(1);
  });

  it('learns from scripts without spaces', async () => {
    const cities = Array.from({ length: 40 }, (_, at) =>
      makeQuestion({
        id: `j-${at}`,
        questionText: at % 2 ? '日本の首都はどこですか？' : '太陽に一番近い惑星は何ですか？',
        correctAnswer: at % 2 ? '東京' : '水星',
        category: at % 2 ? 'Geography' : 'Astronomy',
      }),
    );
    expect((await runOn(labels, cities)).summary.accuracy).toBe(1);
  });

  it('deals the folds by the seed', async () => {
    const run = (seed: number) => runOn(labels, withFlips, { seed, items: 'all' });
    expect(await run(3)).toEqual(await run(3));
    expect(await run(3)).not.toEqual(await run(4));
  });

  it.each(['noise_model', 'confident_learning', 'prune_by_noise_rate', 'both'])(
    'answers by %s the same whatever order the questions come in',
    async (filter) => {
      const forward = await runOn(labels, withFlips, { filter, items: 'all' });
      expect(forward.summary.flagged).toBeGreaterThan(0);
      expect(await runOn(labels, withFlips.toReversed(), { filter, items: 'all' })).toEqual(
        forward,
      );
    },
  );

  it('can be stopped between its model and its end', async () => {
    const polls: number[] = [];
    for (const filter of ['noise_model', 'prune_by_noise_rate', 'both']) {
      polls.push(await countLatePolls(labels, withFlips, { filter }, 0.98));
    }
    expect(polls[0]).toBeGreaterThanOrEqual(4);
    // Pruning iterates over each pair of classes, and by class over each class.
    expect(polls).toEqual([...new Set(polls)].sort((one, other) => one - other));
  });

  it('takes a model at its word from min_kappa on', async () => {
    const judged = async (field: string, min_kappa: number) => {
      const parameters = { field, min_kappa, min_detectable: 0, filter: 'confident_learning' };
      const { summary, warnings } = await runOn(labels, makeVaried(600), parameters);
      return [summary.flagged > 0, ...warnings.map(({ code }) => code)];
    };
    // Kappa is .91 for the categories and below .1 for the levels, which are random.
    expect(await judged('category', 0.9)).toEqual([true]);
    expect(await judged('category', 0.93)).toEqual([false, 'model_uninformative']);
    expect(await judged('difficulty', 0.1)).toEqual([false, 'model_uninformative']);
    expect(await judged('difficulty', 0)).toEqual([true]);
  });

  it('takes a model at its word if it would find most wrong labels', async () => {
    const run = (min_detectable: number) =>
      runOn(labels, samples, { min_detectable, use_topic_focus: false, max_vectors: 0 });
    const silent = await run(0.8);
    expect(silent.warnings).toMatchObject([
      { code: 'model_uninformative', detail: expect.stringMatching(/only 6\d % of wrong labels/) },
    ]);
    const { summary } = silent;
    // Read by hand, no label is wrong; 91 were flagged when every doubt counted.
    expect(summary).toMatchObject({ flagged: 0, score: null });
    expect(summary.kappa).toBeGreaterThanOrEqual(0.6);
    expect((await run(summary.detectable_share ?? 1)).warnings).toEqual([]);
  });

  it('flags at most 2 % of the sample questions, whose labels are right', async () => {
    const { summary, warnings } = await runOn(labels, samples);
    expect(warnings).toEqual([]);
    expect(summary.flagged_share).toBeLessThanOrEqual(0.02);
    expect(summary.estimated_noise).toBeLessThan(0.02);
  });

  it('finds flipped labels among the sample questions, and knows how sure it is', async () => {
    const random = createRandom(5);
    const names = [...new Set(samples.map(({ category }) => category))];
    const isFlipped = new Set<string>();
    const noisy = samples.map((question) => {
      if (random() >= 0.1) return question;
      isFlipped.add(question.id);
      const step = 1 + Math.floor(random() * (names.length - 1));
      const category = names[(names.indexOf(question.category) + step) % names.length] ?? '';
      return { ...question, category };
    });
    const { items, summary, calibration } = await runOn(labels, noisy, { items: 'all' });
    const found = items.filter(({ flagged }) => flagged);
    const right = found.filter(({ question_id }) => isFlipped.has(question_id)).length;
    expect(right / found.length).toBeGreaterThanOrEqual(0.7);
    expect(right / isFlipped.size).toBeGreaterThanOrEqual(0.8);
    const noise = isFlipped.size / samples.length;
    expect(Math.abs((summary.estimated_noise ?? 0) - noise)).toBeLessThan(0.03);
    const sorted = items.toSorted(
      (one, other) => (one.self_confidence ?? 0) - (other.self_confidence ?? 0),
    );
    // With 57 questions in each, a decile may be off by more than the .05 of larger banks.
    for (let decile = 0; decile < 10; decile += 1) {
      const part = sorted.slice(
        Math.floor((decile * items.length) / 10),
        Math.floor(((decile + 1) * items.length) / 10),
      );
      const mean = part.reduce((sum, each) => sum + (each.self_confidence ?? 0), 0) / part.length;
      const kept = part.filter(({ question_id }) => !isFlipped.has(question_id)).length;
      expect(Math.abs(mean - kept / part.length)).toBeLessThanOrEqual(0.1);
    }
    expect(calibration.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(6 * samples.length);
  });
});

describe('agreement', () => {
  it("has Cohen's kappa of his table (yes-yes 20, yes-no 5, no-yes 10, no-no 15: 0.4)", () => {
    // The example of en.wikipedia.org/wiki/Cohen's_kappa.
    const cells: [number, number, number][] = [
      [0, 0, 20],
      [0, 1, 5],
      [1, 0, 10],
      [1, 1, 15],
    ];
    const items = cells.flatMap(([given, predicted, times]) =>
      Array.from({ length: times }, () => ({
        given,
        row: predicted === 0 ? [0.9, 0.1] : [0.1, 0.9],
      })),
    );
    const measured = measureAgreement(
      predictionsOf(
        items.map(({ given }) => given),
        items.map(({ row }) => row),
      ),
      silent,
    );
    expect(measured.accuracy).toBeCloseTo(0.7, 12);
    expect(measured.kappa).toBeCloseTo(0.4, 12);
    // F1 of yes 2·20 / (25 + 30), of no 2·15 / (25 + 20).
    expect(measured.macroF1).toBeCloseTo((40 / 55 + 30 / 45) / 2, 9);
    expect(measured.majority).toBe(0.5);
  });

  it('is 1 when every guess is right, whatever the classes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 3 }), { minLength: 1 }), (given) => {
        const rows = given.map((label) => [0, 1, 2, 3].map((each) => (each === label ? 1 : 0)));
        expect(measureAgreement(predictionsOf(given, rows), silent).accuracy).toBe(1);
      }),
    );
  });
});
