import { type AnswerForms, readAnswer } from './answer-forms.ts';
import type { CanonicalWord } from './canonical-word.ts';
import { canonicalWords } from './canonical-words.ts';
import { countryOf } from './demonyms.ts';
import { frameWords } from './frame-words.ts';
import { type QuestionForm, readForm } from './question-form.ts';
import { meaningOf } from './synonyms.ts';

/** The fields of a question that decide whether it duplicates another. */
export interface ComparableQuestion {
  readonly questionText: string;
  readonly correctAnswer: string;
  readonly incorrectAnswers?: readonly string[];
}

/** A word of the question that says what it is about. */
export interface ContentWord {
  /** Equal for words that mean the same. */
  readonly meaning: string;
  readonly form: string;
  readonly kind: 'name' | 'number' | 'word';
  /** The phrase it belongs to: words without a function word between them. */
  readonly phrase: number;
  /** Whether it names what is asked for, as "planet" in "which planet". */
  readonly isFocus: boolean;
}

/** A question read once, to be compared with several. */
export interface ReadQuestion {
  readonly content: readonly ContentWord[];
  /** Each phrase as text, with the preposition before it. */
  readonly phrases: readonly string[];
  readonly form: QuestionForm;
  readonly answer: AnswerForms;
  readonly wrongAnswers: readonly string[];
  /** All words in their order. */
  readonly text: string;
}

export function readQuestion(question: ComparableQuestion): ReadQuestion {
  const { questionText, correctAnswer, incorrectAnswers = [] } = question;
  const words = canonicalWords(questionText);
  const hasCase = isSentenceCase(words);
  const content: ContentWord[] = [];
  const phrases: string[] = [];
  let [phrase, preposition, isFocus] = [-1, '', false];
  let isInPhrase = false;
  for (const word of words) {
    const { form } = word;
    const isName = hasCase && isNameLike(word);
    if (frameWords.has(form) && !isName) {
      if (focusWords.has(form)) isFocus = true;
      if (prepositions.has(form)) preposition = form;
      isInPhrase = false;
      continue;
    }
    if (!isInPhrase) {
      phrase += 1;
      phrases.push(preposition);
      [isInPhrase, preposition] = [true, ''];
    }
    const meaning = meaningOf(countryOf(form));
    const kind = /^[\d.]+(?:th)?$/.test(form) ? 'number' : isName ? 'name' : 'word';
    phrases[phrase] += ` ${meaning}`;
    content.push({ meaning, form, kind, phrase, isFocus: isFocus && kind === 'word' });
    isFocus = false;
  }
  return {
    content,
    phrases,
    form: readForm(questionText),
    answer: readAnswer(correctAnswer),
    wrongAnswers: incorrectAnswers.map((each) => readAnswer(each).key),
    text: words.map(({ form }) => form).join(' '),
  };
}

const focusWords = new Set(['which', 'what', 'whose', 'how']);
const prepositions = new Set(
  'of in on at to by for from with into as than before after'.split(' '),
);

function isNameLike({ isCapitalized, isFirst, isQuoted, form }: CanonicalWord): boolean {
  return (isQuoted || (isCapitalized && !isFirst)) && !/^[\d.]+(?:th)?$/.test(form) && form !== 'i';
}

/** In a text that is all capitals, all lower case or a title, capitals say nothing. */
function isSentenceCase(words: readonly CanonicalWord[]): boolean {
  const capitals = words.filter(({ isCapitalized }) => isCapitalized).length;
  return capitals <= 0.75 * words.length || words.length < 5;
}
