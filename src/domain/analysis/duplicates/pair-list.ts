import { figure } from '../figures.ts';
import type { NodePair } from './pair-collector.ts';
import type { PairKind } from './pair-kind.ts';
import type { QuestionGroups } from './question-groups.ts';
import type { QuestionTable } from './question-table.ts';

export interface QuestionPair {
  readonly a: string;
  readonly b: string;
  readonly jaccard: number;
  readonly cosine: number;
  readonly same_answer: boolean;
  readonly kind: PairKind;
}

/**
 * The pairs of questions that the pairs of nodes stand for, up to `most`: exact ones first, then
 * as the pairs of nodes come.
 */
export function listPairs(
  { ids, chosen }: QuestionTable,
  groups: QuestionGroups,
  repeated: readonly number[],
  pairs: readonly NodePair[],
  most: number,
): QuestionPair[] {
  const listed: QuestionPair[] = [];
  const add = (one: number, other: number, rest: Omit<QuestionPair, 'a' | 'b'>) => {
    if (one >= chosen && other >= chosen) return;
    const [a, b] =
      one < chosen && (other >= chosen || isBefore(ids, one, other)) ? [one, other] : [other, one];
    listed.push({ a: ids[a] ?? '', b: ids[b] ?? '', ...rest });
  };
  for (const node of repeated) {
    const same = { jaccard: 1, cosine: 1, same_answer: true, kind: 'exact' } as const;
    const questions = groups.questionsOf(node);
    for (let at = 0; at < questions.length; at += 1) {
      for (let next = at + 1; next < questions.length && listed.length < most; next += 1) {
        add(questions[at] ?? 0, questions[next] ?? 0, same);
      }
    }
  }
  for (const { one, other, jaccard, cosine, sameAnswer, kind } of pairs) {
    if (listed.length >= most) break;
    const figures = { jaccard: figure(jaccard), cosine: figure(cosine) };
    const rest = { ...figures, same_answer: sameAnswer, kind };
    for (const left of groups.questionsOf(one)) {
      for (const right of groups.questionsOf(other)) {
        if (listed.length < most) add(left, right, rest);
      }
    }
  }
  return listed;
}

function isBefore(ids: readonly string[], one: number, other: number): boolean {
  return (ids[one] ?? '') < (ids[other] ?? '');
}

/** How many pairs of questions there are of each kind, at least one of each pair chosen. */
export function countPairs(
  groups: QuestionGroups,
  repeated: readonly number[],
  pairs: readonly NodePair[],
): Record<PairKind, number> {
  const counts: Record<PairKind, number> = {
    exact: 0,
    answer_conflict: 0,
    near: 0,
    paraphrase: 0,
    template_sibling: 0,
  };
  const othersOf = (node: number) => groups.sizeOf(node) - groups.chosenOf(node);
  for (const node of repeated) {
    counts.exact += pairsAmong(groups.sizeOf(node)) - pairsAmong(othersOf(node));
  }
  for (const { one, other, kind } of pairs) {
    counts[kind] += groups.sizeOf(one) * groups.sizeOf(other) - othersOf(one) * othersOf(other);
  }
  return counts;
}

function pairsAmong(count: number): number {
  return (count * (count - 1)) / 2;
}
