import type { AnalysisControl } from '../../analysis-type.ts';
import { groupByLabel, type LabelClasses } from '../../kit/terms/classes.ts';
import { visitHeldOut } from '../../kit/terms/cross-validation.ts';
import { softmax } from '../../kit/terms/naive-bayes.ts';
import type { TermMatrix } from '../../kit/terms/term-matrix.ts';
import type { LearnedRows } from './learned-rows.ts';

/** Topics are many and small, so they need more smoothing than categories. */
const alpha = 1;
const folds = 5;

/** Bounds the work: every question is scored for every topic. */
const maxTopics = 1000;

export interface TopicQuestions {
  readonly matrix: TermMatrix;
  readonly topics: readonly (string | null)[];
  readonly categories: readonly string[];
  readonly learned: LearnedRows;
}

export interface TopicSuggestions {
  readonly classes: LabelClasses;
  /** The most probable topic of each question, by a model trained without it. */
  readonly best: Int32Array;
  readonly bestScore: Float64Array;
  /** The probability of its own topic; −1 if it has none or one too rare to learn. */
  readonly ownScore: Float64Array;
  /** How often the most probable topic equals the given one. */
  readonly agreement: number;
  /** How often the most frequent topic of the category does. */
  readonly baseline: number;
}

/** The topics with at least `minCount` questions, at most `maxCount` of them. */
export function learnableTopics(
  topics: readonly (string | null)[],
  minCount: number,
  maxCount = maxTopics,
): LabelClasses {
  return groupByLabel(topics, minCount, maxCount);
}

/** The same with at least `minCount` learned questions; counts are those of all questions. */
export function learnableTopicsOf(
  topics: readonly (string | null)[],
  minCount: number,
  { isAll, rows }: LearnedRows,
): LabelClasses {
  const found = learnableTopics(topics, minCount);
  if (isAll) return found;
  const learned = learnableTopics(
    Array.from(rows, (row) => topics[row] ?? null),
    minCount,
  );
  const known = new Set<string | null>(learned.names);
  const classes = groupByLabel(
    topics.map((topic) => (known.has(topic) ? topic : null)),
    1,
  );
  return { ...classes, excluded: found.excluded };
}

/**
 * The most probable topic by naive Bayes over the words, with the category as prior: most topics
 * occur in one category only.
 */
export function suggestTopics(
  { matrix, categories, learned }: TopicQuestions,
  classes: LabelClasses,
  seed: number,
  control: AnalysisControl,
): TopicSuggestions {
  const { classOf, names } = classes;
  const best = new Int32Array(matrix.rows);
  const bestScore = new Float64Array(matrix.rows);
  const ownScore = new Float64Array(matrix.rows).fill(-1);
  const scores = new Float64Array(names.length);
  const groupOf = numberNames(categories);
  // Other rows have no class in training, so that the model of all learned rows judges them.
  const learnedClassOf = classOf.map((each, row) => (learned.includes(row) ? each : -1));
  const training = { matrix, classOf: learnedClassOf, classes: names.length, alpha, groupOf };
  let hits = 0;
  visitHeldOut(training, { folds, seed }, control, (row, model) => {
    model(row, scores);
    softmax(scores);
    let mostProbable = 0;
    for (let each = 1; each < scores.length; each += 1) {
      if ((scores[each] ?? 0) > (scores[mostProbable] ?? 0)) mostProbable = each;
    }
    best[row] = mostProbable;
    bestScore[row] = scores[mostProbable] ?? 0;
    const given = classOf[row] ?? -1;
    if (given < 0) return;
    ownScore[row] = scores[given] ?? 0;
    if (given === mostProbable) hits += 1;
  });
  const labeled = classes.counts.reduce((sum, count) => sum + count, 0);
  const agreement = hits / labeled;
  const baseline = baselineByGroup({ classOf, groupOf });
  return { classes, best, bestScore, ownScore, agreement, baseline };
}

function numberNames(names: readonly string[]): Int32Array {
  const numbers = new Map([...new Set(names)].sort().map((name, at) => [name, at]));
  return Int32Array.from(names, (name) => numbers.get(name) ?? 0);
}

/**
 * The accuracy of always predicting the most frequent class of the group; an upper bound, since it
 * is not held out.
 */
function baselineByGroup({
  classOf,
  groupOf,
}: {
  classOf: Int32Array;
  groupOf: Int32Array;
}): number {
  const groups = new Map<number, Map<number, number>>();
  let labeled = 0;
  for (const [row, each] of classOf.entries()) {
    if (each < 0) continue;
    const group = groupOf[row] ?? 0;
    const counts = groups.get(group) ?? new Map<number, number>();
    groups.set(group, counts);
    counts.set(each, (counts.get(each) ?? 0) + 1);
    labeled += 1;
  }
  let hits = 0;
  for (const counts of groups.values()) hits += Math.max(...counts.values());
  return hits / labeled;
}
