import type { AnalysisControl } from '../../analysis-type.ts';
import { createNeighborVote, type NeighborVotes } from './neighbors.ts';
import type { TopicQuestions, TopicSuggestions } from './suggestions.ts';

/** With fewer questions on average, words do not tell topics apart well enough to contradict one. */
export const minPerContradicted = 10;

/** A topic that is rightly predicted less often, such as "General", contradicts no other. */
const minPrecision = 2 / 3;
const minSuggestedVote = 0.5;
const maxGivenVote = 0.2;

/** Bounds the work: each asks for its most similar questions. */
const maxChecked = 5000;

export interface Contradictions {
  /** The votes of similar questions, by the row of a question whose topic is contradicted. */
  readonly byRow: ReadonlyMap<number, NeighborVotes>;
  /** How many more there might be. */
  readonly unchecked: number;
}

export const noContradictions: Contradictions = { byRow: new Map(), unchecked: 0 };

/**
 * The questions whose topic is contradicted by their words and by the most similar questions. Either
 * alone is often wrong: many words of a topic occur in questions about another one.
 */
export function findContradictions(
  { matrix, learned }: TopicQuestions,
  suggestions: TopicSuggestions,
  minDisagreement: number,
  /** Whether the question names its topic, or the other one is the same by another name. */
  isNamed: (row: number, given: string, other: string) => boolean,
  control: AnalysisControl,
): Contradictions {
  const { best, bestScore, ownScore, classes } = suggestions;
  const { classOf, counts, names } = classes;
  const labeled = counts.reduce((sum, count) => sum + count, 0);
  if (labeled < minPerContradicted * counts.length) return noContradictions;
  const precisionOf = measurePrecision(suggestions);
  const isReliable = (each: number) =>
    (counts[each] ?? 0) >= minPerContradicted && (precisionOf[each] ?? 0) >= minPrecision;
  const candidates: number[] = [];
  for (const [row, given] of classOf.entries()) {
    const suggested = best[row] ?? -1;
    const margin = (bestScore[row] ?? 0) - (ownScore[row] ?? 0);
    if (given < 0 || given === suggested || margin < minDisagreement) continue;
    if (!isReliable(suggested) || isNamed(row, names[given] ?? '', names[suggested] ?? ''))
      continue;
    candidates.push(row);
  }
  candidates.sort((one, other) => (ownScore[one] ?? 0) - (ownScore[other] ?? 0) || one - other);
  const voters = classOf.map((each, row) => (learned.includes(row) ? each : -1));
  const vote = createNeighborVote(matrix, voters, control);
  const byRow = new Map<number, NeighborVotes>();
  for (const row of candidates.slice(0, maxChecked)) {
    const votes = vote(row, best[row] ?? -1, classOf[row] ?? -1);
    if (votes.suggested >= minSuggestedVote && votes.given <= maxGivenVote) byRow.set(row, votes);
  }
  return { byRow, unchecked: Math.max(0, candidates.length - maxChecked) };
}

/** Of the held-out questions for which each topic is suggested, the share that has it. */
function measurePrecision({ best, classes: { classOf, names } }: TopicSuggestions): number[] {
  const suggested = new Int32Array(names.length);
  const hits = new Int32Array(names.length);
  for (const [row, given] of classOf.entries()) {
    if (given < 0) continue;
    const each = best[row] ?? 0;
    suggested[each] = (suggested[each] ?? 0) + 1;
    if (each === given) hits[each] = (hits[each] ?? 0) + 1;
  }
  return Array.from(hits, (count, each) => count / Math.max(1, suggested[each] ?? 0));
}
