import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { Warning } from '../../envelope.ts';
import type { Cosines } from '../../kit/pairs/same-question.ts';
import { compareTexts } from '../../kit/vectors/compare-texts.ts';
import { fetchLikeness } from '../../kit/vectors/fetch-likeness.ts';
import { fetchVectors } from '../../kit/vectors/fetch-vectors.ts';
import type { DoubtfulPair } from './pair-collector.ts';

/** Of each question, so many pairs at most on average: a pair takes 2 ms. */
const pairsPerVector = 5;

/** Answers are short, and few pairs depend on them. */
const maxAnswers = 1000;

export interface VectorEvidence {
  /** The number of questions whose vectors were used. */
  readonly vectors: number;
  readonly warnings: readonly Warning[];
}

export interface VectorOptions {
  /** Most likely duplicates first. */
  readonly pairs: readonly DoubtfulPair[];
  readonly maxVectors: number;
  textOf(stem: number): string;
  stemOf(node: number): number;
  answerOf(node: number): string;
  control: AnalysisControl;
  /** Called for every pair with the cosines that are known; false if that of the answers is needed. */
  settle(pair: DoubtfulPair, cosines: Cosines, isFinal: boolean): boolean;
}

/**
 * Settles doubtful pairs by the vectors of their texts, as far as the limit allows: a vector takes
 * about 20 ms.
 */
export async function settleByVectors(options: VectorOptions): Promise<VectorEvidence> {
  const { pairs, maxVectors, textOf, stemOf, control, settle } = options;
  const needed = new Set<number>();
  let chosen = 0;
  for (; chosen < Math.min(pairs.length, pairsPerVector * maxVectors); chosen += 1) {
    const { one = 0, other = 0 } = pairs[chosen] ?? {};
    const added = [stemOf(one), stemOf(other)].filter((stem) => !needed.has(stem));
    if (needed.size + added.length > maxVectors) break;
    for (const stem of added) needed.add(stem);
  }
  const warnings: Warning[] = [];
  if (chosen < pairs.length && maxVectors > 0 && control.embed) {
    const detail = `Only ${chosen.toLocaleString('en')} of ${pairs.length.toLocaleString('en')} doubtful pairs were compared by meaning (max_vectors ${maxVectors}); the rest by their words alone.`;
    warnings.push({ code: 'vectors_cut', detail });
  }
  const read = (pair: DoubtfulPair) =>
    [textOf(stemOf(pair.one)), textOf(stemOf(pair.other))] as const;
  const { likeness, texts, failure } = await fetchLikeness(
    pairs.slice(0, chosen).map(read),
    control,
  );
  if (failure !== undefined) {
    const detail = `Doubtful pairs were judged by their words alone. ${failure}`;
    warnings.push({ code: 'vectors_unavailable', detail });
  }
  const open: [DoubtfulPair, Cosines][] = [];
  for (const [at, pair] of pairs.entries()) {
    if (at % 1000 === 0) throwIfAborted(control);
    const known = likeness[at];
    const isSettled = settle(pair, known ?? {}, known === undefined);
    if (!isSettled && known) open.push([pair, known]);
  }
  await settleByAnswers(options, open);
  control.progress(1);
  return { vectors: texts, warnings };
}

/** Settles the pairs that depend on whether their answers are of one kind. */
async function settleByAnswers(
  { answerOf, settle, control }: VectorOptions,
  open: readonly (readonly [DoubtfulPair, Cosines])[],
): Promise<void> {
  const texts = new Set<string>();
  for (const [{ one, other }] of open) {
    if (texts.size < maxAnswers) texts.add(answerOf(one)).add(answerOf(other));
  }
  const { vectors } = await fetchVectors([...texts], control);
  for (const [pair, known] of open) {
    const answerCosine = compareTexts(vectors, answerOf(pair.one), answerOf(pair.other));
    settle(pair, { ...known, ...(answerCosine === undefined ? {} : { answerCosine }) }, true);
  }
}
