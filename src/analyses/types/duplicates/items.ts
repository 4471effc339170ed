import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { type ItemsKept, keepsItem, sortItems } from '../../envelope.ts';
import { compareText, figure, roundShare } from '../../kit/figures.ts';
import { type NodePair, similarityOf } from './node-pair.ts';
import type { FoundPairs } from './pair-collector.ts';
import { isDuplicate } from './pair-kind.ts';
import type { QuestionGroups } from './question-groups.ts';
import type { QuestionTable } from './question-table.ts';
import { type DuplicatesResult, maxSimilar } from './schema.ts';

type Item = DuplicatesResult['items'][number];

/** One item per selected question, up to the limit. */
export function listItems(
  { ids, selected, nodes }: QuestionTable,
  groups: QuestionGroups,
  found: FoundPairs,
  kept: ItemsKept,
  control: AnalysisControl,
): { items: Item[]; flagged: number } {
  const partners = readPartners(found.pairs);
  const items: Item[] = [];
  let flagged = 0;
  for (let question = 0; question < selected; question += 1) {
    if (question % 1000 === 0) throwIfAborted(control);
    const node = nodes[question] ?? 0;
    const isRepeated = groups.sizeOf(node) > 1;
    const kinds = found.kindsOf(node);
    const isFlagged = isRepeated || kinds.some(isDuplicate);
    if (isFlagged) flagged += 1;
    if (!keepsItem(kept, isFlagged)) continue;
    const reasons = isRepeated ? ['exact', ...kinds] : [...kinds];
    items.push({
      question_id: ids[question] ?? '',
      flagged: isFlagged,
      score: isRepeated ? 0 : roundShare(1 - found.maxSimilarityOf(node)),
      reasons: reasons.sort(compareText),
      alike: [
        ...listExactDuplicates(ids, groups, node, question),
        ...listPartners(groups, partners.get(node) ?? [], node),
      ].slice(0, maxSimilar),
    });
  }
  return { items: sortItems(items), flagged };
}

/** The pairs of each node, in the order of the pairs. */
function readPartners(pairs: readonly NodePair[]): Map<number, NodePair[]> {
  const partners = new Map<number, NodePair[]>();
  for (const pair of pairs) {
    for (const node of [pair.one, pair.other]) {
      const known = partners.get(node);
      if (!known) partners.set(node, [pair]);
      else if (known.length < maxSimilar) known.push(pair);
    }
  }
  return partners;
}

function listExactDuplicates(
  ids: readonly string[],
  groups: QuestionGroups,
  node: number,
  question: number,
): Item['alike'] {
  return Array.from(groups.questionsOf(node).subarray(0, maxSimilar + 1))
    .filter((each) => each !== question)
    .map((each) => ({ question_id: ids[each] ?? '', kind: 'exact', similarity: 1 }));
}

function listPartners(
  groups: QuestionGroups,
  pairs: readonly NodePair[],
  node: number,
): Item['alike'] {
  return pairs.map((pair) => ({
    question_id: groups.idOf(pair.one === node ? pair.other : pair.one),
    kind: pair.kind,
    similarity: figure(similarityOf(pair)),
  }));
}
