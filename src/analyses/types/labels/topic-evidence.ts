import { type CrossValidation, stratifiedFolds } from '../../kit/terms/cross-validation.ts';

/** The weight of the shares of the whole set, in questions: small topics say little. */
const priorQuestions = 2;

/**
 * How much more frequent each class is among the questions of the same topic than in the whole set,
 * as a logarithm; 0 without a topic. Counted without the fold of the question itself, so that its
 * own label is no evidence for it.
 */
export function scoreTopics(
  topicOf: ArrayLike<number>,
  labels: Int32Array,
  classes: number,
  { folds, seed }: CrossValidation,
): Float32Array {
  const foldOf = stratifiedFolds(labels, classes, { folds, seed });
  const counts = countByTopic(topicOf, labels, classes);
  const shares = new Float64Array(classes);
  for (const label of labels) shares[label] = (shares[label] ?? 0) + 1 / labels.length;
  const scores = new Float32Array(labels.length * classes);
  for (let fold = 0; fold < folds; fold += 1) {
    const inFold = countByTopic(topicOf, labels, classes, (item) => foldOf[item] === fold);
    for (let item = 0; item < labels.length; item += 1) {
      const topic = topicOf[item] ?? -1;
      if (foldOf[item] !== fold || topic < 0) continue;
      const countOf = (each: number) =>
        (counts[topic * classes + each] ?? 0) - (inFold[topic * classes + each] ?? 0);
      let total = priorQuestions;
      for (let each = 0; each < classes; each += 1) total += countOf(each);
      for (let each = 0; each < classes; each += 1) {
        const ratio = (countOf(each) / (shares[each] ?? 1) + priorQuestions) / total;
        scores[item * classes + each] = Math.log(ratio);
      }
    }
  }
  return scores;
}

function countByTopic(
  topicOf: ArrayLike<number>,
  labels: Int32Array,
  classes: number,
  isCounted: (item: number) => boolean = () => true,
): Int32Array {
  let topics = 0;
  for (let item = 0; item < labels.length; item += 1)
    topics = Math.max(topics, 1 + (topicOf[item] ?? -1));
  const counts = new Int32Array(topics * classes);
  for (let item = 0; item < labels.length; item += 1) {
    const topic = topicOf[item] ?? -1;
    if (topic < 0 || !isCounted(item)) continue;
    const at = topic * classes + (labels[item] ?? 0);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}
