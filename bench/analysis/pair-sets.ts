import { readFile } from 'node:fs/promises';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';

/**
 * P: paraphrases; C: conflicts; A: forms of one key; S: questions that look alike and are not the same; T: the same
 * with one answer.
 */
export type Label = 'P' | 'C' | 'A' | 'S' | 'T';

export type LabelledPair = readonly [
  label: Label,
  question: string,
  answer: string,
  other: string,
  otherAnswer: string,
];

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name}-${at + 1}`);

/** Written by somebody who knew neither the rules nor each other, and nobody has read their misses. */
export const unreadSets = [
  ...numbered('stated', 17),
  ...['stated-23', 'stated-25', 'stated-27', 'stated-29', 'stated-30', 'stated-32', 'stated-34'],
  'third-blind',
  'fourth-blind',
  'fifth-blind',
  'sixth-blind',
  'second-blind',
  'blind-b',
  'untouched',
  'same-answer-b',
];

/** Written in the same way; their misses were read, and rules made after them. */
export const readSets = [18, 19, 20, 21, 24].map((number) => `stated-${number}`);

/** What the matcher has not learned from: its score is weighed beside other evidence on them. Their misses were read as well. */
export const weighedSets = [
  'fitted-11',
  'fitted-12',
  'fitted-13',
  'fitted-14',
  'fitted-15',
  'editors',
  ...[22, 26, 28, 31, 33].map((number) => `stated-${number}`),
];

/** What the matcher has learned from. */
export const learnedSets = [
  ...numbered('fitted', 10),
  'same-answer-a',
  'blind-a',
  'independent',
  'reworded',
  'reasked',
  'rephrased-a',
  'rephrased-b',
  'reserved',
  'unseen',
  'fresh',
  'held-out',
  'development',
];

export async function readPairs(set: string): Promise<LabelledPair[]> {
  const file = new URL(`./pairs/${set}.tsv`, import.meta.url);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.map((line) => line.split('\t') as unknown as LabelledPair);
}

/** Without choices; its other fields make no difference. */
export function asQuestion(
  id: string,
  questionText: string,
  correctAnswer: string,
): AnalysisQuestion {
  return {
    id,
    version: 1,
    questionText,
    correctAnswer,
    incorrectAnswers: [],
    category: 'Science',
    difficulty: 0,
    topicFocus: null,
  };
}
