import type { BankSource } from '../open-bank.ts';
import { readBenchQuestions } from '../question-data.ts';

/** Generated questions have a vocabulary of 40 words: only real ones tell what a search costs. */
export const realQuestions: BankSource = {
  files: ['bench/question-data.ts', 'bench/advice/real-questions.ts'],
  read: readBenchQuestions,
};
