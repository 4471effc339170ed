import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { meanOf } from '../../kit/statistics/quantiles.ts';
import { type Sample, sampleOf, varianceOf } from '../../kit/statistics/sample.ts';
import { createRandom, shuffle } from '../../kit/statistics/seeded-random.ts';
import { compareTexts } from '../../kit/vectors/compare-texts.ts';
import { fetchVectors, type Vectors } from '../../kit/vectors/fetch-vectors.ts';

/** How many questions stand for a topic: more hardly change what is nearer. */
const maxPerTopic = 40;
/** How many of the nearest count apart: a topic such as History has questions of many kinds. */
const nearest = 5;

/** A question whose words speak for another topic than its own; topics by their class. */
export interface Doubt {
  readonly row: number;
  readonly given: number;
  readonly suggested: number;
}

export interface TopicTexts {
  readonly classOf: Int32Array;
  /** The rows that topics are learned from. */
  readonly rows: Int32Array;
  readonly seed: number;
  readonly maxVectors: number;
  textOf(row: number): string;
}

export interface Preferences {
  /** By how many standard deviations a question is nearer to the suggested topic than to its own. */
  readonly byRow: ReadonlyMap<number, number>;
  /** How many were not compared: too many for `maxVectors`, or without others of a topic. */
  readonly left: number;
  readonly failure?: string;
}

/** Compares the embedding of each question with those of both topics, as far as `maxVectors` allows. */
export async function measurePreferences(
  doubts: readonly Doubt[],
  known: TopicTexts,
  control: AnalysisControl,
): Promise<Preferences> {
  const samples = sampleTopics(doubts, known);
  const texts = new Set<string>();
  const compared: Doubt[] = [];
  for (const doubt of doubts) {
    throwIfAborted(control);
    if (texts.size >= known.maxVectors) break;
    const { row, given, suggested } = doubt;
    const rows = [row, ...(samples.get(given) ?? []), ...(samples.get(suggested) ?? [])];
    const added = new Set(rows.map(known.textOf).filter((text) => !texts.has(text)));
    if (texts.size + added.size > known.maxVectors) continue;
    for (const text of added) texts.add(text);
    compared.push(doubt);
  }
  const { vectors, failure } = await fetchVectors([...texts], control);
  if (failure !== undefined) return { byRow: new Map(), left: doubts.length, failure };
  const byRow = new Map<number, number>();
  for (const { row, given, suggested } of compared) {
    throwIfAborted(control);
    const cosinesTo = (topic: number) =>
      sampleCosines(row, samples.get(topic) ?? [], known, vectors);
    const preference = compareSamples(cosinesTo(suggested), cosinesTo(given));
    if (preference !== undefined) byRow.set(row, preference);
  }
  return { byRow, left: doubts.length - byRow.size };
}

/** Questions of each topic in doubt that are not in doubt themselves. */
function sampleTopics(
  doubts: readonly Doubt[],
  { classOf, rows, seed }: TopicTexts,
): ReadonlyMap<number, readonly number[]> {
  const samples = new Map<number, number[]>();
  for (const { given, suggested } of doubts) {
    samples.set(given, []);
    samples.set(suggested, []);
  }
  const doubted = new Set(doubts.map(({ row }) => row));
  for (const row of shuffle(rows.slice(), createRandom(seed))) {
    const sample = samples.get(classOf[row] ?? -1);
    if (sample && sample.length < maxPerTopic && !doubted.has(row)) sample.push(row);
  }
  return samples;
}

/** The cosines of a question to others, without those that have no vector. */
function sampleCosines(
  row: number,
  others: readonly number[],
  { textOf }: TopicTexts,
  vectors: Vectors,
): Sample {
  const own = textOf(row);
  const cosines = others
    .map((other) => compareTexts(vectors, own, textOf(other)))
    .filter((cosine) => cosine !== undefined);
  return sampleOf(Float64Array.from(cosines).sort());
}

/** How much nearer the first topic is, by all its questions and by the nearest; undefined without enough of both. */
function compareSamples(one: Sample, other: Sample): number | undefined {
  if (Math.min(one.n, other.n) < 2) return undefined;
  const spread = Math.sqrt((varianceOf(one) + varianceOf(other)) / 2);
  if (spread === 0) return undefined;
  const nearness = ({ sorted }: Sample) => meanOf(sorted.subarray(-nearest));
  return (one.mean - other.mean + nearness(one) - nearness(other)) / (2 * spread);
}
