import { compareText } from '../../kit/figures.ts';
import { type PairKind, pairKinds } from './pair-kind.ts';
import type { QuestionGroups } from './question-groups.ts';

/** Two similar nodes; `one` has the smaller id. */
export interface NodePair {
  readonly one: number;
  readonly other: number;
  readonly jaccard: number;
  readonly cosine: number;
  /** The cosine of their embeddings, if it was needed. */
  readonly meaning?: number;
  readonly sameAnswer: boolean;
  readonly kind: PairKind;
  readonly reasons: readonly string[];
  /** How certain the model of pairs is of it; words decide for certain. */
  readonly certainty: number;
}

/** The greatest of the similarities of letters, words and meaning. */
export function similarityOf(pair: Pick<NodePair, 'jaccard' | 'cosine' | 'meaning'>): number {
  return Math.max(pair.jaccard, pair.cosine, pair.meaning ?? 0);
}

/** Most important first. */
export function comparePairs(one: NodePair, other: NodePair, { idOf }: QuestionGroups): number {
  return (
    pairKinds.indexOf(one.kind) - pairKinds.indexOf(other.kind) ||
    similarityOf(other) - similarityOf(one) ||
    compareText(idOf(one.one), idOf(other.one)) ||
    compareText(idOf(one.other), idOf(other.other))
  );
}
