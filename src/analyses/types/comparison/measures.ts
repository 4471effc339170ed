import { categories } from '../../../domain/question.ts';
import { countCharacters } from '../../../domain/text.ts';
import type { AnalysisQuestion } from '../../analysis-type.ts';
import { answerKinds, kindOfAnswer } from '../../kit/answers/answer-kind.ts';
import { scoresOf } from '../../kit/readability/scores.ts';
import { countText, isReadable, type TextCounts } from '../../kit/readability/text-counts.ts';
import { loadWordFacts } from '../../kit/readability/word-facts.ts';
import { countWords, readWords } from '../../kit/text/words.ts';

/** Numeric measures. */
export const numericMeasureNames = [
  'question_length',
  'answer_length',
  'flesch_kincaid',
  'type_token_ratio',
  'question_words',
  'answer_words',
  'words_per_sentence',
  'syllables_per_word',
  'choices',
  'difficulty',
] as const;

/** Categorical measures, which can only be counted. */
export const nominalMeasureNames = ['category', 'answer_type'] as const;

export const measureNames = [...numericMeasureNames, ...nominalMeasureNames] as const;

export type MeasureName = (typeof measureNames)[number];

export function isNominal(name: MeasureName): boolean {
  return (nominalMeasureNames as readonly string[]).includes(name);
}

/** What a measure counts, as the report names it. */
export function describeMeasure(name: MeasureName): string {
  return `${name.replaceAll('_', ' ')} (${units[name]})`;
}

const units: Record<MeasureName, string> = {
  question_length: 'characters',
  answer_length: 'characters',
  flesch_kincaid: 'US school grade',
  type_token_ratio: 'different words / words',
  question_words: 'words',
  answer_words: 'words',
  words_per_sentence: 'words',
  syllables_per_word: 'syllables',
  choices: 'number',
  difficulty: '0 basic to 2 advanced',
  category: 'counts',
  answer_type: 'counts',
};

/** The measured value of a question, or null; categorical values are numbers that `labelOf` resolves. */
export interface Measure {
  valueOf(question: AnalysisQuestion): number | null;
  labelOf?(value: number): string;
}

export async function createMeasure(name: MeasureName): Promise<Measure> {
  switch (name) {
    case 'question_length':
      return { valueOf: ({ questionText }) => countCharacters(questionText) };
    case 'answer_length':
      return { valueOf: ({ correctAnswer }) => countCharacters(correctAnswer) };
    case 'question_words':
      return { valueOf: ({ questionText }) => countWords(questionText) };
    case 'answer_words':
      return { valueOf: ({ correctAnswer }) => countWords(correctAnswer) };
    case 'choices':
      return { valueOf: ({ incorrectAnswers }) => incorrectAnswers.length + 1 };
    case 'difficulty':
      return { valueOf: ({ difficulty }) => difficulty };
    case 'type_token_ratio':
      return { valueOf: ({ questionText }) => typeTokenRatio(questionText) };
    case 'flesch_kincaid':
      return ofReadable((counts) => scoresOf(counts).flesch_kincaid);
    case 'words_per_sentence':
      return ofReadable(({ words, sentences }) => words / sentences);
    case 'syllables_per_word':
      return ofReadable(({ syllables, words }) => syllables / words);
    case 'category':
      return numbered([...categories], ({ category }) => category);
    case 'answer_type':
      return numbered([...answerKinds], ({ correctAnswer, questionText }) =>
        kindOfAnswer(correctAnswer, questionText),
      );
  }
}

function typeTokenRatio(text: string): number | null {
  const words = readWords(text).map(({ folded }) => folded);
  return words.length === 0 ? null : new Set(words).size / words.length;
}

async function ofReadable(read: (counts: TextCounts) => number): Promise<Measure> {
  const lookUp = await loadWordFacts();
  return {
    valueOf({ questionText }) {
      const counts = countText(questionText, lookUp);
      return isReadable(counts) ? read(counts) : null;
    },
  };
}

/**
 * Labels that are not known in advance are numbered by first occurrence; results contain only the
 * names.
 */
function numbered(labels: string[], read: (question: AnalysisQuestion) => string): Measure {
  const numbers = new Map(labels.map((label, number) => [label, number]));
  return {
    valueOf(question) {
      const label = read(question);
      const number = numbers.get(label) ?? labels.push(label) - 1;
      numbers.set(label, number);
      return number;
    },
    labelOf: (value) => labels[value] ?? '',
  };
}
