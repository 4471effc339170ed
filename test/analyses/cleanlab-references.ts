import type { IssueFilter } from '../../src/analyses/types/labels/confident-learning.ts';
import type { Predictions } from '../../src/analyses/types/labels/predictions.ts';

/**
 * The inputs are those of cleanlab's tests/test_filter_count.py, or made by `generate`; the values
 * are what cleanlab 2.9.0 (github.com/cleanlab/cleanlab, commit 7506257) gives for them:
 * get_confident_thresholds, compute_confident_joint(calibrate=False and True),
 * find_label_issues(filter_by=…, n_jobs=1) and get_normalized_margin_for_each_label.
 */
export interface Reference {
  readonly predictions: Predictions;
  readonly thresholds: number[];
  readonly joint: number[][];
  readonly calibrated: number[][];
  readonly issues: Record<IssueFilter, number[]>;
}

export function predictionsOf(labels: number[], rows: number[][]): Predictions {
  return { labels, probabilities: rows.flat(), classes: rows[0]?.length ?? 0 };
}

function everyFilter(issues: number[]): Record<IssueFilter, number[]> {
  return { confident_learning: issues, prune_by_noise_rate: issues, both: issues };
}

/** Rows by the minimal standard generator, x ← 16807·x mod 2³¹ − 1, the same in any language. */
function generate(items: number, classes: number, seed: number): Predictions {
  let state = seed;
  const next = () => {
    state = (state * 16807) % 2147483647;
    return state;
  };
  const labels: number[] = [];
  const rows: number[][] = [];
  for (let item = 0; item < items; item += 1) {
    const row = Array.from({ length: classes }, () => (next() % 1000) ** 2 + 1);
    const truth = next() % classes;
    row[truth] = (row[truth] ?? 0) * 4;
    const sum = row.reduce((total, value) => total + value, 0);
    rows.push(row.map((value) => value / sum));
    labels.push(next() % 10 < 7 ? truth : next() % classes);
  }
  return predictionsOf(labels, rows);
}

const likelySecond = Array.from({ length: 6 }, () => [0.1, 0.8, 0.1]);
const oneOdd = [
  [0.9, 0.1, 0],
  [0.8, 0.1, 0.1],
  [0.1, 0, 0.9],
  [0.9, 0, 0.1],
  [0.1, 0.3, 0.6],
  [0.1, 0, 0.9],
  [0.1, 0, 0.9],
  [0.1, 0, 0.9],
];

