import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { figure } from '../../kit/figures.ts';
import type { NodePair } from './node-pair.ts';
import type { PairKind } from './pair-kind.ts';
import type { QuestionGroups } from './question-groups.ts';
import type { QuestionTable } from './question-table.ts';

export interface QuestionPair {
  readonly a: string;
  readonly b: string;
  readonly jaccard: number;
  readonly cosine: number;
  readonly meaning: number | null;
  readonly same_answer: boolean;
  readonly kind: PairKind;
  readonly reasons: string[];
}

type Similarity = Omit<QuestionPair, 'a' | 'b'>;

const exactDuplicate: Similarity = {
  jaccard: 1,
  cosine: 1,
  meaning: null,
  same_answer: true,
  kind: 'exact',
  reasons: ['same_words'],
};
const pairsBetweenPolls = 1000;

/**
 * Expands pairs of nodes into pairs of questions, up to `limit`: exact ones first, then in the
 * order of the pairs of nodes. At least one question of each pair is selected; only listed pairs
 * are visited.
 */
export function listPairs(
  { ids, selected }: QuestionTable,
  groups: QuestionGroups,
  repeated: readonly number[],
  pairs: readonly NodePair[],
  limit: number,
  control: AnalysisControl,
): QuestionPair[] {
  const isSelected = (question: number) => question < selected;
  const listed: QuestionPair[] = [];

  /** Whether the limit is not reached yet. */
  function add(one: number, other: number, similarity: Similarity): boolean {
    if (listed.length % pairsBetweenPolls === 0) throwIfAborted(control);
    const isInOrder = isSelected(one) && (!isSelected(other) || isBefore(ids, one, other));
    const [a, b] = isInOrder ? [one, other] : [other, one];
    listed.push({ a: ids[a] ?? '', b: ids[b] ?? '', ...similarity });
    return listed.length < limit;
  }

  const selectedOf = readSelected(groups, isSelected);
  for (const node of repeated) {
    for (const [one, other] of pairWithin(groups.questionsOf(node), selectedOf(node), isSelected)) {
      if (!add(one, other, exactDuplicate)) return listed;
    }
  }
  for (const pair of pairs) {
    const { one: left, other: right, jaccard, cosine, meaning, sameAnswer, kind, reasons } = pair;
    const figures = {
      jaccard: figure(jaccard),
      cosine: figure(cosine),
      meaning: meaning === undefined ? null : figure(meaning),
    };
    const similarity = { ...figures, same_answer: sameAnswer, kind, reasons: [...reasons] };
    const selectedRight = selectedOf(right);
    for (const one of selectedRight.length > 0 ? groups.questionsOf(left) : selectedOf(left)) {
      for (const other of isSelected(one) ? groups.questionsOf(right) : selectedRight) {
        if (!add(one, other, similarity)) return listed;
      }
    }
  }
  return listed;
}

/** The selected questions of a node, sorted by id; cached per node. */
function readSelected(groups: QuestionGroups, isSelected: (question: number) => boolean) {
  const cached = new Map<number, Int32Array>();
  return (node: number): Int32Array => {
    const all = groups.questionsOf(node);
    if (groups.selectedOf(node) === all.length) return all;
    const read = cached.get(node) ?? all.filter(isSelected);
    cached.set(node, read);
    return read;
  };
}

/** Pairs each question with those after it; one that is not selected only with selected ones. */
function* pairWithin(
  questions: Int32Array,
  selected: Int32Array,
  isSelected: (question: number) => boolean,
): Generator<[number, number]> {
  let passed = 0;
  for (let at = 0; at < questions.length && passed < selected.length; at += 1) {
    const one = questions[at] ?? 0;
    if (isSelected(one)) passed += 1;
    const others = isSelected(one) ? questions.subarray(at + 1) : selected.subarray(passed);
    for (const other of others) yield [one, other];
  }
}

function isBefore(ids: readonly string[], one: number, other: number): boolean {
  return (ids[one] ?? '') < (ids[other] ?? '');
}

/** The number of pairs of questions of each kind, at least one of each pair selected. */
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
  const othersOf = (node: number) => groups.sizeOf(node) - groups.selectedOf(node);
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
