import { readFile } from 'node:fs/promises';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { sampleFile } from '../../src/db/sample-questions.ts';
import { benchCount, readBenchPages } from './measure.ts';

export interface Bank {
  readonly name: string;
  readonly questions: readonly AnalysisQuestion[];
  /** Whether every difficulty was set by an author, not generated. */
  readonly hasDifficulty: boolean;
}

export const openTdb = new URL('../../../shared/data/opentdb.jsonl', import.meta.url);

/** The samples, OpenTDB if the file exists beside the project, and the bench questions. */
export async function* readBanks(): AsyncGenerator<Bank> {
  yield { name: 'samples', questions: await readLines(sampleFile), hasDifficulty: true };
  const trivia = await readLines(openTdb).catch(() => []);
  if (trivia.length > 0) yield { name: 'OpenTDB', questions: trivia, hasDifficulty: true };
  const pages: AnalysisQuestion[][] = [];
  for await (const page of readBenchPages(benchCount)) pages.push(page);
  yield { name: '100,000', questions: pages.flat(), hasDifficulty: false };
}

/** With where each is from, as far as the file says it. */
export async function readLines(
  file: string | URL,
): Promise<(AnalysisQuestion & { readonly source: string; readonly sourceId: string })[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.map((line, at) => {
    const read = JSON.parse(line);
    return {
      id: `q-${String(at).padStart(6, '0')}`,
      version: 1,
      questionText: read.question_text,
      correctAnswer: read.correct_answer,
      incorrectAnswers: read.incorrect_answers ?? read.distractors ?? [],
      category: read.category,
      difficulty: read.difficulty,
      topicFocus: read.topic_focus ?? null,
      source: read.source ?? '',
      sourceId: read.source_id ?? '',
    };
  });
}
