import { type AnalysisControl, subProgress } from '../../analysis-type.ts';
import { compareText, roundShare } from '../../kit/figures.ts';
import { buildTermMatrix } from '../../kit/terms/term-matrix.ts';
import { describeClasses, type PhraseTerms } from './class-tf-idf.ts';
import type { LearnedRows } from './learned-rows.ts';
import type { TopicReading } from './reading.ts';
import { maxExamples, type TopicsParameters, type TopicsResult } from './schema.ts';
import { type Clusters, chooseClusterCount, clusterRows } from './spherical-k-means.ts';

/** The terms of the questions that are learned from, and their rows. */
export interface LearnedTerms {
  readonly terms: PhraseTerms;
  readonly rows: Int32Array;
}

/** Clusters the questions by their words, without stop words. */
export function clusterQuestions(
  { stream, order, phrases }: TopicReading,
  { includes }: LearnedRows,
  { clusters, seed }: TopicsParameters,
  control: AnalysisControl,
): Clusters {
  const isExcluded = (word: number) => phrases.isStop[word] === 1;
  const matrix = buildTermMatrix(
    stream,
    order,
    { pairs: false, isExcluded, isLearned: includes },
    control,
  );
  control.progress(0.3);
  const requested = clusters === 'auto' ? chooseClusterCount(order.length) : clusters;
  return clusterRows(matrix, requested, seed, subProgress(control, 0.3, 1));
}

export function describeClusters(
  { ids, topics }: TopicReading,
  { clusters, clusterOf, centroidCosines }: Clusters,
  { terms, rows: learnedRows }: LearnedTerms,
  { top_k }: TopicsParameters,
  control: AnalysisControl,
): TopicsResult['topics'] {
  const described = describeClasses(
    terms,
    { classOf: learnedRows.map((row) => clusterOf[row] ?? -1), classes: clusters },
    top_k,
    control,
  );
  const members = Array.from({ length: clusters }, (): number[] => []);
  for (const [row, cluster] of clusterOf.entries()) members[cluster]?.push(row);
  return members.map((rows, cluster) => {
    const [topic, questions] = mostFrequent(rows.map((row) => topics[row] ?? null));
    return {
      cluster: cluster + 1,
      size: rows.length,
      share: roundShare(rows.length / ids.length),
      terms: described[cluster] ?? [],
      // A name that most questions do not have would mislead.
      topic_focus: 2 * questions >= rows.length ? topic : null,
      topic_focus_share: roundShare(questions / rows.length),
      examples: rows
        .sort(
          (one, other) =>
            (centroidCosines[other] ?? 0) - (centroidCosines[one] ?? 0) || one - other,
        )
        .slice(0, maxExamples)
        .map((row) => ids[row] ?? ''),
    };
  });
}

function mostFrequent(topics: readonly (string | null)[]): [string | null, number] {
  const counts = new Map<string, number>();
  for (const topic of topics) if (topic !== null) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  const [first] = [...counts].sort(
    (one, other) => other[1] - one[1] || compareText(one[0], other[0]),
  );
  return first ?? [null, 0];
}
