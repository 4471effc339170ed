/** How two questions are related, most important first. */
export const pairKinds = [
  'exact',
  'answer_conflict',
  'near',
  'paraphrase',
  'template_sibling',
] as const;

export type PairKind = (typeof pairKinds)[number];

/**
 * From this similarity on, two stems with the same numbers ask the same question, so one of two
 * different answers is wrong. "In 1987" and "in 1988" share nearly all letters, but ask different
 * questions.
 */
const sameStem = 0.9;

export interface Similarity {
  readonly jaccard: number;
  readonly sameAnswer: boolean;
  /** Whether both stems contain the same numbers. */
  readonly sameNumbers: boolean;
}

/** The kind of two different but similar questions: by their letters, otherwise by their words. */
export function kindOf(similarity: Similarity, threshold: number): PairKind {
  const { jaccard, sameAnswer, sameNumbers } = similarity;
  if (sameAnswer) return jaccard >= threshold ? 'near' : 'paraphrase';
  return jaccard >= sameStem && sameNumbers ? 'answer_conflict' : 'template_sibling';
}

/** Questions from one template are not duplicates. */
export function isDuplicate(kind: PairKind): boolean {
  return kind !== 'template_sibling';
}

/** Whether one of the two could be removed: a conflict needs a decision first. */
export function isMergeable(kind: PairKind): boolean {
  return kind === 'exact' || kind === 'near' || kind === 'paraphrase';
}
