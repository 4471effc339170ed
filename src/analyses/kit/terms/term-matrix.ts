import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { GrowableArray } from '../collections/growable-array.ts';
import { createPairIndex } from '../collections/pair-index.ts';
import { phraseBreak, type WordStream } from './word-stream.ts';

/** TF-IDF weights of the terms of each question, in compressed sparse rows of unit length. */
export interface TermMatrix {
  readonly rows: number;
  readonly terms: number;
  /** The offset of each row, then the end of the last one. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly weights: Float32Array;
}

export interface TermOptions {
  /** Whether bigrams are terms too. */
  readonly pairs: boolean;
  /** Excluded words. */
  isExcluded?(word: number): boolean;
}

/** A term of a single question carries no information about others. */
const minQuestions = 2;
const rowsBetweenPolls = 500;
const noWord = -1;

/**
 * Rows are in the given order and terms numbered by first occurrence in it, so that nothing depends
 * on the order in which questions were read. Terms are stems; a weight is (1 + ln tf)·(1 + ln((1 +
 * n) / (1 + df))), as scikit-learn's smooth sublinear TF-IDF.
 */
export function buildTermMatrix(
  stream: WordStream,
  order: Int32Array,
  options: TermOptions,
  control: AnalysisControl,
): TermMatrix {
  const { found, ends, terms } = listAllTerms(stream, order, options, control);
  const { columnOf, idf } = keepTerms(documentFrequencies(found, ends, terms), order.length);
  const starts = new Int32Array(order.length + 1);
  const columns = new GrowableArray(Int32Array);
  const counts = new GrowableArray(Int32Array);
  const entryOf = new Int32Array(idf.length).fill(-1);
  for (let row = 0, at = 0; row < order.length; row += 1) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    const start = columns.length;
    for (const end = ends[row] ?? 0; at < end; at += 1) {
      const column = columnOf[found[at] ?? 0] ?? -1;
      if (column < 0) continue;
      const entry = entryOf[column] ?? -1;
      if (entry >= start) counts.set(entry, counts.get(entry) + 1);
      else {
        entryOf[column] = columns.length;
        columns.push(column);
        counts.push(1);
      }
    }
    starts[row + 1] = columns.length;
  }
  const weights = computeWeights(starts, columns.view(), counts.view(), idf, control);
  return { rows: order.length, terms: idf.length, starts, columns: columns.view(), weights };
}

/** The terms of all rows, one entry per occurrence, and the end of each row. */
function listAllTerms(
  { tokens, starts, stems }: WordStream,
  order: Int32Array,
  { pairs, isExcluded }: TermOptions,
  control: AnalysisControl,
) {
  const index = createPairIndex();
  const found = new GrowableArray(Int32Array, tokens.length + 1);
  const ends = new Int32Array(order.length);
  for (let row = 0; row < order.length; row += 1) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    const question = order[row] ?? 0;
    const end = starts[question + 1] ?? 0;
    let previous = noWord;
    for (let at = starts[question] ?? 0; at < end; at += 1) {
      const word = tokens[at] ?? phraseBreak;
      if (word === phraseBreak || isExcluded?.(word)) {
        previous = noWord;
        continue;
      }
      const stem = stems[word] ?? 0;
      found.push(index.add(stem, noWord));
      if (pairs && previous !== noWord) found.push(index.add(previous, stem));
      previous = stem;
    }
    ends[row] = found.length;
  }
  return { found: found.view(), ends, terms: index.size };
}

/** The document frequency of each term. */
function documentFrequencies(found: Int32Array, ends: Int32Array, terms: number): Int32Array {
  const frequencies = new Int32Array(terms);
  const seen = new Int32Array(terms).fill(-1);
  for (let row = 0, at = 0; row < ends.length; row += 1) {
    for (const end = ends[row] ?? 0; at < end; at += 1) {
      const term = found[at] ?? 0;
      if (seen[term] === row) continue;
      seen[term] = row;
      frequencies[term] = (frequencies[term] ?? 0) + 1;
    }
  }
  return frequencies;
}

function keepTerms(frequencies: Int32Array, questions: number) {
  const columnOf = new Int32Array(frequencies.length).fill(-1);
  const kept = frequencies.filter((frequency) => frequency >= minQuestions);
  const idf = Float64Array.from(kept, (kept) => 1 + Math.log((1 + questions) / (1 + kept)));
  let column = 0;
  for (let term = 0; term < frequencies.length; term += 1) {
    if ((frequencies[term] ?? 0) < minQuestions) continue;
    columnOf[term] = column;
    column += 1;
  }
  return { columnOf, idf };
}

function computeWeights(
  starts: Int32Array,
  columns: Int32Array,
  counts: Int32Array,
  idf: Float64Array,
  control: AnalysisControl,
): Float32Array {
  const weights = new Float32Array(columns.length);
  for (let row = 0; row + 1 < starts.length; row += 1) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    const [start, end] = [starts[row] ?? 0, starts[row + 1] ?? 0];
    let squares = 0;
    for (let at = start; at < end; at += 1) {
      const weight = (1 + Math.log(counts[at] ?? 1)) * (idf[columns[at] ?? 0] ?? 0);
      weights[at] = weight;
      squares += weight * weight;
    }
    const length = Math.sqrt(squares);
    for (let at = start; at < end; at += 1) weights[at] = (weights[at] ?? 0) / length;
  }
  return weights;
}

/** Compressed sparse columns: the rows that contain each term. */
export interface TermRows {
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  readonly weights: Float32Array;
}

export function transpose(
  { rows, terms, starts, columns, weights }: TermMatrix,
  control: AnalysisControl,
): TermRows {
  const transposed = {
    starts: new Int32Array(terms + 1),
    rows: new Int32Array(columns.length),
    weights: new Float32Array(columns.length),
  };
  throwIfAborted(control);
  for (let at = 0; at < columns.length; at += 1) {
    const column = columns[at] ?? 0;
    transposed.starts[column + 1] = (transposed.starts[column + 1] ?? 0) + 1;
  }
  for (let term = 0; term < terms; term += 1) {
    transposed.starts[term + 1] =
      (transposed.starts[term + 1] ?? 0) + (transposed.starts[term] ?? 0);
  }
  const next = transposed.starts.slice();
  for (let row = 0; row < rows; row += 1) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) {
      const column = columns[at] ?? 0;
      const entry = next[column] ?? 0;
      transposed.rows[entry] = row;
      transposed.weights[entry] = weights[at] ?? 0;
      next[column] = entry + 1;
    }
  }
  return transposed;
}
