import { type AnalysisControl, subProgress } from '../../analysis-type.ts';
import { createNeighborVote, type NeighborVotes } from './neighbors.ts';
import type { TopicReading } from './reading.ts';
import type { TopicQuestions, TopicSuggestions } from './suggestions.ts';
import { type Doubt, measurePreferences, type TopicTexts } from './vector-preference.ts';

/** With fewer questions on average, words do not tell topics apart well enough to contradict one. */
export const minPerContradicted = 10;

/**
 * What the words must say against a topic. A topic that is rightly predicted less often than `precision`, such
 * as "General", contradicts no other; `suggested` and `given` are shares of the most similar questions.
 */
interface WordLimits {
  /** By how much the suggested topic is more probable. */
  readonly margin: number;
  readonly precision: number;
  readonly suggested: number;
  readonly given: number;
}

/** Enough to ask the embeddings; the margin is a parameter. */
const doubtful: WordLimits = { margin: 0, precision: 0.5, suggested: 0.25, given: 0.4 };
/** Enough without embeddings. */
const clear: WordLimits = { margin: 0.8, precision: 2 / 3, suggested: 0.5, given: 0.2 };

/** What embeddings must say for the suggested topic, in standard deviations. */
const minPreference = 1.6;

/** Bounds the work: each asks for its most similar questions. */
const maxChecked = 5000;

/** What speaks for another topic than the one that a question has. */
export interface Contradiction {
  readonly votes: NeighborVotes;
  /** By how much the embedding prefers it; undefined if words decided alone. */
  readonly preference?: number;
}

export interface Contradictions {
  readonly byRow: ReadonlyMap<number, Contradiction>;
  /** How many weaker ones were not looked at, as there are too many. */
  readonly unchecked: number;
  /** How many were not compared by their embeddings, because of `max_vectors`. */
  readonly left?: number;
  /** Why there were no embeddings. */
  readonly failure?: string;
}

export const noContradictions: Contradictions = { byRow: new Map(), unchecked: 0 };

interface WordDoubt extends Doubt {
  readonly votes: NeighborVotes;
  readonly isClear: boolean;
}

/**
 * The questions whose topic is contradicted by their words, by the most similar questions and by their embedding.
 * Each alone is often wrong: many words of a topic occur in questions about another one.
 */
export async function findContradictions(
  questions: TopicQuestions,
  suggestions: TopicSuggestions,
  minDisagreement: number,
  /** Whether the question names its topic, or the other one is the same by another name. */
  isNamed: (row: number, given: string, other: string) => boolean,
  texts: Pick<TopicTexts, 'seed' | 'maxVectors'> & Pick<TopicReading, 'textOf'>,
  control: AnalysisControl,
): Promise<Contradictions> {
  const { counts, classOf } = suggestions.classes;
  const labeled = counts.reduce((sum, count) => sum + count, 0);
  if (labeled < minPerContradicted * counts.length) return noContradictions;
  const { doubts, unchecked } = listDoubts(
    questions,
    suggestions,
    minDisagreement,
    isNamed,
    subProgress(control, 0, 0.2),
  );
  const { textOf } = texts;
  if (!control.embed || texts.maxVectors === 0 || !textOf) {
    return { byRow: keepClear(doubts), unchecked };
  }
  const known = { ...texts, textOf, classOf, rows: questions.learned.rows };
  const { byRow, left, failure } = await measurePreferences(
    doubts,
    known,
    subProgress(control, 0.2, 1),
  );
  if (failure !== undefined) return { byRow: keepClear(doubts), unchecked, failure };
  const confirmed = doubts.flatMap(({ row, votes }) => {
    const preference = byRow.get(row);
    const isConfirmed = preference !== undefined && preference >= minPreference;
    return isConfirmed ? [[row, { votes, preference }] as const] : [];
  });
  const uncompared = keepClear(doubts.filter(({ row }) => !byRow.has(row)));
  return { byRow: new Map([...confirmed, ...uncompared]), unchecked, left: left - uncompared.size };
}

function keepClear(doubts: readonly WordDoubt[]): ReadonlyMap<number, Contradiction> {
  return new Map(
    doubts.filter(({ isClear }) => isClear).map(({ row, votes }) => [row, { votes }] as const),
  );
}

/** Those whose similar questions prefer the other topic most come first. */
function listDoubts(
  { matrix, learned }: TopicQuestions,
  suggestions: TopicSuggestions,
  minDisagreement: number,
  isNamed: (row: number, given: string, other: string) => boolean,
  control: AnalysisControl,
): { doubts: WordDoubt[]; unchecked: number } {
  const { best, bestScore, ownScore, classes } = suggestions;
  const { classOf, counts, names } = classes;
  const precisionOf = measurePrecision(suggestions);
  const marginOf = (row: number) => (bestScore[row] ?? 0) - (ownScore[row] ?? 0);
  const candidates: Doubt[] = [];
  for (const [row, given] of classOf.entries()) {
    const suggested = best[row] ?? -1;
    if (given < 0 || given === suggested || marginOf(row) < minDisagreement) continue;
    if ((counts[suggested] ?? 0) < minPerContradicted) continue;
    if ((precisionOf[suggested] ?? 0) < doubtful.precision) continue;
    if (isNamed(row, names[given] ?? '', names[suggested] ?? '')) continue;
    candidates.push({ row, given, suggested });
  }
  candidates.sort(
    (one, other) => (ownScore[one.row] ?? 0) - (ownScore[other.row] ?? 0) || one.row - other.row,
  );
  const voters = classOf.map((each, row) => (learned.includes(row) ? each : -1));
  const vote = createNeighborVote(matrix, voters, control);
  const doubts = candidates.slice(0, maxChecked).flatMap((doubt) => {
    const { row, suggested, given } = doubt;
    const votes = vote(row, suggested, given);
    const exceeds = (limits: WordLimits) =>
      marginOf(row) >= limits.margin &&
      (precisionOf[suggested] ?? 0) >= limits.precision &&
      votes.suggested >= limits.suggested &&
      votes.given <= limits.given;
    return exceeds(doubtful) ? [{ ...doubt, votes, isClear: exceeds(clear) }] : [];
  });
  doubts.sort(
    (one, other) => preferenceOf(other.votes) - preferenceOf(one.votes) || one.row - other.row,
  );
  return { doubts, unchecked: Math.max(0, candidates.length - maxChecked) };
}

function preferenceOf({ suggested, given }: NeighborVotes): number {
  return suggested - given;
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
