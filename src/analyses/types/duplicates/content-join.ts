import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { GrowableArray } from '../../kit/collections/growable-array.ts';
import { joinByOverlap } from './overlap-join.ts';
import type { QuestionTable } from './question-table.ts';
import { joinByRareWords } from './rare-word-join.ts';
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

const defaultLimits: ContentLimits = { maxGroup: 30, maxPostings: 30, maxCandidates: 500_000 };

/**
 * A million questions have more candidates than that, and minutes have passed with reading and comparing
 * words: the time is for those with the same content, which come first.
 */
const limitsOfMany: ContentLimits = { ...defaultLimits, maxCandidates: 150_000 };

/** Below this share of the words of the shorter one, two questions are hardly ever the same; less among few. */
const minCommonShare = 0.25;
const ofFew = { stems: 3000, minCommonShare: 0.1 };

/** Cost in poll steps of judging a candidate. */
const candidateSteps = 5000;

/**
 * Candidates that similar letters do not show: stems with the same content words, most of them or the rare
 * ones, and stems with the same names or whose answers are forms of one, if they share content words.
 */
export function joinByContent(
  table: QuestionTable,
  isSelected: (stem: number) => boolean,
  control: AnalysisControl,
  visit: CandidateVisitor,
  limits = table.grams ? defaultLimits : limitsOfMany,
): { isComplete: boolean } {
  const { contents, words } = table;
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
  const sameSubject = groupByKey(stems, (stem) => contents.subjects[stem] ?? 0);
  const sameAnswer = groupByAnswer(table);
  const sameNames = groupByKey(stems, (stem) => contents.names[stem] ?? 0);
  const minShare = words.count <= ofFew.stems ? ofFew.minCommonShare : minCommonShare;
  const groups = [...sameContent, ...sameSubject, ...sameAnswer, ...sameNames];
  for (const [at, group] of groups.entries()) {
    if (at % 1000 === 0) {
      throwIfAborted(control);
      control.progress(at / groups.length);
    }
    if (group.length <= limits.maxGroup) visitAll(group, contents.words, minShare, offer);
    else if (!visitByWord(group, contents.words, minShare, limits.maxPostings, offer))
      isComplete = false;
  }
  // Of very many questions it would take the memory and time that letters were skipped for.
  if (table.grams) {
    joinByOverlap(contents.words, words.count, poll, offer);
    joinByRareWords(contents, answeredStems(table), poll, offer);
  }
  control.progress(1);
  return { isComplete };
}

/** Whether a stem has an answer that says something about it. */
function answeredStems({ contents, stemOfNode, answerOfNode, words }: QuestionTable) {
  const { starts } = contents.answerKeys;
  const answered = new Uint8Array(words.count);
  for (let node = 0; node < stemOfNode.length; node += 1) {
    const answer = answerOfNode[node] ?? 0;
    if ((starts[answer + 1] ?? 0) > (starts[answer] ?? 0)) answered[stemOfNode[node] ?? 0] = 1;
  }
  return (stem: number) => answered[stem] === 1;
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

/** The stems of answers that share a key. */
function groupByAnswer({ contents, stemOfNode, answerOfNode }: QuestionTable): Int32Array[] {
  const { values, starts } = contents.answerKeys;
  const [stems, keys] = [
    new GrowableArray(Int32Array, 1 << 12),
    new GrowableArray(Int32Array, 1 << 12),
  ];
  for (let node = 0; node < stemOfNode.length; node += 1) {
    const answer = answerOfNode[node] ?? 0;
    for (let at = starts[answer] ?? 0; at < (starts[answer + 1] ?? 0); at += 1) {
      stems.push(stemOfNode[node] ?? 0);
      keys.push(values[at] ?? 0);
    }
  }
  const entries = Int32Array.from({ length: stems.length }, (_, entry) => entry);
  const groups = groupByKey(entries, (entry) => keys.get(entry));
  return groups
    .map((each) => distinct(each.map((entry) => stems.get(entry))))
    .filter(({ length }) => length > 1);
}

function distinct(stems: Int32Array): Int32Array {
  return Int32Array.from(new Set(stems));
}

type Words = QuestionTable['contents']['words'];

function visitAll(
  group: Int32Array,
  words: Words,
  minShare: number,
  offer: CandidateVisitor,
): void {
  for (let at = 0; at < group.length; at += 1) {
    const one = group[at] ?? 0;
    for (let next = at + 1; next < group.length; next += 1) {
      const other = group[next] ?? 0;
      if (haveCommonWords(words, one, other, minShare)) offer(one, other);
    }
  }
}

/** Whether they share so many words that judging them is worth its cost. */
function haveCommonWords(
  { values, starts }: Words,
  one: number,
  other: number,
  minShare: number,
): boolean {
  const [first, last] = [starts[one] ?? 0, starts[one + 1] ?? 0];
  const [from, end] = [starts[other] ?? 0, starts[other + 1] ?? 0];
  const needed = minShare * Math.min(last - first, end - from);
  let common = 0;
  for (let at = first; at < last; at += 1) {
    for (let next = from; next < end; next += 1) if (values[at] === values[next]) common += 1;
  }
  return common > 0 && common >= needed;
}

/** Pairs that share one of the rarer words of the group; false if words were skipped. */
function visitByWord(
  group: Int32Array,
  words: Words,
  minShare: number,
  maxPostings: number,
  offer: CandidateVisitor,
): boolean {
  const { values, starts } = words;
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
        if (haveCommonWords(words, one, other, minShare)) offer(one, other);
      }
    }
  }
  return isComplete;
}