export const references: [string, Reference][] = [
  [
    'labels_ and pred_probs_',
    {
      predictions: predictionsOf(
        [0, 0, 1, 1, 1, 1, 1, 1, 1, 2],
        [[0.9, 0.1, 0], [0.6, 0.2, 0.2], [0.1, 0, 0.9], ...likelySecond, [0.1, 0.1, 0.8]],
      ),
      thresholds: [0.75, 0.685714286, 0.8],
      joint: [
        [1, 0, 0],
        [0, 6, 1],
        [0, 0, 1],
      ],
      calibrated: [
        [2, 0, 0],
        [0, 6, 1],
        [0, 0, 1],
      ],
      issues: everyFilter([2]),
    },
  ],
  [
    'test_missing_classes',
    {
      predictions: predictionsOf(
        [0, 0, 2, 2],
        [
          [0.9, 0, 0.1, 0],
          [0.8, 0, 0.2, 0],
          [0.1, 0, 0.9, 0],
          [0.95, 0, 0.05, 0],
        ],
      ),
      thresholds: [0.85, 2, 0.475, 2],
      joint: [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [1, 0, 1, 0],
        [0, 0, 0, 1],
      ],
      calibrated: [
        [2, 0, 0, 0],
        [0, 0, 0, 0],
        [1, 0, 1, 0],
        [0, 0, 0, 0],
      ],
      issues: everyFilter([3]),
    },
  ],
  [
    'test_removing_class_consistent_results, with class 1',
    {
      predictions: predictionsOf([0, 0, 0, 0, 1, 2, 2, 2], oneOdd),
      thresholds: [0.675, 0.3, 0.9],
      joint: [
        [3, 0, 1],
        [0, 1, 0],
        [0, 0, 3],
      ],
      calibrated: [
        [3, 0, 1],
        [0, 1, 0],
        [0, 0, 3],
      ],
      issues: everyFilter([2]),
    },
  ],
  [
    'test_removing_class_consistent_results, without class 1',
    {
      predictions: predictionsOf([0, 0, 0, 0, 2, 2, 2, 2], oneOdd),
      thresholds: [0.675, 2, 0.825],
      joint: [
        [3, 0, 1],
        [0, 1, 0],
        [0, 0, 3],
      ],
      calibrated: [
        [3, 0, 1],
        [0, 0, 0],
        [0, 0, 4],
      ],
      issues: everyFilter([2]),
    },
  ],
  [
    'test_num_label_issues_different_estimation_types',
    {
      predictions: predictionsOf(
        [0, 1, 1, 1, 1, 0, 0, 1, 0],
        [
          0.7110397298505661, 0.6367131487519773, 0.7571834730987641, 0.6394163729473307,
          0.5853684039196656, 0.6675968116482668, 0.7240647829106976, 0.740474240697777,
          0.7148252196621883,
        ].map((first) => [first, 1 - first]),
      ),
      thresholds: [0.704381636, 0.328168872],
      joint: [
        [3, 1],
        [2, 3],
      ],
      calibrated: [
        [3, 1],
        [2, 3],
      ],
      issues: everyFilter([2, 7]),
    },
  ],
  [
    'generate(60, 5, 7)',
    {
      predictions: generate(60, 5, 7),
      thresholds: [0.432618172, 0.244258685, 0.410881973, 0.321764295, 0.40677253],
      joint: [
        [5, 1, 2, 0, 0],
        [2, 6, 1, 3, 0],
        [1, 1, 6, 1, 1],
        [3, 3, 1, 4, 0],
        [2, 2, 0, 1, 6],
      ],
      calibrated: [
        [5, 1, 2, 0, 0],
        [2, 8, 1, 4, 0],
        [1, 1, 7, 1, 2],
        [3, 3, 1, 5, 0],
        [2, 3, 0, 1, 7],
      ],
      issues: {
        confident_learning: [
          0, 3, 10, 14, 15, 16, 24, 25, 29, 30, 31, 32, 34, 35, 36, 38, 39, 44, 51, 52, 53, 54, 56,
          58,
        ],
        prune_by_noise_rate: [
          0, 3, 10, 14, 16, 20, 24, 25, 29, 30, 31, 32, 34, 35, 36, 38, 39, 44, 50, 51, 52, 54, 56,
          58,
        ],
        both: [
          0, 3, 10, 14, 16, 20, 24, 25, 29, 30, 31, 32, 34, 36, 38, 39, 44, 50, 51, 54, 56, 58,
        ],
      },
    },
  ],
  [
    'generate(120, 4, 42)',
    {
      predictions: generate(120, 4, 42),
      thresholds: [0.384565299, 0.430911391, 0.368988976, 0.288595559],
      joint: [
        [17, 7, 7, 6],
        [4, 16, 4, 4],
        [6, 2, 13, 7],
        [6, 5, 3, 10],
      ],
      calibrated: [
        [18, 7, 7, 6],
        [4, 16, 4, 4],
        [6, 2, 14, 7],
        [6, 5, 3, 11],
      ],
      issues: {
        confident_learning: [
          0, 2, 7, 8, 10, 13, 14, 16, 18, 21, 22, 23, 25, 28, 31, 34, 36, 37, 40, 42, 44, 48, 49,
          50, 51, 52, 54, 56, 58, 60, 64, 66, 67, 69, 70, 71, 76, 77, 80, 81, 82, 83, 84, 85, 86,
          87, 90, 91, 97, 101, 102, 104, 108, 110, 113, 115, 117, 118, 119,
        ],
        prune_by_noise_rate: [
          0, 1, 2, 7, 10, 13, 14, 16, 18, 22, 23, 25, 28, 31, 34, 36, 37, 42, 44, 48, 49, 50, 51,
          52, 54, 56, 58, 60, 64, 66, 67, 70, 71, 76, 82, 83, 84, 86, 87, 90, 91, 97, 101, 104, 108,
          110, 113, 115, 118, 119,
        ],
        both: [
          0, 1, 2, 7, 10, 13, 14, 16, 18, 22, 23, 25, 28, 31, 34, 36, 37, 42, 44, 48, 49, 50, 51,
          52, 54, 56, 58, 60, 64, 66, 67, 70, 71, 76, 82, 83, 84, 86, 87, 90, 91, 97, 101, 104, 108,
          110, 113, 115, 118, 119,
        ],
      },
    },
  ],
];
