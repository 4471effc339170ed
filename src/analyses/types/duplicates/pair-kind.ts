import type { PairJudgementKind } from '../../kit/pairs/compare-pair.ts';

/** How two questions are related, most important first. */
export const pairKinds = [
  'exact',
  'answer_conflict',
  'near',
  'paraphrase',
  'template_sibling',
] as const;

export type PairKind = (typeof pairKinds)[number];

/** The kind of two different questions by what was judged; undefined if they are unrelated. */
export function kindOf(
  judged: PairJudgementKind,
  { jaccard, isAlike }: { jaccard: number; isAlike: boolean },
  threshold: number,
): PairKind | undefined {
  if (judged === 'answer_conflict') return 'answer_conflict';
  if (judged === 'same' || judged === 'paraphrase') {
    return jaccard >= threshold ? 'near' : 'paraphrase';
  }
  return isAlike ? 'template_sibling' : undefined;
}

/** Questions from one template are not duplicates. */
export function isDuplicate(kind: PairKind): boolean {
  return kind !== 'template_sibling';
}

/** Whether one of the two could be removed: a conflict needs a decision first. */
export function isMergeable(kind: PairKind): boolean {
  return kind === 'exact' || kind === 'near' || kind === 'paraphrase';
}
