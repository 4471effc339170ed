import { graphql, type ResultOf } from '../api/graphql.ts';
import type { Category, Level } from '../parts/labels.tsx';

export const currentDocument = graphql(`
  query CurrentQuestion($id: ID!) {
    question(id: $id) {
      version
      questionText
      correctAnswer
      incorrectAnswers
      acceptedAnswers
      category
      difficulty
      topicFocus
    }
  }
`);

export type Current = NonNullable<ResultOf<typeof currentDocument>['question']>;

/** What is typed, before it is saved. */
export interface Draft {
  readonly questionText: string;
  readonly correctAnswer: string;
  /** One a line. */
  readonly incorrectAnswers: string;
  readonly acceptedAnswers: string;
  /** Empty until it is chosen for a new question. */
  readonly category: Category | '';
  readonly difficulty: Level | '';
  readonly topicFocus: string;
}

export const emptyDraft: Draft = {
  questionText: '',
  correctAnswer: '',
  incorrectAnswers: '',
  acceptedAnswers: '',
  category: '',
  difficulty: '',
  topicFocus: '',
};

export function draftOf(question: Current): Draft {
  return {
    questionText: question.questionText,
    correctAnswer: question.correctAnswer,
    incorrectAnswers: question.incorrectAnswers.join('\n'),
    acceptedAnswers: question.acceptedAnswers.join('\n'),
    category: question.category,
    difficulty: question.difficulty,
    topicFocus: question.topicFocus ?? '',
  };
}

export function touched(base: Current, draft: Draft): Partial<Draft> {
  const before = draftOf(base);
  const entries = Object.entries(draft) as [keyof Draft, string][];
  return Object.fromEntries(entries.filter(([name, value]) => before[name] !== value));
}

export function changesOf(base: Current, draft: Draft) {
  return valuesOf(touched(base, draft));
}

/** The fields of a new question that have a value. */
export function inputOf(draft: Draft) {
  const entries = Object.entries(draft) as [keyof Draft, string][];
  const given = entries.filter(([, value]) => value.trim() !== '');
  return valuesOf(Object.fromEntries(given) as Partial<Draft>);
}

const required = ['questionText', 'correctAnswer', 'category', 'difficulty'] as const;

export function missingIn(draft: Draft): readonly string[] {
  return required.filter((name) => draft[name].trim() === '');
}

function valuesOf(draft: Partial<Draft>) {
  const { incorrectAnswers, acceptedAnswers, topicFocus, category, difficulty, ...texts } = draft;
  return {
    ...texts,
    ...(category && { category }),
    ...(difficulty && { difficulty }),
    ...(incorrectAnswers !== undefined && { incorrectAnswers: linesOf(incorrectAnswers) }),
    ...(acceptedAnswers !== undefined && { acceptedAnswers: linesOf(acceptedAnswers) }),
    ...(topicFocus !== undefined && { topicFocus: topicFocus.trim() || null }),
  };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

const labels: Readonly<Record<string, string>> = {
  difficulty: 'level',
  'question text': 'question',
  'topic focus': 'topic',
};

/** What the editor calls a field, by its name in GraphQL or REST. */
export function wordsOf(name: string): string {
  const words = name.replace(/_|(?=[A-Z])/g, ' ').toLowerCase();
  return labels[words] ?? words;
}
