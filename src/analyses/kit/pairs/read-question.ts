import { type AnswerForms, readAnswer } from './answer-forms.ts';
import type { CanonicalWord } from './canonical-word.ts';
import { canonicalWords, plainWords } from './canonical-words.ts';
import { isQualifier, isSex } from './contrasts.ts';
import { countryOf, isPlace } from './demonyms.ts';
import { frameWords } from './frame-words.ts';
import { isYear } from './number-words.ts';
import { rephrase } from './phrasings.ts';
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
  /** In a description between commas: ", who died in 2019,". */
  readonly isAside: boolean;
  /** What something has: "boyfriend" in "the babysitter's boyfriend". */
  readonly isOwned: boolean;
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

/** The opening of a passage may say that choices follow. */
const maxOpening = 300;

export function readQuestion({ questionText, correctAnswer }: ComparableQuestion): ReadQuestion {
  return { ...readStem(questionText), answer: readAnswer(correctAnswer) };
}

export function readStem(questionText: string): ReadStem {
  const source = asSuperlatives(
    questionText.length > maxCharacters ? questionText.slice(-maxCharacters) : questionText,
  );
  const words = rephrase(canonicalWords(source));
  return {
    content: readContent(words, asidesIn(source), ownedIn(source)),
    form: readForm(
      questionText.length > maxCharacters
        ? `${questionText.slice(0, maxOpening)} ${source}`
        : source,
    ),
    text: words.map(({ form }) => form).join(' '),
  };
}

const others =
  '(?:any(?: of the)? others?|all(?: of)?(?: the)? others?|every other|anything else|anyone else|anybody else)(?: one)?';
const between = '((?: (?!is |are |was |were )\\p{L}+){0,4})';
const comparative = new RegExp(`\\b(\\p{L}{2,}e)r${between} than ${others}\\b`, 'gu');
const more = new RegExp(`\\bmore${between} than ${others}\\b`, 'gu');

const unsurpassed =
  /^No (?:other )?(\p{L}+(?: \p{L}+){0,3}?) (?:is|are|was|were|stands|runs|lies) (\p{L}{2,}e)r than (?:which|what)(?: one)?\b/u;

