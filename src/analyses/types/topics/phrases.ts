import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { phraseBreak, type WordStream } from '../../kit/terms/word-stream.ts';
import { stopWords } from './stop-words.ts';

/** The phrases of every question: runs of words between stop words and punctuation. */
export interface Phrases {
  /** Words that end a phrase. */
  readonly isStop: Uint8Array;
  /** Calls `show` with the start and end of each phrase of a question in the stream. */
  visit(question: number, show: (start: number, end: number) => void): void;
}

/**
 * Phrases longer than `maxWords` are split, so that no word is lost. `ends` is where each
 * question's searchable part ends: incorrect answers are excluded.
 */
export function findPhrases(
  { words, tokens, starts }: WordStream,
  ends: Int32Array,
  maxWords: number,
): Phrases {
  const isStop = Uint8Array.from(words, (word) => (stopWords.has(word) ? 1 : 0));
  return {
    isStop,
    visit(question, show) {
      let start = -1;
      const end = ends[question] ?? 0;
      for (let at = starts[question] ?? 0; at <= end; at += 1) {
        const word = at === end ? phraseBreak : (tokens[at] ?? phraseBreak);
        const isBreak = word === phraseBreak || isStop[word] === 1;
        if (start >= 0 && (isBreak || at - start === maxWords)) {
          show(start, at);
          start = -1;
        }
        if (start < 0 && !isBreak) start = at;
      }
    },
  };
}

const questionsBetweenPolls = 500;

/** Calls `visit` for each of these questions; stops when aborted. */
export function forEachQuestion(
  order: Int32Array,
  control: AnalysisControl,
  visit: (question: number, row: number) => void,
): void {
  for (let row = 0; row < order.length; row += 1) {
    if (row % questionsBetweenPolls === 0) throwIfAborted(control);
    visit(order[row] ?? 0, row);
  }
}
