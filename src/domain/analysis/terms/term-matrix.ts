import { type AnalysisControl, throwIfAborted } from '../analysis-type.ts';
import { createIntList, type IntList } from './int-list.ts';
import { createPairIndex, type PairIndex } from './pair-index.ts';
import { phraseBreak, type WordStream } from './word-stream.ts';

/** TF-IDF weights of each question's terms, as rows of unit length one after the other. */
export interface TermMatrix {
  readonly rows: number;
  readonly terms: number;
  /** Where each row begins, and at last where they end. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly weights: Float32Array;
}

export interface TermChoice {
  /** Whether pairs of neighbouring words are terms too. */
  readonly pairs: boolean;
  /** Words that are no terms. */
  isLeftOut?(word: number): boolean;
}

/** A term of a single question says nothing about any other. */
const fewestQuestions = 2;
const rowsBetweenPolls = 500;
const noWord = -1;

/**
 * Rows come in the order given, and terms are numbered as they first come in it, so that nothing
 * depends on the order in which questions were read. Terms are stems; a weight is
 * (1 + ln count)·(1 + ln((1 + n) / (1 + questions with it))), as scikit-learn's smooth sublinear
 * TF-IDF has it.
 */
export function buildTermMatrix(
  stream: WordStream,
  order: Int32Array,
  choice: TermChoice,
  control: AnalysisControl,
): TermMatrix {
  const index = createPairIndex();
  const found = createIntList();
  const seen = createIntList();
  const frequencies = createIntList();
  for (let row = 0; row < order.length; row += 1) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    listTerms(stream, order[row] ?? 0, choice, index, found);
    for (const term of found.view()) {
      if (term === seen.length) {
        seen.push(-1);
        frequencies.push(0);
      }
      if (seen.get(term) === row) continue;
      seen.set(term, row);
      frequencies.set(term, frequencies.get(term) + 1);
    }
  }
  const { columnOf, idf } = keepTerms(frequencies.view(), order.length);

  const starts = new Int32Array(order.length + 1);
  const columns = createIntList();
  const counts = createIntList();
  const places = new Int32Array(idf.length).fill(-1);
  for (let row = 0; row < order.length; row += 1) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    const start = columns.length;
    listTerms(stream, order[row] ?? 0, choice, index, found);
    for (const term of found.view()) {
      const column = columnOf[term] ?? -1;
      if (column < 0) continue;
      const place = places[column] ?? -1;
      if (place >= start) counts.set(place, counts.get(place) + 1);
      else {
        places[column] = columns.length;
        columns.push(column);
        counts.push(1);
      }
    }
    starts[row + 1] = columns.length;
  }
  const weights = weigh(starts, columns.view(), counts.view(), idf);
  return { rows: order.length, terms: idf.length, starts, columns: columns.view(), weights };
}

/** The numbers of a question's terms, as often as they come. */
function listTerms(
  { tokens, starts, stems }: WordStream,
  question: number,
  { pairs, isLeftOut }: TermChoice,
  index: PairIndex,
  found: IntList,
): void {
  found.clear();
  let before = noWord;
  const end = starts[question + 1] ?? 0;
  for (let at = starts[question] ?? 0; at < end; at += 1) {
    const word = tokens[at] ?? phraseBreak;
    if (word === phraseBreak || isLeftOut?.(word)) {
      before = noWord;
      continue;
    }
    const stem = stems[word] ?? 0;
    found.push(index.add(stem, noWord));
    if (pairs && before !== noWord) found.push(index.add(before, stem));
    before = stem;
  }
}

function keepTerms(frequencies: Int32Array, questions: number) {
  const columnOf = new Int32Array(frequencies.length).fill(-1);
  const kept = frequencies.filter((frequency) => frequency >= fewestQuestions);
  const idf = Float64Array.from(kept, (kept) => 1 + Math.log((1 + questions) / (1 + kept)));
  let column = 0;
  for (let term = 0; term < frequencies.length; term += 1) {
    if ((frequencies[term] ?? 0) < fewestQuestions) continue;
    columnOf[term] = column;
    column += 1;
  }
  return { columnOf, idf };
}

function weigh(
  starts: Int32Array,
  columns: Int32Array,
  counts: Int32Array,
  idf: Float64Array,
): Float32Array {
  const weights = new Float32Array(columns.length);
  for (let row = 0; row + 1 < starts.length; row += 1) {
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
