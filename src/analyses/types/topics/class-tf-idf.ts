import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { GrowableArray } from '../../kit/collections/growable-array.ts';
import { createPairIndex } from '../../kit/collections/pair-index.ts';
import { compareText, figure } from '../../kit/figures.ts';
import type { WordStream } from '../../kit/terms/word-stream.ts';
import { forEachQuestion, type Phrases } from './phrases.ts';

export interface ScoredTerm {
  readonly term: string;
  readonly score: number;
}

/** The words and word n-grams within the phrases of the questions. */
export interface PhraseTerms {
  /** The terms of a row, one entry per occurrence. */
  list(row: number): Int32Array;
  spell(term: number): string;
  isNgram(term: number): boolean;
  readonly rows: number;
  readonly size: number;
}

const noPrefix = -1;
const rowsBetweenPolls = 500;

/** A term is a prefix (another term, or none) and its last word. Rows are in the given order. */
export function indexTerms(
  { tokens, words }: WordStream,
  phrases: Phrases,
  maxWords: number,
  order: Int32Array,
  control: AnalysisControl,
): PhraseTerms {
  const index = createPairIndex();
  const found = new GrowableArray(Int32Array);
  const starts = new Int32Array(order.length + 1);
  forEachQuestion(order, control, (question, row) => {
    phrases.visit(question, (start, end) => {
      for (let from = start; from < end; from += 1) {
        let term = noPrefix;
        for (let at = from; at < Math.min(end, from + maxWords); at += 1) {
          term = index.add(term, tokens[at] ?? 0);
          found.push(term);
        }
      }
    });
    starts[row + 1] = found.length;
  });
  const all = found.view();
  const spell = (term: number): string => {
    const word = words[index.second(term)] ?? '';
    return index.first(term) === noPrefix ? word : `${spell(index.first(term))} ${word}`;
  };
  return {
    list: (row) => all.subarray(starts[row], starts[row + 1]),
    spell,
    isNgram: (term) => index.first(term) !== noPrefix,
    rows: order.length,
    size: index.size,
  };
}

/**
 * The most distinctive terms of each class: class-based TF-IDF as in BERTopic, the term frequency
 * within the class times ln(1 + mean number of terms per class / term frequency in all classes).
 */
export function describeClasses(
  terms: PhraseTerms,
  { classOf, classes }: { readonly classOf: Int32Array; readonly classes: number },
  top: number,
  control: AnalysisControl,
): ScoredTerm[][] {
  const members = Array.from({ length: classes }, (): number[] => []);
  const overall = new Int32Array(terms.size);
  let total = 0;
  for (let row = 0; row < terms.rows; row += 1) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    const rows = members[classOf[row] ?? -1];
    if (!rows) continue;
    rows.push(row);
    for (const term of terms.list(row)) {
      overall[term] = (overall[term] ?? 0) + 1;
      total += 1;
    }
  }
  const counts = new Int32Array(terms.size);
  return members.map((rows) => {
    throwIfAborted(control);
    const foundTerms = countTerms(terms, rows, counts);
    const sum = foundTerms.reduce((all, term) => all + (counts[term] ?? 0), 0);
    const scores = foundTerms.map((term) => {
      const idf = Math.log1p(total / classes / (overall[term] ?? 1));
      return { term, score: ((counts[term] ?? 0) / sum) * idf };
    });
    for (const term of foundTerms) counts[term] = 0;
    // An n-gram that occurs once may be a whole question; it does not describe a class.
    const candidates = scores.filter(
      ({ term }) => !terms.isNgram(term) || (overall[term] ?? 0) > 1,
    );
    return spellBest(terms, candidates, top);
  });
}

function countTerms(terms: PhraseTerms, rows: number[], counts: Int32Array): number[] {
  const foundTerms: number[] = [];
  for (const row of rows) {
    for (const term of terms.list(row)) {
      if (counts[term] === 0) foundTerms.push(term);
      counts[term] = (counts[term] ?? 0) + 1;
    }
  }
  return foundTerms;
}

function spellBest(
  terms: PhraseTerms,
  scores: { term: number; score: number }[],
  top: number,
): ScoredTerm[] {
  const sorted = scores.sort((one, other) => other.score - one.score);
  const last = sorted[top - 1]?.score ?? 0;
  // Only candidates for the top are spelled out: ties are ordered alphabetically.
  return sorted
    .filter(({ score }) => score >= last)
    .map(({ term, score }) => ({ term: terms.spell(term), score: figure(score) }))
    .sort((one, other) => other.score - one.score || compareText(one.term, other.term))
    .slice(0, top);
}
