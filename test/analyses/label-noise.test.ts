import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { softmax } from '../../src/analyses/kit/terms/naive-bayes.ts';
import { confidenceOf, evenConfusion } from '../../src/analyses/types/labels/confusion.ts';
import { judgeLabel } from '../../src/analyses/types/labels/label-judge.ts';
import { fitNoiseModel } from '../../src/analyses/types/labels/noise-model.ts';
import { scoreTopics } from '../../src/analyses/types/labels/topic-evidence.ts';
import { predictionsOf } from './cleanlab-references.ts';
import { silent } from './questions.ts';

const classes = 4;
const prior = {
  bias: { weight: 0, sd: 3 },
  effectiveItems: 4000,
  minGains: { mixed: 0.012, confused: 0.018 },
};

/** Scores of which softmax(weight · score) is the distribution of the true class; the first may be likelier. */
function simulate(items: number, noise: number, weight: number, bias = 0) {
  const random = createRandom(3);
  const scores = new Float32Array(items * classes).map(() => 12 * random() - 6);
  const labels = Int32Array.from({ length: items }, (_, item) => {
    const row = Float64Array.from(
      scores.subarray(item * classes, (item + 1) * classes),
      (score, at) => weight * score + (at === 0 ? bias : 0),
    );
    softmax(row);
    let [left, label] = [random(), 0];
    while (label < classes - 1 && left >= (row[label] ?? 0)) {
      left -= row[label] ?? 0;
      label += 1;
    }
    return random() < noise ? (label + 1 + Math.floor(random() * (classes - 1))) % classes : label;
  });
  return { evidence: [{ scores, weight: { mean: 1, sd: 1 } }], labels };
}

describe('the noise model', () => {
  it.each([
    [0, 0.5],
    [0.1, 1],
    [0.2, 0.7],
  ])('recovers noise of %d and a weight of %d', (noise, weight) => {
    const { evidence, labels } = simulate(4000, noise, weight);
    const fitted = fitNoiseModel({ evidence, labels, classes }, prior, silent);
    expect(Math.abs(fitted.noise - noise)).toBeLessThan(0.02);
    const expected = Float64Array.from(
      evidence[0]?.scores.subarray(0, classes) ?? [],
      (score) => weight * score,
    );
    softmax(expected);
    for (const [each, probability] of expected.entries()) {
      expect(Math.abs((fitted.probabilities[each] ?? 0) - probability)).toBeLessThan(0.05);
    }
  });

  it('recovers wrong labels that are as frequent as the classes', () => {
    const { evidence, labels: truth } = simulate(4000, 0, 2.5, 8);
    const random = createRandom(5);
    const labels = truth.map((label) =>
      random() < 0.25 ? (truth[Math.floor(random() * truth.length)] ?? label) : label,
    );
    const wrong = labels.filter((label, item) => label !== truth[item]).length / labels.length;
    const fitted = fitNoiseModel({ evidence, labels, classes }, prior, silent);
    // Of the wrong labels of the second class, most are the first; an even third would be.
    expect(
      (fitted.confusion[classes] ?? 0) / (1 - (fitted.confusion[classes + 1] ?? 0)),
    ).toBeGreaterThan(0.5);
    expect(Math.abs(fitted.noise - wrong)).toBeLessThan(0.02);
  });

  it('recovers a class that is taken for another one', () => {
    const { evidence, labels: truth } = simulate(4000, 0, 2.5);
    const random = createRandom(5);
    const labels = truth.map((label) => (label === 0 && random() < 0.3 ? 1 : label));
    const wrong = labels.filter((label, item) => label !== truth[item]).length / labels.length;
    const { confusion, noise } = fitNoiseModel({ evidence, labels, classes }, prior, silent);
    expect(confusion[1]).toBeCloseTo(0.3, 1);
    expect(confusion[classes]).toBeLessThan(0.01);
    expect(Math.abs(noise - wrong)).toBeLessThan(0.02);
  });

  it("gives a label's probability of being right by Bayes' theorem", () => {
    // Right: .9 · .3; wrong, of three other labels: .1 · .7 / 3.
    const confidenceAt = (own: number, noise: number) => {
      const rest = (1 - own) / 3;
      const predictions = predictionsOf([0], [[own, rest, rest, rest]]);
      return confidenceOf(predictions, 0, 0, evenConfusion(noise, 4));
    };
    expect(confidenceAt(0.3, 0.1)).toBeCloseTo(0.27 / (0.27 + 0.07 / 3), 12);
    expect(confidenceAt(0.3, 0)).toBe(1);
    expect(confidenceAt(0, 0)).toBe(1);
    expect(confidenceAt(0, 0.1)).toBe(0);
  });

  it('suggests the most probable other label, which shares what is left', () => {
    const known = predictionsOf([1], [[0.2, 0.05, 0.75]]);
    const { confidence, suggested, margin } = judgeLabel(
      { known, confusion: evenConfusion(0.1, 3) },
      0,
    );
    expect(suggested).toBe(2);
    expect(confidence).toBeCloseTo(0.045 / (0.045 + 0.0475), 12);
    expect(margin).toBeCloseTo((confidence - ((1 - confidence) * 0.75) / 0.95 + 1) / 2, 12);
  });
});

describe('topics as evidence', () => {
  it('count the other folds, not the question itself', () => {
    // Topic 0 is always class 0, topic 1 mostly class 1; the last has no topic.
    const topicOf = [0, 0, 0, 0, 1, 1, 1, 1, -1];
    const labels = Int32Array.of(0, 0, 0, 0, 1, 1, 1, 0, 1);
    const scores = scoreTopics(topicOf, labels, 2, { folds: 9, seed: 1 });
    const row = (item: number) => Array.from(scores.subarray(2 * item, 2 * item + 2));
    // Three others, all of class 0, whose share of all is 5/9; mixed with two of the overall share.
    expect(row(0)[0]).toBeCloseTo(Math.log((3 / (5 / 9) + 2) / 5), 5);
    expect(row(0)[1]).toBeCloseTo(Math.log(2 / 5), 5);
    // The odd one of topic 1 has three others of class 1.
    expect(row(7)[1]).toBeCloseTo(Math.log((3 / (4 / 9) + 2) / 5), 5);
    expect(row(8)).toEqual([0, 0]);
  });
});
