import { compareText, figure } from '../../kit/figures.ts';
import { type NodePair, similarityOf } from './node-pair.ts';
import { isMergeable } from './pair-kind.ts';
import type { QuestionGroups } from './question-groups.ts';

const maxIds = 1000;

export interface Cluster {
  readonly ids: string[];
  readonly size: number;
  readonly representative: string;
  readonly min_similarity: number;
}

/**
 * Star clusters: every question is a duplicate of the representative itself. Connected components
 * would chain questions that have nothing in common.
 */
export function clusterAroundRepresentatives(
  ids: readonly string[],
  groups: QuestionGroups,
  repeated: readonly number[],
  pairs: readonly NodePair[],
): Cluster[] {
  const links = readLinks(repeated, pairs);
  const weightOf = (node: number) =>
    (links.get(node) ?? []).reduce((sum, { node: each }) => sum + groups.sizeOf(each), 0) +
    groups.sizeOf(node);
  // The representative is the node with the most duplicates; ties by id.
  const candidates = [...links.keys()]
    .map((node) => ({ node, weight: weightOf(node), id: groups.idOf(node) }))
    .sort((one, other) => other.weight - one.weight || compareText(one.id, other.id));
  const assigned = new Set<number>();
  const clusters: Cluster[] = [];
  for (const { node, id } of candidates) {
    if (assigned.has(node)) continue;
    const others = (links.get(node) ?? []).filter((link) => !assigned.has(link.node));
    const members = [node, ...others.map((link) => link.node)];
    const size = members.reduce((sum, member) => sum + groups.sizeOf(member), 0);
    if (size < 2) continue;
    for (const member of members) assigned.add(member);
    clusters.push({
      ids: listIds(ids, groups, members),
      size,
      representative: id,
      min_similarity: figure(others.reduce((min, { similarity }) => Math.min(min, similarity), 1)),
    });
  }
  return clusters.sort(
    (one, other) => other.size - one.size || compareText(one.representative, other.representative),
  );
}

function readLinks(repeated: readonly number[], pairs: readonly NodePair[]) {
  const links = new Map<number, { node: number; similarity: number }[]>();
  const linksOf = (node: number) => {
    const known = links.get(node) ?? [];
    links.set(node, known);
    return known;
  };
  for (const node of repeated) linksOf(node);
  for (const pair of pairs) {
    if (!isMergeable(pair.kind)) continue;
    const similarity = similarityOf(pair);
    linksOf(pair.one).push({ node: pair.other, similarity });
    linksOf(pair.other).push({ node: pair.one, similarity });
  }
  return links;
}

function listIds(ids: readonly string[], groups: QuestionGroups, members: readonly number[]) {
  const questions = members.flatMap((node) => Array.from(groups.questionsOf(node)));
  return questions
    .map((question) => ids[question] ?? '')
    .sort(compareText)
    .slice(0, maxIds);
}
