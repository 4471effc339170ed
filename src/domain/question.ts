export const categories = [
  'Astronomy',
  'Geography',
  'Literature',
  'Mathematics',
  'Science',
  'General Knowledge',
] as const;

export type Category = (typeof categories)[number];

/** The name of each level stands at its number. */
export const difficultyNames = ['Basic', 'Intermediate', 'Advanced'] as const;

/** What a caller may set on a question; everything else is the service's own. */
export interface QuestionContent {
  questionText: string;
  correctAnswer: string;
  incorrectAnswers: string[];
  category: string;
  difficulty: number;
  topicFocus: string | null;
  source: string | null;
  externalId: string | null;
}

export type QuestionField = keyof QuestionContent;

export const questionFields = [
  'questionText',
  'correctAnswer',
  'incorrectAnswers',
  'category',
  'difficulty',
  'topicFocus',
  'source',
  'externalId',
] as const satisfies readonly QuestionField[];

/** The question that every example shows, in requests and in answers. */
export const exampleQuestion = {
  questionText: 'Which planet is closest to the Sun?',
  correctAnswer: 'Mercury',
  incorrectAnswers: ['Venus', 'Earth', 'Mars'],
  category: 'Astronomy',
  difficulty: 0,
  topicFocus: 'Planets',
  source: null,
  externalId: null,
} satisfies QuestionContent;

/** The content alone, without id, version and dates. */
export function contentOf(question: QuestionContent): QuestionContent {
  const { questionText, correctAnswer, incorrectAnswers, category, difficulty } = question;
  const { topicFocus, source, externalId } = question;
  return {
    questionText,
    correctAnswer,
    incorrectAnswers,
    category,
    difficulty,
    topicFocus,
    source,
    externalId,
  };
}

/** The fields in which two contents differ. */
export function changedFields(before: QuestionContent, after: QuestionContent): QuestionField[] {
  return questionFields.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

/** The category in its own spelling, however it was written; undefined when there is none such. */
export function findCategory(name: string): Category | undefined {
  const wanted = name.trim().toLowerCase();
  return categories.find((category) => category.toLowerCase() === wanted);
}

/** Two answers that differ only in case, surrounding space or Unicode form are the same answer. */
export function foldAnswer(answer: string): string {
  // Upper case first: it alone makes one of ß and ss, or of the two small sigmas.
  return answer.trim().toUpperCase().toLowerCase().normalize('NFC');
}
