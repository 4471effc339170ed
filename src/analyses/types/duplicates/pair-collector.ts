import type { AnalysisControl } from '../../analysis-type.ts';
import { compareText } from '../../kit/figures.ts';
import type { PairJudgement } from '../../kit/pairs/compare-pair.ts';
import type { Cosines } from '../../kit/pairs/same-question.ts';
import { comparePairs, type NodePair, similarityOf } from './node-pair.ts';
import type { PairJudge } from './pair-judge.ts';
import { isDuplicate, kindOf, type PairKind, pairKinds } from './pair-kind.ts';
import type { QuestionGroups } from './question-groups.ts';
import { withoutOutdone } from './surer-partners.ts';
import { createWorkPoll } from './work-poll.ts';

/** A pair that the meaning of its texts may decide. */
export interface DoubtfulPair extends StemSimilarity {
  readonly one: number;
  readonly other: number;
  readonly priority: number;
}

export interface CollectorLimits {
  /** Pairs kept during the search: more than anyone reads, few enough for memory. */
  readonly maxKept: number;
  /** Of two stems with very many answers only some pairs of answers are compared. */
  readonly maxAnswerPairs: number;
  readonly maxDoubtful: number;
}

const defaultLimits: CollectorLimits = {
  maxKept: 100_000,
  maxAnswerPairs: 10_000,
  maxDoubtful: 100_000,
};

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
  readonly judge: PairJudge;
  readonly control: AnalysisControl;
  readonly limits?: CollectorLimits;
}

interface StemSimilarity {
  readonly jaccard: number;
  readonly cosine: number;
  /** Whether letters or words are similar, so that a pair that is no duplicate is a sibling. */
  readonly isAlike: boolean;
  /** Whether the sentences are among the most similar ones. */
  readonly isNear: boolean;
}

/** Turns pairs of stems into pairs of nodes, and keeps the most important ones. */
export function createPairCollector(parts: CollectorParts) {
  const { groups, threshold, judge } = parts;
  const { maxKept, maxAnswerPairs, maxDoubtful } = parts.limits ?? defaultLimits;
  const poll = createWorkPoll(parts.control);
  const kinds = new Uint8Array(groups.nodes);
  const maxSimilarity = new Float64Array(groups.nodes);
  let kept: NodePair[] = [];
  // The last pair that is kept once the limit is reached; pairs after it are dropped.
  let lastKept: NodePair | undefined;
  let doubtful: DoubtfulPair[] = [];
  // Conflicts that only the model of pairs sees: the other pairs may speak against them.
  let open: { readonly pair: NodePair; readonly isAlike: boolean }[] = [];
  let isComplete = true;

  function addNodes(left: number, right: number, similarity: StemSimilarity): void {
    poll(classifySteps);
    if (groups.selectedOf(left) + groups.selectedOf(right) === 0) return;
    const isInOrder = compareText(groups.idOf(left), groups.idOf(right)) < 0;
    const [one, other] = isInOrder ? [left, right] : [right, left];
    const { jaccard, isNear } = similarity;
    const judgement = judge(one, other, { jaccard, isNear });
    if (!judgement.isDoubtful) addJudged({ one, other, ...similarity }, judgement);
    else {
      doubtful.push({ one, other, priority: judgement.priority, ...similarity });
      if (doubtful.length >= 2 * maxDoubtful) sortDoubtful();
    }
  }

  function addJudged(
    { one, other, jaccard, cosine, isAlike }: Omit<DoubtfulPair, 'priority' | 'isNear'>,
    { kind: judged, isSameAnswer: sameAnswer, reasons, certainty }: PairJudgement,
    meaning?: number,
  ): void {
    const kind = kindOf(judged, { jaccard, isAlike }, threshold);
    if (!kind) return;
    const known = meaning === undefined ? {} : { meaning };
    const pair = { one, other, jaccard, cosine, ...known, sameAnswer, kind, reasons, certainty };
    if (kind === 'answer_conflict' && Number.isFinite(certainty)) open.push({ pair, isAlike });
    else addPair(pair);
  }

  function addPair(pair: NodePair): void {
    const { kind } = pair;
    for (const node of [pair.one, pair.other]) {
      kinds[node] = (kinds[node] ?? 0) | (1 << pairKinds.indexOf(kind));
      if (isDuplicate(kind)) {
        maxSimilarity[node] = Math.max(maxSimilarity[node] ?? 0, similarityOf(pair));
      }
    }
    if (lastKept && comparePairs(pair, lastKept, groups) > 0) return;
    kept.push(pair);
    if (kept.length >= 2 * maxKept) keepBest();
  }

  /** A conflict that other pairs speak against is a sibling at most. */
  function closeConflicts(): void {
    const stays = new Set(
      withoutOutdone(
        open.map(({ pair }) => pair),
        kept,
        poll,
      ),
    );
    for (const { pair, isAlike } of open) {
      if (stays.has(pair)) addPair(pair);
      else if (isAlike)
        addPair({ ...pair, kind: 'template_sibling', reasons: ['different_subject'] });
    }
    open = [];
  }

  /** Most likely duplicates first. */
  function sortDoubtful(): void {
    doubtful.sort((left, right) => {
      poll(compareSteps);
      return (
        right.priority - left.priority ||
        compareText(groups.idOf(left.one), groups.idOf(right.one)) ||
        compareText(groups.idOf(left.other), groups.idOf(right.other))
      );
    });
    doubtful = dropRepeated(doubtful);
    if (doubtful.length > maxDoubtful) isComplete = false;
    doubtful = doubtful.slice(0, maxDoubtful);
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
    add(
      one: number,
      other: number,
      jaccard: number,
      cosine: number,
      { isAlike = true, isNear = false } = {},
    ): void {
      const [left, right] = [groups.nodesOf(one), groups.nodesOf(other)];
      const isCut = left.length * right.length > maxAnswerPairs;
      if (isCut) isComplete = false;
      const similarity = { jaccard, cosine, isAlike, isNear };
      for (let at = 0; at < left.length; at += 1) {
        for (let next = one === other ? at + 1 : 0; next < right.length; next += 1) {
          // Every node is at least paired with the first of the others.
          if (isCut && at > 0 && (next > 0 || one === other)) break;
          addNodes(left[at] ?? 0, right[next] ?? 0, similarity);
        }
      }
    },
    /** The pairs that meaning may decide, most likely duplicates first. */
    readDoubtful(): readonly DoubtfulPair[] {
      sortDoubtful();
      return doubtful;
    },
    /** Decides a doubtful pair by its meaning; false if that of its answers is needed for it. */
    settle(pair: DoubtfulPair, cosines: Cosines, isFinal: boolean): boolean {
      poll(classifySteps);
      const judgement = judge(pair.one, pair.other, { jaccard: pair.jaccard, ...cosines });
      if (judgement.isDoubtful && !isFinal) return false;
      addJudged(pair, judgement, cosines.cosine);
      return true;
    },
    read(): FoundPairs {
      closeConflicts();
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

/** Several search methods may find the same pair, and judge it by other evidence: the first counts. */
function dropRepeated<T extends { one: number; other: number }>(sorted: T[]): T[] {
  const seen = new Set<number>();
  return sorted.filter(({ one, other }) => {
    const pair = one * maxNodes + other;
    if (seen.has(pair)) return false;
    seen.add(pair);
    return true;
  });
}

/** More than a run may have: two of them are one number. */
const maxNodes = 2 ** 26;
