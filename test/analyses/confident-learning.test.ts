import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundKeepingSum } from '../../src/analyses/types/labels/confident-joint.ts';
import {
  confidentThresholds,
  countConfident,
  findLabelIssues,
  type IssueFilter,
  issueFilters,
} from '../../src/analyses/types/labels/confident-learning.ts';
import {
  mostProbableClass,
  type Predictions,
} from '../../src/analyses/types/labels/predictions.ts';
import { predictionsOf, references } from './cleanlab-references.ts';
import { silent } from './questions.ts';

function issuesOf(predictions: Predictions, filter: IssueFilter): number[] {
  const { isIssue } = findLabelIssues(predictions, filter, silent);
  return Array.from({ length: predictions.labels.length }, (_, item) => item).filter(isIssue);
}

describe.each(references)('confident learning of %s', (_name, reference) => {
  it('has the thresholds, the joint and the calibrated joint of cleanlab', () => {
    const { thresholds, joint, calibrated } = findLabelIssues(
      reference.predictions,
      'confident_learning',
      silent,
    );
    expect(Array.from(thresholds, (each) => Number(each.toFixed(9)))).toEqual(reference.thresholds);
    expect(joint.rows()).toEqual(reference.joint);
    expect(calibrated.rows()).toEqual(reference.calibrated);
  });

  it.each(issueFilters)('has the issues of cleanlab by %s', (filter) => {
    expect(issuesOf(reference.predictions, filter)).toEqual(reference.issues[filter]);
  });
});

describe('confident counting', () => {
  it('keeps one on the diagonal when nobody is confident (cleanlab: …_empty_arrays_edge_case)', () => {
    const even = predictionsOf(
      [0, 1, 0],
      [
        [0.5, 0.5],
        [0.5, 0.5],
        [0.5, 0.5],
      ],
    );
    expect(countConfident(even, [0.51, 0.51], silent).joint.rows()).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('takes the likeliest of all classes when two thresholds are reached', () => {
    const predictions = predictionsOf([0], [[0.3, 0.3, 0.4]]);
    expect(countConfident(predictions, [0.2, 0.2, 0.9], silent).joint.rows()[0]).toEqual([1, 0, 1]);
    expect(countConfident(predictions, [0.2, 0.9, 0.9], silent).joint.rows()[0]).toEqual([1, 0, 0]);
  });

  it('counts a probability within a millionth of its threshold', () => {
    const predictions = predictionsOf([0], [[0.4999995, 0.5000005]]);
    expect(countConfident(predictions, [0.9, 0.500001], silent).joint.rows()[0]).toEqual([1, 1]);
    expect(countConfident(predictions, [0.9, 0.500002], silent).joint.rows()[0]).toEqual([1, 0]);
  });
});

describe('rounding that keeps the sum', () => {
  it.each([
    [
      [0.5, 1.5, 2.5],
      [0, 2, 2],
    ],
    [
      [1.4, 1.4, 1.2],
      [1, 2, 1],
    ],
    [
      [0.6, 0.6, 0.8],
      [0, 1, 1],
    ],
  ])('makes of %j %j', (values, rounded) => {
    expect(roundKeepingSum(values)).toEqual(rounded);
  });
});

const anyPredictions = fc
  .integer({ min: 2, max: 5 })
  .chain((classes) =>
    fc.array(
      fc.tuple(
        fc.nat({ max: classes - 1 }),
        fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: classes, maxLength: classes }),
      ),
      { minLength: 1, maxLength: 40 },
    ),
  )
  .map((items) =>
    predictionsOf(
      items.map(([label]) => label),
      items.map(([, row]) => {
        const sum = row.reduce((total, value) => total + value, 0);
        return row.map((value) => value / sum);
      }),
    ),
  );

describe('confident learning of anything', () => {
  it('calibrates to the number of items of each label and never flags the likeliest label', () => {
    fc.assert(
      fc.property(anyPredictions, fc.constantFrom(...issueFilters), (predictions, filter) => {
        const { calibrated } = findLabelIssues(predictions, filter, silent);
        const counts = Array.from({ length: predictions.classes }, () => 0);
        for (const label of Array.from(predictions.labels))
          counts[label] = (counts[label] ?? 0) + 1;
        expect(calibrated.rows().map((row) => row.reduce((sum, count) => sum + count, 0))).toEqual(
          counts,
        );
        for (const item of issuesOf(predictions, filter)) {
          expect(mostProbableClass(predictions, item)).not.toBe(predictions.labels[item]);
        }
      }),
    );
  });

  it('numbers the classes without effect', () => {
    fc.assert(
      fc.property(anyPredictions, (predictions) => {
        const last = predictions.classes - 1;
        const rows = Array.from({ length: predictions.labels.length }, (_, item) =>
          Array.from(predictions.probabilities)
            .slice(item * predictions.classes, (item + 1) * predictions.classes)
            .reverse(),
        );
        const mirrored = predictionsOf(
          Array.from(predictions.labels, (label) => last - label),
          rows,
        );
        expect(Array.from(confidentThresholds(mirrored, silent)).reverse()).toEqual(
          Array.from(confidentThresholds(predictions, silent)),
        );
      }),
    );
  });
});
