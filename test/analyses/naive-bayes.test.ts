import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stratifiedFolds } from '../../src/analyses/kit/terms/cross-validation.ts';
import { createTrainer, softmax } from '../../src/analyses/kit/terms/naive-bayes.ts';
import { buildTermMatrix } from '../../src/analyses/kit/terms/term-matrix.ts';
import { createWordStream } from '../../src/analyses/kit/terms/word-stream.ts';
import { silent } from './questions.ts';

function matrixOf(texts: string[], pairs = false) {
  const words = createWordStream();
  for (const text of texts) {
    words.add(text);
    words.endQuestion();
  }
  return buildTermMatrix(words.read(), Int32Array.from(texts.keys()), { pairs }, silent);
}

describe('the term matrix', () => {
  it('weighs by (1 + ln count)·(1 + ln((1 + n) / (1 + df))), to unit length', () => {
    // n is 3; a is in all rows, so 1; b in two, twice in the first; c in one row only, so excluded.
    const { starts, columns, weights, terms } = matrixOf(['a b b', 'a c', 'a b']);
    const b = (1 + Math.log(2)) * (1 + Math.log(4 / 3));
    expect(terms).toBe(2);
    expect(Array.from(starts)).toEqual([0, 2, 3, 5]);
    expect(Array.from(columns)).toEqual([0, 1, 0, 0, 1]);
    expect(weights[0]).toBeCloseTo(1 / Math.hypot(1, b), 6);
    expect(weights[1]).toBeCloseTo(b / Math.hypot(1, b), 6);
    expect(weights[2]).toBe(1);
  });

  it('takes pairs of neighbours, not over punctuation', () => {
    expect(matrixOf(['a b', 'a b'], true).terms).toBe(3);
    expect(matrixOf(['a, b', 'a, b'], true).terms).toBe(2);
  });
});

describe('naive Bayes', () => {
  const texts = ['sun star', 'star moon sun', 'river sea', 'sea moon', 'sun river'];
  const matrix = matrixOf(texts);
  const classOf = Int32Array.from([0, 0, 1, 1, -1]);

  /** (w + m·p) / (W + m) for every term, m being alpha times the weight of a mean class. */
  function likelihoods(alpha: number): number[] {
    const weights = [0, 1].map(() => new Float64Array(matrix.terms));
    for (const [row, owner] of classOf.entries()) {
      for (let at = matrix.starts[row] ?? 0; at < (matrix.starts[row + 1] ?? 0); at += 1) {
        const sums = weights[owner];
        const term = matrix.columns[at] ?? 0;
        if (sums) sums[term] = (sums[term] ?? 0) + (matrix.weights[at] ?? 0);
      }
    }
    const masses = weights.map((sums) => sums.reduce((sum, weight) => sum + weight, 0));
    const total = masses.reduce((sum, mass) => sum + mass, 0);
    const mixed = (alpha * total) / 2;
    const shares = weights.map((sums, owner) => {
      let logarithm = Math.log(1 / 2);
      for (let at = matrix.starts[4] ?? 0; at < (matrix.starts[5] ?? 0); at += 1) {
        const term = matrix.columns[at] ?? 0;
        const overall = weights.reduce((sum, each) => sum + (each[term] ?? 0), 0) / total;
        const likelihood = ((sums[term] ?? 0) + mixed * overall) / ((masses[owner] ?? 0) + mixed);
        logarithm += (matrix.weights[at] ?? 0) * Math.log(likelihood);
      }
      return Math.exp(logarithm);
    });
    const sum = shares.reduce((all, share) => all + share, 0);
    return shares.map((share) => share / sum);
  }

  it.each([0.01, 0.1, 1])('follows its formula term by term with alpha %d', (alpha) => {
    const guess = createTrainer({ matrix, classOf, classes: 2, alpha }, silent)(() => true);
    const scores = new Float64Array(2);
    guess(4, scores);
    softmax(scores);
    const expected = likelihoods(alpha);
    expect(scores[0]).toBeCloseTo(expected[0] ?? 0, 5);
    expect(scores[1]).toBeCloseTo(expected[1] ?? 0, 5);
  });

  it('knows only what it learned from, and falls back on the shares of the classes', () => {
    const train = createTrainer({ matrix, classOf, classes: 2, alpha: 0.1 }, silent);
    const guess = train((row) => row === 0 || row === 2 || row === 3);
    const scores = new Float64Array(2);
    const empty = matrixOf(['', '', '', '']);
    const blank = createTrainer({ matrix: empty, classOf, classes: 2, alpha: 0.1 }, silent);
    blank((row) => row !== 1)(1, scores);
    softmax(scores);
    expect(scores[0]).toBeCloseTo(1 / 3, 12);
    guess(1, scores);
    softmax(scores);
    expect(scores[0]).toBeGreaterThan(0.5);
  });

  it('weighs classes by the group of the row', () => {
    const groupOf = Int32Array.from([0, 1, 1, 1, 1]);
    const blank = matrixOf(['', '', '', '', '']);
    const guess = createTrainer({ matrix: blank, classOf, classes: 2, alpha: 1, groupOf }, silent);
    const scores = new Float64Array(2);
    guess(() => true)(0, scores);
    softmax(scores);
    // One row of class 0, mixed with ten rows of which half are.
    expect(scores[0]).toBeCloseTo((1 + 5) / (1 + 10), 12);
  });
});

describe('folds', () => {
  it('have their share of every class, and the same for a seed', () => {
    const classes = fc.array(fc.integer({ min: -1, max: 2 }), { maxLength: 60 });
    fc.assert(
      fc.property(classes, fc.integer({ min: 2, max: 7 }), fc.nat(), (given, folds, seed) => {
        const classOf = Int32Array.from(given);
        const foldOf = stratifiedFolds(classOf, 3, { folds, seed });
        expect(stratifiedFolds(classOf, 3, { folds, seed })).toEqual(foldOf);
        for (let each = 0; each < 3; each += 1) {
          const sizes = Array.from(
            { length: folds },
            (_, fold) => given.filter((one, row) => one === each && foldOf[row] === fold).length,
          );
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        }
        expect(given.every((one, row) => one >= 0 === (foldOf[row] ?? -1) >= 0)).toBe(true);
      }),
    );
  });
});
