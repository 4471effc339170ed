import { kinds } from '../../kit/text/characters.ts';
import { auxiliaries, functionWords, interrogatives } from '../../kit/text/function-words.ts';
import { countWords } from '../../kit/text/words.ts';
import { answerInStem } from './given-away.ts';
import { negativeStem } from './negative-stem.ts';
import { phraseFinder } from './phrases.ts';
import {
  findingOnText,
  noFindings,
  type QualityRule,
  type ReadQuestion,
  type ReadText,
  stemRule,
  type TextFinding,
  textRule,
} from './rule.ts';

const imperatives = new Set(
  (
    'name complete identify list give state define describe explain find calculate solve evaluate ' +
    'simplify translate fill finish select choose pick match arrange order determine compute spell ' +
    'guess convert factor factorise factorize prove write differentiate integrate tell show round ' +
    'expand true rearrange unscramble supply provide estimate'
  ).split(' '),
);

const noQuestion = stemRule(
  {
    id: 'no_question',
    severity: 'warning',
    description:
      'Not a question: no question mark, no blank to fill in, no request. True/false statements ' +
      'are ignored.',
  },
  ({ stem, isTrueOrFalse }) => {
    const { text, words } = stem;
    const first = words[0]?.folded ?? '';
    if (stem.kinds & kinds.questionMark || isTrueOrFalse || imperatives.has(first))
      return noFindings;
    // Thai marks questions by particles.
    if (/[？؟⁇՞]|_{2,}|\p{Script=Thai}/u.test(text)) return noFindings;
    // "Water boils at:" and "To be or …" are meant to be completed.
    if (/(?:…|:|\.{3})["”']?$/.test(text.slice(-5))) return noFindings;
    const asks =
      interrogatives.has(first) ||
      auxiliaries.has(first) ||
      (functionWords.has(first) && interrogatives.has(words[1]?.folded ?? '')) ||
      words.some(({ folded }) => folded === 'what');
    if (!asks) return [findingOnText(stem, 'The text is not a question.')];
    const end = text.length;
    const start = text.endsWith('.') ? end - 1 : end;
    return [{ start, end, message: 'The question mark is missing.', fix: '?' }];
  },
);

const severalQuestions = stemRule(
  {
    id: 'several_questions',
    severity: 'warning',
    description: 'More than one question; questions inside quotations are ignored.',
  },
  (question) => {
    const found = secondMark(question) ?? secondAsking(question);
    return found ? [found] : noFindings;
  },
);

/** A second question mark after at least two words. */
function secondMark({ plainText, plainWords }: ReadQuestion): TextFinding | undefined {
  const first = plainText.indexOf('?');
  const second = first < 0 ? -1 : plainText.indexOf('?', first + 1);
  if (second < 0) return undefined;
  const between = plainWords.filter(({ start }) => start > first && start < second);
  const begin = between[0]?.start;
  return begin === undefined || between.length < 2 || /[([]\s*$/.test(plainText.slice(first, begin))
    ? undefined
    : { start: begin, end: second + 1, message: 'This is a second question.' };
}

/** "Who painted it, and when?", "when and where did", "and what is". */
function secondAsking({ plainText, plainWords: words }: ReadQuestion): TextFinding | undefined {
  for (let at = 0; at < words.length; at += 1) {
    const [word, asking] = [words[at], words[at + 1]];
    if (word?.folded !== 'and' || !asking || !interrogatives.has(asking.folded)) continue;
    if (!words.slice(0, 3).some(({ folded }) => interrogatives.has(folded))) return undefined;
    const next = words[at + 2];
    const isLast = plainText.charAt(asking.end) === '?';
    const isFull =
      next !== undefined &&
      auxiliaries.has(next.folded) &&
      asking.folded !== 'who' &&
      asking.folded !== 'which';
    const isPair = interrogatives.has(words[at - 1]?.folded ?? '');
    const message = `"and ${asking.raw}" starts a second question.`;
    if (isLast || isFull || isPair) return { start: word.start, end: asking.end, message };
  }
  return undefined;
}

const tooLong = textRule(
  {
    id: 'too_long',
    severity: 'warning',
    field: ['question_text', 'correct_answer'],
    description: 'More words than max_words (question) or max_answer_words (answer).',
  },
  (read, _question, { max_words, max_answer_words }) => {
    const limit = read.field === 'question_text' ? max_words : max_answer_words;
    const words = wordsIn(read);
    return words > limit
      ? [findingOnText(read, `${words} words; the maximum is ${limit}.`)]
      : noFindings;
  },
);

const tooShort = stemRule(
  {
    id: 'too_short',
    severity: 'warning',
    description: 'Fewer than three words or numbers.',
  },
  ({ stem }) => {
    const words = wordsIn(stem);
    if (words >= 3) return noFindings;
    const signs = stem.text.match(/[+−×÷=*/^√∫<>%-]/g)?.length ?? 0;
    if (words + signs >= 3) return noFindings;
    return [findingOnText(stem, `The question has only ${words} words.`)];
  },
);

/** Only beyond ASCII are there scripts without spaces. */
function wordsIn({ text, words, kinds: textKinds }: ReadText): number {
  return textKinds & kinds.nonAscii ? countWords(text, words) : words.length;
}

const findChoosing = phraseFinder([
  'of these',
  'of the following',
  'of the below',
  'of the options',
  'the following is',
  'the following are',
]);

const missingChoices = stemRule(
  {
    id: 'missing_choices',
    severity: 'warning',
    description:
      'The question needs choices ("which of these"), but neither the text nor incorrect_answers has any.',
  },
  ({ stem, wrong, plainText, plainWords, isTrueOrFalse }) => {
    if (wrong.length > 0 || isTrueOrFalse) return noFindings;
    const found = findChoosing(plainWords, plainText);
    if (found.length === 0 || /[:\n;]/.test(stem.text)) return noFindings;
    if (plainWords.some(({ folded }) => folded === 'or')) return noFindings;
    return found
      .filter(({ first }) => isAsking(plainWords, first))
      .map(({ start, end }) => ({ start, end, message: 'There are no choices.' }));
  },
);

function isAsking(words: readonly { folded: string }[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 3), at).map(({ folded }) => folded);
  return before.some((word) => ['which', 'what', 'who', 'one', 'all'].includes(word));
}

export const stemRules: readonly QualityRule[] = [
  answerInStem,
  negativeStem,
  missingChoices,
  noQuestion,
  severalQuestions,
  tooLong,
  tooShort,
];
