/** How two questions resemble each other; what matters most comes first. */
export const pairKinds = [
  'exact',
  'answer_conflict',
  'near',
  'paraphrase',
  'template_sibling',
] as const;

export type PairKind = (typeof pairKinds)[number];

/** From here on two stems ask the same, and one of two different answers is wrong. */
const sameStem = 0.9;

/** The kind of two different questions that are alike: by their letters, or else by their words. */
export function kindOf(jaccard: number, sameAnswer: boolean, threshold: number): PairKind {
  if (sameAnswer) return jaccard >= threshold ? 'near' : 'paraphrase';
  return jaccard >= sameStem ? 'answer_conflict' : 'template_sibling';
}

/** Siblings of one template are questions in their own right. */
export function isDuplicate(kind: PairKind): boolean {
  return kind !== 'template_sibling';
}

/** Whether one of the two could go: a conflict needs a decision first. */
export function canBeMerged(kind: PairKind): boolean {
  return kind === 'exact' || kind === 'near' || kind === 'paraphrase';
}
