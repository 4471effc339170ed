/** How two questions resemble each other; what matters most comes first. */
export const pairKinds = [
  'exact',
  'answer_conflict',
  'near',
  'paraphrase',
  'template_sibling',
] as const;

export type PairKind = (typeof pairKinds)[number];

/**
 * From here on two stems that name the same numbers ask the same, and one of two different answers
 * is wrong. Of "in 1987" and "in 1988" nearly all letters are the same too, but not what is asked.
 */
const sameStem = 0.9;

export interface Similarity {
  readonly jaccard: number;
  readonly sameAnswer: boolean;
  /** Whether both stems name the same numbers. */
  readonly sameNumbers: boolean;
}

/** The kind of two different questions that are alike: by their letters, or else by their words. */
export function kindOf(similarity: Similarity, threshold: number): PairKind {
  const { jaccard, sameAnswer, sameNumbers } = similarity;
  if (sameAnswer) return jaccard >= threshold ? 'near' : 'paraphrase';
  return jaccard >= sameStem && sameNumbers ? 'answer_conflict' : 'template_sibling';
}

/** Siblings of one template are questions in their own right. */
export function isDuplicate(kind: PairKind): boolean {
  return kind !== 'template_sibling';
}

/** Whether one of the two could go: a conflict needs a decision first. */
export function isMergeable(kind: PairKind): boolean {
  return kind === 'exact' || kind === 'near' || kind === 'paraphrase';
}
