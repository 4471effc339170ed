import { type Blueprint, type Candidate, matchesQuota } from './blueprint.ts';

/** Candidates that no constraint can tell apart: only how many of them a form has matters. */
export interface Unit {
  /** Indexes of candidates; the ones to use first come first. */
  readonly members: readonly number[];
}

export interface Reduction {
  /** Which candidates are used first; one for each form if the forms differ in that. */
  readonly orders: readonly ((a: number, b: number) => number)[];
  /** How many questions a form has at most; Infinity keeps all candidates. */
  readonly maxLength: number;
  /** How many of those match the same quotas as this candidate. */
  readonly maxOfKind: (candidate: number) => number;
  /** Whether each candidate is a unit of its own. */
  readonly isSplit: boolean;
}

/**
 * Groups and reduces candidates without losing any optimum: a question that is not kept can be replaced
 * by one that matches the same quotas, comes first in the order, has no enemies, is used by no form and
 * is of a topic that the form may have another question of.
 */
export function formUnits(
  blueprint: Blueprint,
  candidates: readonly Candidate[],
  reduction: Reduction,
): Unit[] {
  const paired = new Set([...blueprint.enemies, ...blueprint.duplicates].flat());
  const units: Unit[] = [];
  for (const kind of groupByQuotas(blueprint, candidates)) {
    const kept = new Set<number>();
    for (const order of reduction.orders) {
      kind.sort(order);
      for (const index of keepFirst(blueprint, candidates, kind, paired, reduction)) {
        kept.add(index);
      }
    }
    const alike = new Map<string, number[]>();
    for (const index of kept) {
      if (reduction.isSplit || paired.has(index)) {
        units.push({ members: [index] });
        continue;
      }
      const topic = blueprint.maxPerTopic === null ? '' : (candidates[index]?.topic ?? '');
      const members = alike.get(topic);
      if (members) members.push(index);
      else alike.set(topic, [index]);
    }
    for (const members of alike.values()) units.push({ members });
  }
  return units;
}

/** The first ones of a kind, of which there are enough whatever else the forms have. */
function* keepFirst(
  { forms, maxPerTopic }: Blueprint,
  candidates: readonly Candidate[],
  kind: readonly number[],
  paired: ReadonlySet<number>,
  { maxLength, maxOfKind }: Reduction,
): Generator<number> {
  if (maxLength === Infinity) {
    yield* kind;
    return;
  }
  const most = maxOfKind(kind[0] ?? 0);
  const mostOfTopic = maxPerTopic === null ? most : Math.min(most, maxPerTopic);
  // Topics that a form has as many questions of as it may, and how many of each others could be kept.
  const fullTopics = maxPerTopic === null ? 0 : Math.floor((maxLength - 1) / maxPerTopic);
  let left = forms * most + fullTopics * forms * mostOfTopic;
  const ofTopic = new Map<string, number>();
  for (const index of kind) {
    if (left <= 0) return;
    const topic = candidates[index]?.topic ?? null;
    if (maxPerTopic !== null && topic !== null) {
      const count = ofTopic.get(topic) ?? 0;
      if (count === forms * mostOfTopic) continue;
      if (!paired.has(index)) ofTopic.set(topic, count + 1);
    }
    if (!paired.has(index)) left -= 1;
    yield index;
  }
}

function groupByQuotas(
  { quotas }: Blueprint,
  candidates: readonly Candidate[],
): Iterable<number[]> {
  const kinds = new Map<string, number[]>();
  const known = new Map<string, string>();
  for (const [index, candidate] of candidates.entries()) {
    const { category, difficulty, topic, source } = candidate;
    const fields = `${category}\n${difficulty}\n${source ?? ''}\n${topic ?? ''}`;
    let key = known.get(fields);
    if (key === undefined) {
      key = quotas.map((quota) => (matchesQuota(quota, candidate) ? 1 : 0)).join('');
      known.set(fields, key);
    }
    const kind = kinds.get(key);
    if (kind) kind.push(index);
    else kinds.set(key, [index]);
  }
  return kinds.values();
}
