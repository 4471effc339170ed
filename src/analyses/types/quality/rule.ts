import type { AnalysisQuestion } from '../../analysis-type.ts';
import { kinds, kindsIn } from '../../kit/text/characters.ts';
import { readWords, type Word } from '../../kit/text/words.ts';
import { type AskedPart, findAsked } from './asked.ts';
import type { DetectLanguage } from './language-detector.ts';
import { blankQuotations } from './quotations.ts';
import type { Spelling } from './spelling.ts';

export const severities = ['error', 'warning', 'info'] as const;

export type Severity = (typeof severities)[number];

export const textFields = ['question_text', 'correct_answer', 'incorrect_answers'] as const;

export type TextField = (typeof textFields)[number];

/** What is wrong at a position of a text, in UTF-16 code units. */
export interface TextFinding {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** Suggested replacement. */
  readonly fix?: string;
  /** Suggested incorrect_answers as a whole. */
  readonly answers?: readonly string[];
}

export interface RuleFinding extends TextFinding {
  readonly field: TextField;
  /** Index in incorrect_answers. */
  readonly index?: number;
}

export interface Limits {
  readonly max_words: number;
  readonly max_answer_words: number;
  readonly language: string;
  /** Loaded only when a rule needs it. */
  readonly detect?: DetectLanguage | undefined;
  readonly spelling?: Spelling | undefined;
}

export interface QualityRule {
  readonly id: string;
  readonly severity: Severity;
  /** The fields it checks. */
  readonly field: readonly TextField[];
  /** Fields without which, or without a part of which, it may be wrong about the others. */
  readonly requires?: readonly TextField[];
  readonly description: string;
  /** Why it matters, in one sentence. */
  readonly why: string;
  check(question: ReadQuestion, limits: Limits): readonly RuleFinding[];
}

/** One text of a question, tokenized once for all rules. */
export interface ReadText {
  readonly field: TextField;
  /** Index in incorrect_answers. */
  readonly index: number | undefined;
  readonly text: string;
  readonly words: readonly Word[];
  /** The kinds of characters in it: bits of `kinds`. */
  readonly kinds: number;
}

export interface ReadQuestion {
  readonly stem: ReadText;
  readonly answer: ReadText;
  readonly wrong: readonly ReadText[];
  /** All of these, in this order. */
  readonly texts: readonly ReadText[];
  /** The question text without its quotations, and its words. */
  readonly plainText: string;
  readonly plainWords: readonly Word[];
  /** The sentence that asks, without quotations. */
  readonly asked: AskedPart;
  readonly isTrueOrFalse: boolean;
}

/** What the rules look at. */
export type QuestionTexts = Pick<
  AnalysisQuestion,
  'questionText' | 'correctAnswer' | 'incorrectAnswers'
>;

export function readQuestion(question: QuestionTexts): ReadQuestion {
  const { questionText, correctAnswer, incorrectAnswers } = question;
  const stem = readText('question_text', questionText);
  const answer = readText('correct_answer', correctAnswer);
  const wrong = incorrectAnswers.map((each, index) => readText('incorrect_answers', each, index));
  const hasQuotes = (stem.kinds & (kinds.doubleQuote | kinds.singleQuote)) !== 0;
  const plainText = hasQuotes ? blankQuotations(questionText) : questionText;
  const plainWords = plainText === questionText ? stem.words : readWords(plainText);
  return {
    stem,
    answer,
    wrong,
    texts: [stem, answer, ...wrong],
    plainText,
    plainWords,
    asked: findAsked(plainText, plainWords),
    isTrueOrFalse: /^(?:true|false|yes|no)\.?$/i.test(correctAnswer),
  };
}

function readText(field: TextField, text: string, index?: number): ReadText {
  return { field, index, text, words: readWords(text), kinds: kindsIn(text) };
}

/** Per rule and question. */
export const maxFindings = 20;

export const noFindings: readonly never[] = [];

interface RuleHead extends Omit<QualityRule, 'check'> {
  /** Kinds of characters without which the rule cannot match. */
  readonly needs?: number;
}

/** A rule that checks each text of its fields separately. */
export function textRule(
  { needs, ...head }: RuleHead,
  find: (read: ReadText, question: ReadQuestion, limits: Limits) => readonly TextFinding[],
): QualityRule {
  return {
    ...head,
    check(question, limits) {
      let found: RuleFinding[] | undefined;
      for (const read of question.texts) {
        if (needs !== undefined && (read.kinds & needs) === 0) continue;
        if (!head.field.includes(read.field)) continue;
        for (const finding of find(read, question, limits)) {
          found ??= [];
          if (found.length === maxFindings) return found;
          found.push(locateIn(read, finding));
        }
      }
      return found ?? noFindings;
    },
  };
}

/** A rule that checks the question text only. */
export function stemRule(
  head: Omit<RuleHead, 'field' | 'needs'>,
  find: (question: ReadQuestion, limits: Limits) => readonly TextFinding[],
): QualityRule {
  return {
    ...head,
    field: ['question_text'],
    check(question, limits) {
      const findings = find(question, limits);
      if (findings.length === 0) return noFindings;
      return findings.slice(0, maxFindings).map((finding) => locateIn(question.stem, finding));
    },
  };
}

export function locateIn({ field, index }: ReadText, finding: TextFinding): RuleFinding {
  return index === undefined ? { ...finding, field } : { ...finding, field, index };
}

/** Suggests the wrong choices without one of them, if any are left. */
export function withoutChoice(
  wrong: readonly ReadText[],
  choice: ReadText,
): Pick<TextFinding, 'answers'> {
  const others = wrong.filter((each) => each !== choice).map(({ text }) => text);
  return others.length > 0 && others.length < wrong.length ? { answers: others } : {};
}

export function findingOnText({ text }: { readonly text: string }, message: string): TextFinding {
  return { start: 0, end: text.length, message };
}
