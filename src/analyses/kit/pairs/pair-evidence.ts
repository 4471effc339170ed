import type { ContentMatch } from './match-content.ts';

/** What else is known of a pair. */
export interface PairEvidence {
  /** Whether the model of pairs can be asked. */
  readonly canMatch?: boolean;
  /** What it says: the logarithm of the odds that both ask the same. */
  readonly match?: number;
  /** Whether few sentences of the bank are as much alike. */
  readonly isNear?: boolean;
  /** The cosine of the embeddings of both texts. */
  readonly cosine?: number;
  /** Whether `cosine` is only what is usual of questions with such words. */
  readonly isAssumed?: boolean;
  /** The cosine of the embeddings of both answers: of one kind of thing, they are alike. */
  readonly answerCosine?: number;
  /** The Jaccard similarity of their character n-grams. */
  readonly jaccard?: number;
  /** Whether the key of one is a wrong choice of the other; unknown where one has no choices. Wholly: not only in a form of it. Asked only where it decides. */
  readonly isRejected?: (isWholly?: boolean) => boolean | undefined;
  /** How many other questions have the rarest word that both have. */
  readonly rivals?: (match: ContentMatch) => number;
  /** How many questions the bank has; of an unknown number, 20,000. */
  readonly questions?: number;
  /** Whether so many questions ask the same with other keys that several must be right. */
  readonly hasManyKeys?: boolean;
}

/** What decided how two questions relate. */
export type PairReason =
  | 'same_words'
  | 'same_content'
  | 'similar_meaning'
  | 'different_answer'
  | 'different_number'
  | 'different_name'
  | 'different_negation'
  | 'opposite_word'
  | 'different_subject'
  | 'different_roles'
  | 'needs_choices'
  | 'several_answers'
  | 'compatible_answers';
