import { describe, expect, it } from 'vitest';
import type { NodePair } from '../../../src/analyses/types/duplicates/node-pair.ts';
import { withoutOutdone } from '../../../src/analyses/types/duplicates/surer-partners.ts';

function pair(one: number, other: number, certainty: number, more: Partial<NodePair> = {}) {
  const similar = { jaccard: 0.3, cosine: 0.3, sameAnswer: false, reasons: [] };
  return { one, other, ...similar, kind: 'answer_conflict', certainty, ...more } as const;
}

const paraphrase = { sameAnswer: true, kind: 'paraphrase' } as const;

function keptOf(conflicts: NodePair[], found: NodePair[] = []) {
  return withoutOutdone(conflicts, found, () => {}).map(({ one, other }) => [one, other]);
}

describe('conflicts of a question that has a surer partner', () => {
  it('go where that partner is not the same as the other question', () => {
    expect(keptOf([pair(0, 1, 5), pair(0, 2, 1)])).toEqual([[0, 1]]);
    expect(keptOf([pair(0, 2, 1)], [pair(2, 3, 5, paraphrase)])).toEqual([]);
    const byWords = pair(0, 1, Number.POSITIVE_INFINITY, paraphrase);
    expect(keptOf([pair(0, 2, 1)], [byWords])).toEqual([]);
  });

  it('stay where all three are the same', () => {
    const conflicts = [pair(0, 1, 5), pair(0, 2, 1)];
    expect(keptOf(conflicts, [pair(1, 2, 3, paraphrase)])).toEqual([
      [0, 1],
      [0, 2],
    ]);
  });

  it('stay where it is hardly surer, a template sibling, or the same text with another key', () => {
    expect(keptOf([pair(0, 1, 2), pair(0, 2, 1)])).toHaveLength(2);
    const sibling = { kind: 'template_sibling' } as const;
    expect(keptOf([pair(0, 2, 1)], [pair(0, 1, 9, sibling)])).toHaveLength(1);
    const twin = pair(0, 1, Number.POSITIVE_INFINITY, { jaccard: 1 });
    expect(keptOf([pair(0, 2, 1)], [twin])).toHaveLength(1);
    expect(keptOf([pair(1, 2, 4), pair(0, 2, 1)], [twin])).toHaveLength(2);
  });
});