/** "Longer than any other" and "no … is longer than which" as "longest", "#1" as "first". */
function asSuperlatives(source: string): string {
  const text = source.replace(/#1\b/g, 'first');
  if (!text.includes(' than ')) return text;
  return text
    .replace(comparative, '$1st$2')
    .replace(more, 'most$1')
    .replace(unsurpassed, 'Which $1 is the $2st');
}

const aside =
  /(?<=\p{L}["”)]?), (?:who|which|whose|an?|the|formerly|once|then|later|also|born|aged|founded|located|released|published|known) [^,?;]{3,90},(?= )/gu;

const noForms: ReadonlySet<string> = new Set();

/** The forms in descriptions between commas, which can be left out. */
function asidesIn(source: string): ReadonlySet<string> {
  if (source.indexOf(',') === source.lastIndexOf(',')) return noForms;
  const found = source.match(aside) ?? [];
  return new Set(found.flatMap((part) => canonicalWords(part).map(({ form }) => form)));
}

/** The words right after a genitive. */
function ownedIn(source: string): ReadonlySet<string> {
  if (!/['’]/.test(source)) return noForms;
  const found = [
    ...source.matchAll(
      /\p{L}['’]s? (?!(?:real|full|first|own|former|home|most|birth|middle|last|original|younger|older|elder|little|big) )(\p{L}+)/gu,
    ),
  ].map(([, word]) => word ?? '');
  return new Set(found.flatMap((word) => plainWords(word).map(({ form }) => form)));
}

function readContent(
  words: readonly CanonicalWord[],
  asides: ReadonlySet<string>,
  owned: ReadonlySet<string>,
): ContentWord[] {
  const hasCase = isSentenceCase(words);
  const content: ContentWord[] = [];
  let [preposition, isFocus, isSuperlative] = ['', false, false];
  for (const [at, word] of words.entries()) {
    const { form } = word;
    const isName = hasCase && (isNameLike(word) || beginsName(words, at));
    if (frameWords.has(form) && !isName) {
      // "Which planet", not "what is the largest planet".
      isFocus = focusWords.has(form);
      if (prepositions.has(form)) preposition = form;
      continue;
    }
    // "The longest one".
    if (
      form === '1' &&
      content.at(-1)?.isQualifier &&
      words[at - 1]?.form === content.at(-1)?.form
    ) {
      continue;
    }
    // What happens once happens first: "was first released".
    if (form === '1th' && happensOnce(words[at + 1])) continue;
    const country = countryOf(form);
    const meaning = isThere(words, at)
      ? 'find'
      : isPlaying(words, at)
        ? 'perform'
        : meaningOf(country);
    const isNamed = isName || (isPlace(country) && !ambiguous.has(form));
    const isNumber = plainNumber.test(form) && !isInTitle(words, at);
    const kind = isNumber ? 'number' : isNamed || plainNumber.test(form) ? 'name' : 'word';
    content.push({
      meaning,
      form,
      kind,
      preposition,
      isFocus: isFocus && kind === 'word',
      isAside: asides.has(form),
      isOwned: owned.has(form),
      // "Most times" says as much as "most".
      isQualifier:
        kind === 'word' &&
        ((isSuperlative && form !== 'times') ||
          isQualifier(meaning, form) ||
          (isSex(meaning, form) && isContest(words))),
    });
    isSuperlative = form === 'most' || form === 'least';
    // "Which Spanish author" asks for the author.
    [preposition, isFocus] = ['', isFocus && (country !== form || kind === 'name')];
  }
  return withoutSolarSystem(content);
}

/** "Twenty Thousand Leagues under the Sea": part of a title of several words; a year tells works with one title apart. */
function isInTitle(words: readonly CanonicalWord[], at: number): boolean {
  if (isYear(words[at]?.form ?? '')) return false;
  const isTitled = (word: CanonicalWord | undefined) =>
    word?.isQuoted === true && /^\p{L}{2}/u.test(word.form);
  return words[at]?.isQuoted === true && (isTitled(words[at - 1]) || isTitled(words[at + 1]));
}

/** Works and inventions appear once, whatever is won or held again. */
const beginnings = new Set(
  'release publish issue reveal unveil introduce launch air broadcast premiere announce invent discover patent'
    .split(' ')
    .map(meaningOf),
);

function happensOnce(word: CanonicalWord | undefined): boolean {
  return /ed$/.test(word?.form ?? '') && beginnings.has(meaningOf(word?.form ?? ''));
}

/** "Did he play", "to play": not a play. */
function isPlaying(words: readonly CanonicalWord[], at: number): boolean {
  const form = words[at]?.form ?? '';
  if (form === 'played' || form === 'playing') return true;
  if (form === 'plays' && /^(?:who|which|what)$/.test(words[at - 1]?.form ?? '')) return true;
  return (
    form === 'play' && words.slice(0, at).some((word) => /^(?:to|did|does|do)$/.test(word.form))
  );
}

/** "South Korea has …": a sentence may begin with a name of several words. */
function beginsName(words: readonly CanonicalWord[], at: number): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (!word?.isFirst || !word.isCapitalized || frameWords.has(word.form)) return false;
  return next !== undefined && isNameLike(next) && !next.isQuoted && /^\p{L}/u.test(next.form);
}

/** "Is found in" says where something is, "founded" who began it. */
function isThere(words: readonly CanonicalWord[], at: number): boolean {
  const [before = '', next = ''] = [words[at - 1]?.form, words[at + 1]?.form];
  return words[at]?.form === 'found' && /^(?:is|are|be|was|were)$/.test(before) && next !== 'by';
}

/** Planets are those of the Solar System, unless the question says otherwise. */
function withoutSolarSystem(content: ContentWord[]): ContentWord[] {
  const isSystem = ({ form }: ContentWord) => form === 'solar' || form === 'system';
  const rest = content.filter((word) => !isSystem(word));
  const isNamed = content.length - rest.length === 2 && rest.length > 1;
  return isNamed && rest.some(({ meaning }) => meaning === planet) ? rest : content;
}

const planet = meaningOf('planet');

/** Whether it is about what men and women win by themselves, or of whom the first or best is asked for. */
function isContest(words: readonly CanonicalWord[]): boolean {
  return words.some(({ form }) => contest.test(form) || isQualifier(form, form));
}

const contest = /^(?:champion|win|won|title|team|singles|doubles|record|medal|gold|cup)/;

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
