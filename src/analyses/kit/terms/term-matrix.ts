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
  /** The rows whose terms are known, if not all: a large bank adds few that matter. */
  isLearned?(row: number): boolean;
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
  const { index, frequencies, learned } = learnTerms(stream, order, options, control);
  const { columnOf, idf } = keepTerms(frequencies, learned);
  const starts = new Int32Array(order.length + 1);
  const columns = new GrowableArray(Int32Array, stream.tokens.length + 1);
  const counts = new GrowableArray(Uint8Array, stream.tokens.length + 1);
  const entryOf = new Int32Array(idf.length).fill(-1);
  for (let row = 0; row < order.length; row += 1) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    const start = columns.length;
    visitTerms(stream, order[row] ?? 0, options, (first, second) => {
      const term = index.find(first, second);
      const column = term < 0 ? -1 : (columnOf[term] ?? -1);
      if (column < 0) return;
      const entry = entryOf[column] ?? -1;
      if (entry >= start) counts.set(entry, Math.min(maxCount, counts.get(entry) + 1));
      else {
        entryOf[column] = columns.length;
        columns.push(column);
        counts.push(1);
      }
    });
    starts[row + 1] = columns.length;
  }
  const weights = computeWeights(starts, columns.view(), counts.view(), idf, control);
  return { rows: order.length, terms: idf.length, starts, columns: columns.view(), weights };
}

/** A word that occurs more often in one question counts as often as this. */
const maxCount = 255;

/** Calls `show` for each occurrence of a term: a stem, or a stem and the one before it. */
function visitTerms(
  { tokens, starts, stems }: WordStream,
  question: number,
  { pairs, isExcluded }: TermOptions,
  show: (first: number, second: number) => void,
): void {
  const end = starts[question + 1] ?? 0;
  let previous = noWord;
  for (let at = starts[question] ?? 0; at < end; at += 1) {
    const word = tokens[at] ?? phraseBreak;
    if (word === phraseBreak || isExcluded?.(word)) {
      previous = noWord;
      continue;
    }
    const stem = stems[word] ?? 0;
    show(stem, noWord);
    if (pairs && previous !== noWord) show(previous, stem);
    previous = stem;
  }
}

/** Numbers the terms of the learned rows, with the number of these rows that contain each. */
function learnTerms(
  stream: WordStream,
  order: Int32Array,
  options: TermOptions,
  control: AnalysisControl,
) {
  const index = createPairIndex();
  const frequencies = new GrowableArray(Int32Array);
  const lastRow = new GrowableArray(Int32Array);
  let learned = 0;
  for (let row = 0; row < order.length; row += 1) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    if (options.isLearned?.(row) === false) continue;
    learned += 1;
    visitTerms(stream, order[row] ?? 0, options, (first, second) => {
      const term = index.add(first, second);
      if (term === frequencies.length) {
        frequencies.push(1);
        lastRow.push(row);
      } else if (lastRow.get(term) !== row) {
        frequencies.set(term, frequencies.get(term) + 1);
        lastRow.set(term, row);
      }
    });
  }
  return { index, frequencies: frequencies.view(), learned };
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
  counts: Uint8Array,
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

/** `includes` selects rows; all by default. */
export function transpose(
  { rows, terms, starts, columns, weights }: TermMatrix,
  control: AnalysisControl,
  includes: (row: number) => boolean = () => true,
): TermRows {
  const termStarts = new Int32Array(terms + 1);
  const visitEntries = (visit: (column: number, row: number, at: number) => void) => {
    for (let row = 0; row < rows; row += 1) {
      if (row % rowsBetweenPolls === 0) throwIfAborted(control);
      if (!includes(row)) continue;
      for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) {
        visit(columns[at] ?? 0, row, at);
      }
    }
  };
  visitEntries((column) => {
    termStarts[column + 1] = (termStarts[column + 1] ?? 0) + 1;
  });
  for (let term = 0; term < terms; term += 1) {
    termStarts[term + 1] = (termStarts[term + 1] ?? 0) + (termStarts[term] ?? 0);
  }
  const entries = termStarts[terms] ?? 0;
  const transposed = {
    starts: termStarts,
    rows: new Int32Array(entries),
    weights: new Float32Array(entries),
  };
  const next = termStarts.slice();
  visitEntries((column, row, at) => {
    const entry = next[column] ?? 0;
    transposed.rows[entry] = row;
    transposed.weights[entry] = weights[at] ?? 0;
    next[column] = entry + 1;
  });
  return transposed;
}
