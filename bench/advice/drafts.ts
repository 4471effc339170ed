import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';

/** A question that is being written, in REST names. */
export interface Draft {
  readonly question_text: string;
  readonly correct_answer: string;
  readonly category: string;
  readonly difficulty: number;
}

export type Edit = (draft: Draft, random: () => number) => Draft | undefined;

const retext = (draft: Draft, change: (text: string) => string): Draft | undefined => {
  const question_text = change(draft.question_text);
  return question_text === draft.question_text ? undefined : { ...draft, question_text };
};

/** What a hurried author changes without asking anything else. */
export const lightEdits: Readonly<Record<string, Edit>> = {
  'case and punctuation': (draft) =>
    retext(draft, (text) => text.toUpperCase().replace(/[?.!]+$/, '')),
  'a slip of two letters': (draft, random) => retext(draft, (text) => swapLetters(text, random)),
  'articles left out': (draft) => retext(draft, (text) => text.replace(/ (the|an?) /gi, ' ')),
};

function swapLetters(text: string, random: () => number): string {
  const words = [...text.matchAll(/\p{Ll}{5,}/gu)];
  const word = words[Math.floor(random() * words.length)];
  if (!word) return text;
  const at = word.index + 1 + Math.floor(random() * (word[0].length - 2));
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
}

/** Questions that have one of these forms can be asked in another one. */
const rewordings: readonly (readonly [RegExp, string])[] = [
  [/^who wrote (.+?)\?*$/i, '$1 was written by which author?'],
  [/^who (?:sang|sings) (.+?)\?*$/i, 'Which singer performed $1?'],
  [/^who directed (.+?)\?*$/i, '$1 was directed by whom?'],
  [/^who (invented|discovered|painted|composed) (.+?)\?*$/i, 'By whom was $2 $1?'],
  [/^who played (.+?)\?*$/i, 'Which actor played $1?'],
  [/^what is the capital (?:city )?of (.+?)\?*$/i, 'Which city is the capital of $1?'],
  [/^what is the name of (.+?)\?*$/i, 'What is $1 called?'],
  [/^in (?:what|which) year (did|was|were) (.+?)\?*$/i, 'When $1 $2?'],
  [/^when (did|was|were) (.+?)\?*$/i, 'In which year $1 $2?'],
  [/^where (was|is) (.+?) born\?*$/i, 'What is the birthplace of $2?'],
  [/^where (is|was|are) (.+?)\?*$/i, 'In which place $1 $2?'],
  [/^what (country|city|state|river|planet|animal) (.+?)\?*$/i, 'Which $1 $2?'],
  [/^which of the following (.+?)\?*$/i, 'Which one of these $1?'],
  [/^how many (.+?) (are|were) there in (.+?)\?*$/i, 'What is the number of $1 in $3?'],
  [/^what was the first (.+?)\?*$/i, 'Which was the earliest $1?'],
  [/^what is the (?:largest|biggest) (.+?)\?*$/i, 'Which is the biggest $1?'],
];

/** The same question in other words; undefined if no form fits. */
export const reword: Edit = (draft) =>
  retext(draft, (text) => {
    const fitting = rewordings.find(([form]) => form.test(text));
    return fitting ? text.replace(...fitting) : text;
  });

/** Drafts that cost the most, or the least. */
export function hostileDrafts(bank: readonly Draft[]): Readonly<Record<string, object>> {
  const random = createRandom(3);
  const words = bank.flatMap(({ question_text }) => question_text.split(' '));
  const anyWords = (length: number) => {
    let text = '';
    while (text.length < length) text += ` ${words[Math.floor(random() * words.length)]}`;
    return text.slice(0, length);
  };
  const letters = () => Math.floor(random() * 26 ** 5).toString(26);
  const draft = { category: 'Science', difficulty: 1, correct_answer: 'music' };
  return {
    'only frequent words': {
      ...draft,
      question_text: 'What is the name of the first film in the world with people and music?',
    },
    'a template': {
      ...draft,
      question_text: 'What is the capital of France?',
      correct_answer: 'Paris',
    },
    'the most frequent answer': {
      ...draft,
      question_text: 'What type of music is this movie known for?',
      correct_answer: 'Q30',
    },
    'only stop words': { ...draft, question_text: 'Who is who?', correct_answer: 'The Who' },
    '2,000 characters of the bank': { ...draft, question_text: anyWords(2000) },
    '2,000 characters of no words': {
      ...draft,
      question_text: Array.from({ length: 400 }, letters).join(' ').slice(0, 2000),
      incorrect_answers: Array.from({ length: 20 }, () => anyWords(1000)),
    },
    '10,000 characters': { ...draft, question_text: anyWords(10_000) },
    'empty text': { ...draft, question_text: '' },
    nothing: {},
  };
}
