import { type AnswerForms, readAnswer } from './answer-forms.ts';
import type { CanonicalWord } from './canonical-word.ts';
import { canonicalWords } from './canonical-words.ts';
import { isGeneral, isQualifier } from './contrasts.ts';
import { countryOf, isPlace } from './demonyms.ts';
import { frameWords, weakWords } from './frame-words.ts';
import { type QuestionForm, readForm } from './question-form.ts';
import { meaningOf } from './synonyms.ts';

/** The fields of a question that decide whether it duplicates another. */
export interface ComparableQuestion {
  readonly questionText: string;
  readonly correctAnswer: string;
}

/** A word of the question that says what it is about. */
export interface ContentWord {
  /** Equal for words that mean the same. */
  readonly meaning: string;
  readonly form: string;
  readonly kind: 'name' | 'number' | 'word';
  /** The preposition before its phrase, or nothing. */
  readonly preposition: string;
  /** Whether it names what is asked for, as "planet" in "which planet". */
  readonly isFocus: boolean;
  /** A superlative, an ordinal or another word without which the question is another one. */
  readonly isQualifier: boolean;
}

/** A question text read once, to be compared with several. */
export interface ReadStem {
  readonly content: readonly ContentWord[];
  readonly form: QuestionForm;
  /** All words in their order. */
  readonly text: string;
}

export interface ReadQuestion extends ReadStem {
  readonly answer: AnswerForms;
}

/** What a question asks for is said early; a longer text is a passage with a question. */
const maxCharacters = 1000;

export function readQuestion({ questionText, correctAnswer }: ComparableQuestion): ReadQuestion {
  return { ...readStem(questionText), answer: readAnswer(correctAnswer) };
}

export function readStem(questionText: string): ReadStem {
  const source =
    questionText.length > maxCharacters ? questionText.slice(-maxCharacters) : questionText;
  const words = canonicalWords(source);
  return {
    content: readContent(words),
    form: readForm(source),
    text: words.map(({ form }) => form).join(' '),
  };
}

function readContent(words: readonly CanonicalWord[]): ContentWord[] {
  const hasCase = isSentenceCase(words);
  const content: ContentWord[] = [];
  let [preposition, isFocus, isSuperlative] = ['', false, false];
  for (const word of words) {
    const { form } = word;
    const isName = hasCase && isNameLike(word);
    if (frameWords.has(form) && !isName) {
      // "Which planet", not "what is the largest planet".
      isFocus = focusWords.has(form);
      if (prepositions.has(form)) preposition = form;
      continue;
    }
    const country = countryOf(form);
    const meaning = meaningOf(country);
    const isNamed = isName || (isPlace(country) && !ambiguous.has(form));
    const kind = plainNumber.test(form) ? 'number' : isNamed ? 'name' : 'word';
    content.push({
      meaning,
      form,
      kind,
      preposition,
      isFocus: isFocus && kind === 'word',
      isQualifier: kind === 'word' && (isSuperlative || isQualifier(meaning, form)),
    });
    isSuperlative = form === 'most' || form === 'least';
    [preposition, isFocus] = ['', false];
  }
  return content;
}

/** Countries that are also common words in lower case. */
const ambiguous = new Set(['turkey', 'china', 'jordan', 'chad', 'guinea', 'polish', 'japan']);
const focusWords = new Set(['which', 'what', 'whose', 'how']);
const prepositions = new Set('of in on at to by for from with into as than'.split(' '));
const plainNumber = /^[\d.]+(?:th)?$/;

function isNameLike({ isCapitalized, isFirst, isQuoted, form }: CanonicalWord): boolean {
  return (isQuoted || (isCapitalized && !isFirst)) && !plainNumber.test(form) && form !== 'i';
}

/** In a text that is all capitals or a title, capitals say nothing. */
function isSentenceCase(words: readonly CanonicalWord[]): boolean {
  const inner = words.filter(({ isFirst, form }) => !isFirst && !plainNumber.test(form));
  const capitals = inner.filter(({ isCapitalized }) => isCapitalized).length;
  return inner.length < 4 || capitals <= 0.8 * inner.length;
}

/**
 * The words that two questions must share to be the same one, sorted; equal for most rewordings.
 * Words of little weight and general verbs are left out.
 */
export function signatureOf({ content }: ReadStem): string {
  const words = content
    .filter(
      ({ meaning, kind }) => kind !== 'word' || !(weakWords.has(meaning) || isGeneral(meaning)),
    )
    .map(({ meaning }) => meaning);
  return [...new Set(words)].sort().join(' ');
}
