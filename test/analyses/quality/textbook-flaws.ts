import { readFile } from 'node:fs/promises';
import type { AnalysisQuestion } from '../../../src/analyses/analysis-type.ts';
import { makeQuestion } from '../questions.ts';

/**
 * A kind of item-writing flaw that the text alone can show, from Haladyna, Downing and Rodriguez
 * (2002) or Tarrant and others (2006), with an item that has it and one that only looks like it.
 */
export interface TextbookFlaw {
  readonly kind: string;
  /** The rule that should find it. */
  readonly rule: string;
  readonly source: 'haladyna' | 'tarrant';
  readonly flawed: AnalysisQuestion;
  readonly sound: AnalysisQuestion;
}

interface Item {
  readonly question_text: string;
  readonly correct_answer: string;
  readonly incorrect_answers: string[];
}

type Row = Omit<TextbookFlaw, 'flawed' | 'sound'> & Record<'flawed' | 'sound', Item>;

export const textbookFlaws = await readFlaws(new URL('textbook-flaws.jsonl', import.meta.url));

export async function readFlaws(file: URL): Promise<readonly TextbookFlaw[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const row: Row = JSON.parse(line);
    return { ...row, flawed: toQuestion(row.flawed), sound: toQuestion(row.sound) };
  });
}

function toQuestion(item: Item): AnalysisQuestion {
  return makeQuestion({
    questionText: item.question_text,
    correctAnswer: item.correct_answer,
    incorrectAnswers: item.incorrect_answers,
  });
}
