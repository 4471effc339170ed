import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { QuestionTable } from './question-table.ts';
import { createWorkPoll } from './work-poll.ts';

/** Called for each pair of stems that may be the same question; possibly twice. */
export type CandidateVisitor = (one: number, other: number) => void;

export interface ContentLimits {
  /** In a group of at most this many every pair with a common word is a candidate. */
  readonly maxGroup: number;
  /** In a larger group, words of more questions of the group are skipped. */
  readonly maxPostings: number;
  readonly maxCandidates: number;
}

const defaultLimits: ContentLimits = { maxGroup: 30, maxPostings: 30, maxCandidates: 2_000_000 };

/** Cost in poll steps of judging a candidate. */
const candidateSteps = 5000;

/**
 * Candidates that similar letters do not show: stems with the same content words, and stems whose
 * answers are forms of one and that share a content word.
 */
export function joinByContent(
  table: QuestionTable,
  isSelected: (stem: number) => boolean,
  control: AnalysisControl,
  visit: CandidateVisitor,
  limits = defaultLimits,
): { isComplete: boolean } {
  const { contents, stemOfNode, answerOfNode, words } = table;
  const poll = createWorkPoll(control);
  let candidates = 0;
  let isComplete = true;

  function offer(one: number, other: number): void {
    if (one === other || !(isSelected(one) || isSelected(other))) return;
    if (candidates === limits.maxCandidates) {
      isComplete = false;
      return;
    }
    candidates += 1;
    poll(candidateSteps);
    visit(one, other);
  }

  const stems = Int32Array.from({ length: words.count }, (_, stem) => stem);
  const sameContent = groupByKey(stems, (stem) => contents.signatures[stem] ?? 0);
  const answered = stemOfNode.map((_, node) => node);
  const sameAnswer = groupByKey(
    answered,
    (node) => contents.answerKeys[answerOfNode[node] ?? 0] ?? 0,
  );
  const groups = [
    ...sameContent,
    ...sameAnswer.map((nodes) => distinct(nodes.map((node) => stemOfNode[node] ?? 0))),
  ];
  for (const [at, group] of groups.entries()) {
    if (at % 1000 === 0) {
      throwIfAborted(control);
      control.progress(at / groups.length);
    }
    if (group.length <= limits.maxGroup) visitAll(group, contents.words, offer);
    else if (!visitByWord(group, contents.words, limits.maxPostings, offer)) isComplete = false;
  }
  control.progress(1);
  return { isComplete };
}

/** The groups of at least two, without those of key 0. */
function groupByKey(members: Int32Array, keyOf: (member: number) => number): Int32Array[] {
  const sorted = members.filter((member) => keyOf(member) !== 0);
  sorted.sort((one, other) => keyOf(one) - keyOf(other) || one - other);
  const groups: Int32Array[] = [];
  for (let from = 0; from < sorted.length; ) {
    const key = keyOf(sorted[from] ?? 0);
    let end = from + 1;
    while (end < sorted.length && keyOf(sorted[end] ?? 0) === key) end += 1;
    if (end - from > 1) groups.push(sorted.subarray(from, end));
    from = end;
  }
  return groups;
}

function distinct(stems: Int32Array): Int32Array {
  return Int32Array.from(new Set(stems));
}

type Words = QuestionTable['contents']['words'];

function visitAll(group: Int32Array, words: Words, offer: CandidateVisitor): void {
  for (let at = 0; at < group.length; at += 1) {
    const one = group[at] ?? 0;
    for (let next = at + 1; next < group.length; next += 1) {
      const other = group[next] ?? 0;
      if (haveCommonWord(words, one, other)) offer(one, other);
    }
  }
}

function haveCommonWord({ values, starts }: Words, one: number, other: number): boolean {
  const [from, end] = [starts[other] ?? 0, starts[other + 1] ?? 0];
  for (let at = starts[one] ?? 0; at < (starts[one + 1] ?? 0); at += 1) {
    for (let next = from; next < end; next += 1) if (values[at] === values[next]) return true;
  }
  return false;
}

/** Pairs that share one of the rarer words of the group; false if words were skipped. */
function visitByWord(
  group: Int32Array,
  { values, starts }: Words,
  maxPostings: number,
  offer: CandidateVisitor,
): boolean {
  const postings = new Map<number, number[]>();
  for (const stem of group) {
    for (let at = starts[stem] ?? 0; at < (starts[stem + 1] ?? 0); at += 1) {
      const word = values[at] ?? 0;
      const known = postings.get(word);
      if (known) known.push(stem);
      else postings.set(word, [stem]);
    }
  }
  const seen = new Set<number>();
  let isComplete = true;
  for (const stems of postings.values()) {
    if (stems.length > maxPostings) {
      isComplete = false;
      continue;
    }
    for (const [at, one] of stems.entries()) {
      for (const other of stems.slice(at + 1)) {
        const key = one * 2 ** 26 + other;
        if (seen.has(key)) continue;
        seen.add(key);
        offer(one, other);
      }
    }
  }
  return isComplete;
}
