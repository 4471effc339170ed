import { tooFewQuestions, type Warning } from '../../envelope.ts';
import type { LabelClasses } from '../../kit/terms/classes.ts';
import type { TopicsParameters } from './schema.ts';
import { type Clusters, chooseClusterCount } from './spherical-k-means.ts';
import type { TopicSuggestions } from './suggestions.ts';

export interface TopicFindings {
  readonly questions: number;
  readonly classes: LabelClasses;
  readonly learned: TopicSuggestions | undefined;
  /** Whether the model beats the baseline. */
  readonly isInformative: boolean;
  readonly clusters: Pick<Clusters, 'clusters' | 'isCut'>;
}

export function listWarnings(
  { questions, classes, learned, isInformative, clusters }: TopicFindings,
  { min_per_topic, clusters: requested }: TopicsParameters,
): Warning[] {
  if (questions < 2) {
    return [tooFewQuestions('Topics need at least two questions.')];
  }
  const { names, excluded } = classes;
  const rare = excluded.filter(({ count }) => count < min_per_topic).length;
  const beyond = excluded.length - rare;
  const found: (Warning | false)[] = [
    !learned && {
      code: 'no_topics_to_learn',
      detail:
        `Suggestions need at least two topic_focus values with ${min_per_topic} questions each; ` +
        `found ${names.length}.`,
    },
    learned !== undefined &&
      !isInformative && {
        code: 'model_uninformative',
        detail:
          'The text predicts the topic_focus no better than the most frequent one of the category ' +
          `(agreement ${learned.agreement.toFixed(2)}): none is suggested.`,
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
