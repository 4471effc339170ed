import type { NodePair } from './node-pair.ts';
import { isDuplicate } from './pair-kind.ts';

/** A partner that is surer by less says nothing: three wordings of one question are not equally alike. */
const margin = 1.5;

const stepsPerPartner = 10;

/**
 * Conflicts without those in which a question has a surer partner that is not the other's, too: whoever is the same
 * as a second question, and that not as a third, only looks like the third. "Who painted The Night Watch", which is
 * asked twice, is not "Who painted The Starry Night".
 */
export function withoutOutdone(
  conflicts: readonly NodePair[],
  found: readonly NodePair[],
  poll: (steps: number) => void,
): NodePair[] {
  const partners = new Map<number, Map<number, number>>();
  for (const { one, other } of conflicts) partners.set(one, new Map()).set(other, new Map());
  for (const { one, other, kind, jaccard, certainty } of [...found, ...conflicts]) {
    if (!isDuplicate(kind)) continue;
    // The same text with another key says nothing of what the text asks.
    const weight = jaccard === 1 ? Number.NEGATIVE_INFINITY : certainty;
    partners.get(one)?.set(other, weight);
    partners.get(other)?.set(one, weight);
  }
  const isOutdone = (node: number, other: number, certainty: number) => {
    const own = [...(partners.get(node) ?? [])];
    poll(stepsPerPartner * own.length);
    return own.some(
      ([partner, surer]) =>
        partner !== other && surer >= certainty + margin && !partners.get(other)?.has(partner),
    );
  };
  return conflicts.filter(
    ({ one, other, certainty }) =>
      !isOutdone(one, other, certainty) && !isOutdone(other, one, certainty),
  );
}
