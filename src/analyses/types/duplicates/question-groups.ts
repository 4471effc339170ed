import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { compareText } from '../../kit/figures.ts';
import type { QuestionTable } from './question-table.ts';

const groupsBetweenPolls = 10_000;

/** The questions of each node and the nodes of each stem, sorted by id. */
export interface QuestionGroups {
  readonly nodes: number;
  questionsOf(node: number): Int32Array;
  /** The number of questions of a node. */
  sizeOf(node: number): number;
  nodesOf(stem: number): Int32Array;
  /** The smallest id of a node. */
  idOf(node: number): string;
  /** The number of selected questions of a node. */
  selectedOf(node: number): number;
}

export function groupQuestions(table: QuestionTable, control: AnalysisControl): QuestionGroups {
  const { ids, selected, nodes, stemOfNode } = table;
  const count = stemOfNode.length;
  const questions = groupBy(nodes, count);
  const firstOf = (node: number) => questions.members[questions.starts[node] ?? 0] ?? 0;
  const idOf = (node: number) => ids[firstOf(node)] ?? '';
  for (let node = 0; node < count; node += 1) {
    if (node % groupsBetweenPolls === 0) throwIfAborted(control);
    sortGroup(questions, node, (one, other) => compareText(ids[one] ?? '', ids[other] ?? ''));
  }
  const stems = groupBy(stemOfNode, table.words.count);
  for (let stem = 0; stem < table.words.count; stem += 1) {
    if (stem % groupsBetweenPolls === 0) throwIfAborted(control);
    sortGroup(stems, stem, (one, other) => compareText(idOf(one), idOf(other)));
  }
  const selectedOfNode = new Int32Array(count);
  for (let question = 0; question < selected; question += 1) {
    const node = nodes[question] ?? 0;
    selectedOfNode[node] = (selectedOfNode[node] ?? 0) + 1;
  }
  return {
    nodes: count,
    questionsOf: (node) => membersOf(questions, node),
    sizeOf: (node) => (questions.starts[node + 1] ?? 0) - (questions.starts[node] ?? 0),
    nodesOf: (stem) => membersOf(stems, stem),
    idOf,
    selectedOf: (node) => selectedOfNode[node] ?? 0,
  };
}

interface Groups {
  readonly members: Int32Array;
  readonly starts: Int32Array;
}

function groupBy(groupOf: Int32Array, count: number): Groups {
  const starts = new Int32Array(count + 1);
  for (let member = 0; member < groupOf.length; member += 1) {
    const next = (groupOf[member] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let group = 0; group < count; group += 1) {
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  }
  const next = starts.slice();
  const members = new Int32Array(groupOf.length);
  for (let member = 0; member < groupOf.length; member += 1) {
    const group = groupOf[member] ?? 0;
    const offset = next[group] ?? 0;
    members[offset] = member;
    next[group] = offset + 1;
  }
  return { members, starts };
}

function membersOf({ members, starts }: Groups, group: number): Int32Array {
  return members.subarray(starts[group] ?? 0, starts[group + 1] ?? 0);
}

function sortGroup(
  groups: Groups,
  group: number,
  compare: (one: number, other: number) => number,
): void {
  const { starts } = groups;
  if ((starts[group + 1] ?? 0) - (starts[group] ?? 0) > 1) membersOf(groups, group).sort(compare);
}
