import type { AnalysisQuestion } from '../analysis-type.ts';
import { blankQuotations, readWords, type Word } from './words.ts';

export const severities = ['error', 'warning', 'info'] as const;

export type Severity = (typeof severities)[number];

export const textFields = ['question_text', 'correct_answer', 'incorrect_answers'] as const;

export type TextField = (typeof textFields)[number];

/** A place in a text, counted in UTF-16 units, with what is wrong there. */
export interface Remark {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** What to write in its place. */
  readonly fix?: string;
}

export interface RuleFinding extends Remark {
  readonly field: TextField;
  /** Which of the incorrect answers. */
  readonly index?: number;
}

export interface Limits {
  readonly max_words: number;
  readonly max_answer_words: number;
}

export interface QualityRule {
  readonly id: string;
  readonly group: 'hygiene' | 'flaws' | 'freshness';
  readonly severity: Severity;
  /** Where it looks. */
  readonly field: readonly TextField[];
  readonly description: string;
  check(question: ReadQuestion, limits: Limits): RuleFinding[];
}

/** A question, read into words once for all rules. */
export interface ReadQuestion extends AnalysisQuestion {
  readonly words: readonly Word[];
  /** The question text without its quotations, and its words. */
  readonly plainText: string;
  readonly plainWords: readonly Word[];
  readonly isTrueOrFalse: boolean;
}

export function readQuestion(question: AnalysisQuestion): ReadQuestion {
  const { questionText, correctAnswer } = question;
  const words = readWords(questionText);
  const plainText = blankQuotations(questionText);
  return {
    ...question,
    words,
    plainText,
    plainWords: plainText === questionText ? words : readWords(plainText),
    isTrueOrFalse: /^(?:true|false|yes|no)\.?$/i.test(correctAnswer),
  };
}

type RuleHead = Omit<QualityRule, 'check'>;

/** A rule that looks at each text of its fields by itself. */
export function textRule(
  head: RuleHead,
  find: (text: string, question: ReadQuestion, field: TextField, limits: Limits) => Remark[],
): QualityRule {
  return {
    ...head,
    check: (question, limits) =>
      head.field.flatMap((field) =>
        textsOf(question, field).flatMap((text, index) =>
          find(text, question, field, limits).map((remark) => ({
            ...remark,
            field,
            ...(field === 'incorrect_answers' && { index }),
          })),
        ),
      ),
  };
}

/** A rule that looks at the question text only. */
export function stemRule(
  head: Omit<RuleHead, 'field'>,
  find: (question: ReadQuestion) => Remark[],
): QualityRule {
  return textRule({ ...head, field: ['question_text'] }, (_text, question) => find(question));
}

export function textsOf(question: AnalysisQuestion, field: TextField): readonly string[] {
  switch (field) {
    case 'question_text':
      return [question.questionText];
    case 'correct_answer':
      return [question.correctAnswer];
    case 'incorrect_answers':
      return question.incorrectAnswers;
  }
}

export function remarkOnAll(text: string, message: string): Remark {
  return { start: 0, end: text.length, message };
}
