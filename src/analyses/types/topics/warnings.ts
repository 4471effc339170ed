import { groupDigits } from '../../../domain/naming.ts';
import { tooFewQuestions, type Warning } from '../../envelope.ts';
import type { LabelClasses } from '../../kit/terms/classes.ts';
import { type Contradictions, minPerContradicted } from './contradictions.ts';
import type { LearnedRows } from './learned-rows.ts';
import type { TopicsParameters } from './schema.ts';
import { type Clusters, chooseClusterCount } from './spherical-k-means.ts';
import type { TopicSuggestions } from './suggestions.ts';

/** A model of the topics, and what it says against the given ones. */
export interface LearnedTopics {
  readonly model: TopicSuggestions;
  /** Whether the model beats the baseline. */
  readonly isInformative: boolean;
  readonly contradictions: Contradictions;
}

export interface TopicFindings {
  readonly questions: number;
  readonly classes: LabelClasses;
  readonly learned: LearnedTopics | undefined;
  readonly learnedRows: Pick<LearnedRows, 'rows' | 'isAll'>;
  readonly clusters: Pick<Clusters, 'clusters' | 'isCut'>;
  /** How many clusters have a topic that at least half of their questions share. */
  readonly namedClusters: number;
}

/** Fewer questions share too few words for clusters. */
const minForClusters = 50;

export function listWarnings(
  { questions, classes, learned, learnedRows, clusters, namedClusters }: TopicFindings,
  { min_per_topic, max_vectors, clusters: requested }: TopicsParameters,
): Warning[] {
  if (questions < 2) {
    return [tooFewQuestions('Topics need at least two questions.')];
  }
  const { names, excluded } = classes;
  const rare = excluded.filter(({ count }) => count < min_per_topic).length;
  const beyond = excluded.length - rare;
  const labeled = classes.counts.reduce((sum, count) => sum + count, 0);
  const { unchecked = 0, left = 0, failure } = learned?.contradictions ?? {};
  const found: (Warning | false)[] = [
    questions < minForClusters &&
      tooFewQuestions(
        `${questions} questions share too few words for reliable clusters; ${minForClusters} or more do.`,
      ),
    questions >= minForClusters &&
      2 * labeled >= questions &&
      2 * namedClusters < clusters.clusters && {
        code: 'rough_clusters',
        detail:
          `${namedClusters} of ${clusters.clusters} clusters have a topic_focus that at least half of their ` +
          'questions share: short questions have few words in common, so read clusters as questions ' +
          'with some words in common, not as topics.',
      },
    learned?.isInformative === true &&
      labeled < minPerContradicted * names.length &&
      tooFewQuestions(
        `${groupDigits(labeled)} questions for ${groupDigits(names.length)} topic_focus values are too few to contradict any: that ` +
          `needs ${minPerContradicted} each on average. Suggestions for questions without one are weak ` +
          `(right in ${(100 * learned.model.agreement).toFixed(0)} % of the known cases).`,
      ),
    !learnedRows.isAll && {
      code: 'learned_from_sample',
      detail:
        `Terms and topics were learned from a random sample of ${learnedRows.rows.length.toLocaleString('en')} ` +
        'questions; all were judged.',
    },
    unchecked > 0 && {
      code: 'contradictions_unchecked',
      detail:
        `${groupDigits(unchecked)} weaker contradictions were not compared with similar questions and are not ` +
        'listed.',
    },
    left > 0 && {
      code: 'vectors_cut',
      detail:
        `${groupDigits(left)} questions whose topic is in doubt were not compared by meaning and are not listed ` +
        `(max_vectors ${max_vectors}, or too few others with their topic).`,
    },
    failure !== undefined && {
      code: 'vectors_unavailable',
      detail: `Topics were contradicted by words alone. ${failure}`,
    },
    !learned && {
      code: 'no_topics_to_learn',
      detail:
        `Suggestions need at least two topic_focus values with ${min_per_topic} questions each; ` +
        `found ${names.length}.`,
    },
    learned?.isInformative === false && {
      code: 'model_uninformative',
      detail:
        'The text predicts the topic_focus no better than the most frequent one of the category ' +
        `(agreement ${learned.model.agreement.toFixed(2)}): none is suggested.`,
    },
    learned !== undefined &&
      rare > 0 && {
        code: 'topics_left_out',
        detail: `${rare} topic_focus values have too few questions to be suggested.`,
      },
    beyond > 0 && {
      code: 'topics_cut',
      detail: `Only the ${names.length} most frequent of ${names.length + beyond} topic_focus values can be suggested.`,
    },
    clusters.isCut && {
      code: 'fewer_clusters',
      detail:
        `The vocabulary is too large: only ${clusters.clusters} clusters were computed instead of ` +
        `${requested === 'auto' ? chooseClusterCount(questions) : requested}.`,
    },
  ];
  return found.filter((each) => each !== false);
}
