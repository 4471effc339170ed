import type { AnalysisControl } from '../../analysis-type.ts';
import { compareText } from '../../kit/figures.ts';
import { isDuplicate, kindOf, type PairKind, pairKinds } from './pair-kind.ts';
import type { QuestionGroups } from './question-groups.ts';
import { createWorkPoll } from './work-poll.ts';

/** Two similar nodes; `one` has the smaller id. */
export interface NodePair {
  readonly one: number;
  readonly other: number;
  readonly jaccard: number;
  readonly cosine: number;
  readonly sameAnswer: boolean;
  readonly kind: PairKind;
}

export interface CollectorLimits {
  /** Pairs kept during the search: more than anyone reads, few enough for memory. */
  readonly maxKept: number;
  /** Of two stems with very many answers only some pairs of answers are compared. */
  readonly maxAnswerPairs: number;
}

const defaultLimits: CollectorLimits = { maxKept: 100_000, maxAnswerPairs: 10_000 };

/** Costs in poll steps: classifying a pair of nodes, and one comparison while sorting. */
const classifySteps = 500;
const compareSteps = 50;

export interface FoundPairs {
  /** Most important first, without repetitions. */
  readonly pairs: readonly NodePair[];
  readonly isComplete: boolean;
  /** The kinds of the pairs of a node. */
  kindsOf(node: number): readonly PairKind[];
  /** The similarity of its most similar duplicate; 0 if it has none. */
  maxSimilarityOf(node: number): number;
}

export interface CollectorParts {
  readonly groups: QuestionGroups;
  readonly threshold: number;
  readonly answerOfNode: Int32Array;
  readonly isSameAnswer: (one: number, other: number) => boolean;
  /** Whether two stems contain the same numbers. */
  readonly isSameNumbers: (one: number, other: number) => boolean;
  readonly control: AnalysisControl;
  readonly limits?: CollectorLimits;
}

interface StemSimilarity {
  readonly jaccard: number;
  readonly cosine: number;
  readonly sameNumbers: boolean;
}

/** Turns pairs of stems into pairs of nodes, and keeps the most important ones. */
export function createPairCollector(parts: CollectorParts) {
  const { groups, threshold, answerOfNode, isSameAnswer, isSameNumbers } = parts;
  const { maxKept, maxAnswerPairs } = parts.limits ?? defaultLimits;
  const poll = createWorkPoll(parts.control);
  const kinds = new Uint8Array(groups.nodes);
  const maxSimilarity = new Float64Array(groups.nodes);
  let kept: NodePair[] = [];
  // The last pair that is kept once the limit is reached; pairs after it are dropped.
  let lastKept: NodePair | undefined;
  let isComplete = true;

  function addNodes(left: number, right: number, similarity: StemSimilarity): void {
    poll(classifySteps);
    if (groups.selectedOf(left) + groups.selectedOf(right) === 0) return;
    const { jaccard, cosine, sameNumbers } = similarity;
    const sameAnswer = isSameAnswer(answerOfNode[left] ?? 0, answerOfNode[right] ?? 0);
    const kind = kindOf({ jaccard, sameAnswer, sameNumbers }, threshold);
    for (const node of [left, right]) {
      kinds[node] = (kinds[node] ?? 0) | (1 << pairKinds.indexOf(kind));
      if (isDuplicate(kind))
        maxSimilarity[node] = Math.max(maxSimilarity[node] ?? 0, jaccard, cosine);
    }
    const isInOrder = compareText(groups.idOf(left), groups.idOf(right)) < 0;
    const [one, other] = isInOrder ? [left, right] : [right, left];
    const pair = { one, other, jaccard, cosine, sameAnswer, kind };
    if (lastKept && comparePairs(pair, lastKept, groups) > 0) return;
    kept.push(pair);
    if (kept.length >= 2 * maxKept) keepBest();
  }

  function keepBest(): void {
    const inOrder = kept.sort((one, other) => {
      poll(compareSteps);
      return comparePairs(one, other, groups);
    });
    kept = dropRepeated(inOrder);
    if (kept.length <= maxKept) return;
    isComplete = false;
    kept = kept.slice(0, maxKept);
    lastKept = kept.at(-1);
  }

  return {
    /** Adds a pair of similar stems; the same stem twice for the pairs within it. */
    add(one: number, other: number, jaccard: number, cosine: number): void {
      const [left, right] = [groups.nodesOf(one), groups.nodesOf(other)];
      const isCut = left.length * right.length > maxAnswerPairs;
      if (isCut) isComplete = false;
      const similarity = { jaccard, cosine, sameNumbers: isSameNumbers(one, other) };
      for (let at = 0; at < left.length; at += 1) {
        for (let next = one === other ? at + 1 : 0; next < right.length; next += 1) {
          // Every node is at least paired with the first of the others.
          if (isCut && at > 0 && (next > 0 || one === other)) break;
          addNodes(left[at] ?? 0, right[next] ?? 0, similarity);
        }
      }
    },
    read(): FoundPairs {
      keepBest();
      return {
        pairs: kept,
        isComplete,
        kindsOf: (node) => readKinds(kinds[node] ?? 0),
        maxSimilarityOf: (node) => maxSimilarity[node] ?? 0,
      };
    },
  };
}

const noKinds: readonly PairKind[] = [];

/** Most questions are in no pair. */
function readKinds(bits: number): readonly PairKind[] {
  return bits === 0 ? noKinds : pairKinds.filter((_, at) => (bits & (1 << at)) !== 0);
}

/** The greater of both similarities, of letters and of words. */
export function similarityOf({ jaccard, cosine }: { jaccard: number; cosine: number }): number {
  return Math.max(jaccard, cosine);
}

function comparePairs(one: NodePair, other: NodePair, { idOf }: QuestionGroups): number {
  return (
    pairKinds.indexOf(one.kind) - pairKinds.indexOf(other.kind) ||
    similarityOf(other) - similarityOf(one) ||
    compareText(idOf(one.one), idOf(other.one)) ||
    compareText(idOf(one.other), idOf(other.other))
  );
}

/** Several search methods may find the same pair. */
function dropRepeated(sorted: NodePair[]): NodePair[] {
  return sorted.filter(({ one, other }, at) => {
    const before = sorted[at - 1];
    return before?.one !== one || before.other !== other;
  });
}
