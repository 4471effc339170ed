import { askingWords, auxiliaries, functionWords } from './function-words.ts';
import { answerInStem } from './given-away.ts';
import { negativeStem } from './negative-stem.ts';
import {
  type QualityRule,
  type ReadQuestion,
  type Remark,
  remarkOnAll,
  stemRule,
  textRule,
} from './rule.ts';
import { countWords, phraseFinder } from './words.ts';

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
    group: 'flaws',
    severity: 'warning',
    description:
      'The text asks nothing: no question mark, no blank to fill, no request. Statements that ' +
      'are true or false are left alone.',
  },
  ({ questionText: text, words, isTrueOrFalse }) => {
    const first = words[0]?.folded ?? '';
    // Thai asks by particles, without a mark.
    if (isTrueOrFalse || /[?？؟⁇՞]|_{2,}|\p{Script=Thai}/u.test(text) || imperatives.has(first))
      return [];
    // "Water boils at:" and "To be or …" are to be completed.
    if (/(?:…|:|\.{3})["”']?$/.test(text.slice(-5))) return [];
    const asks =
      askingWords.has(first) ||
      auxiliaries.has(first) ||
      (functionWords.has(first) && askingWords.has(words[1]?.folded ?? '')) ||
      words.some(({ folded }) => folded === 'what');
    if (!asks) return [remarkOnAll(text, 'The text asks nothing.')];
    const end = text.length;
    const start = text.endsWith('.') ? end - 1 : end;
    return [{ start, end, message: 'The question has no question mark.', fix: '?' }];
  },
);

const severalQuestions = stemRule(
  {
    id: 'several_questions',
    group: 'flaws',
    severity: 'warning',
    description: 'More than one question at once; one inside a quotation is left alone.',
  },
  (question) => [...secondMarks(question), ...secondAskings(question)].slice(0, 1),
);

/** A second question mark with words of its own. */
function secondMarks({ plainText, plainWords }: ReadQuestion): Remark[] {
  const first = plainText.indexOf('?');
  if (first < 0) return [];
  const second = plainText.indexOf('?', first + 1);
  const between = plainWords.filter(({ start }) => start > first && start < second);
  const begin = between[0]?.start;
  return begin === undefined || between.length < 2 || /[([]\s*$/.test(plainText.slice(first, begin))
    ? []
    : [{ start: begin, end: second + 1, message: 'This is a second question.' }];
}

/** "Who painted it, and when?", "when and where did", "and what is". */
function secondAskings({ plainText, plainWords: words }: ReadQuestion): Remark[] {
  if (!words.slice(0, 3).some(({ folded }) => askingWords.has(folded))) return [];
  return words.flatMap((word, at): Remark[] => {
    const [asking, next] = [words[at + 1], words[at + 2]];
    if (word.folded !== 'and' || !asking || !askingWords.has(asking.folded)) return [];
    const isLast = plainText.charAt(asking.end) === '?';
    const isFull =
      next !== undefined &&
      auxiliaries.has(next.folded) &&
      asking.folded !== 'who' &&
      asking.folded !== 'which';
    const isPair = askingWords.has(words[at - 1]?.folded ?? '');
    const message = `"and ${asking.raw}" asks for something else as well.`;
    return isLast || isFull || isPair ? [{ start: word.start, end: asking.end, message }] : [];
  });
}

const tooLong = textRule(
  {
    id: 'too_long',
    group: 'flaws',
    severity: 'warning',
    field: ['question_text', 'correct_answer'],
    description: 'More words than max_words (question) or max_answer_words (answer) allow.',
  },
  (text, _question, field, { max_words, max_answer_words }) => {
    const [limit, words] = [
      field === 'question_text' ? max_words : max_answer_words,
      countWords(text),
    ];
    return words > limit ? [remarkOnAll(text, `${words} words; ${limit} are enough.`)] : [];
  },
);

const tooShort = stemRule(
  {
    id: 'too_short',
    group: 'flaws',
    severity: 'warning',
    description: 'Fewer than three words or numbers: hardly a question by itself.',
  },
  ({ questionText: text }) => {
    const words = countWords(text);
    const signs = text.match(/[+−×÷=*/^√∫<>%-]/g)?.length ?? 0;
    return words + signs >= 3 ? [] : [remarkOnAll(text, `Only ${words} words make the question.`)];
  },
);

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
    group: 'flaws',
    severity: 'warning',
    description:
      'The question needs choices ("which of these") and has none, within it or beside it.',
  },
  ({ plainText, plainWords, questionText, incorrectAnswers, isTrueOrFalse }) => {
    if (incorrectAnswers.length > 0 || isTrueOrFalse) return [];
    if (/[:\n;]/.test(questionText) || plainWords.some(({ folded }) => folded === 'or')) return [];
    return findChoosing(plainWords, plainText)
      .filter(({ first }) => isAsking(plainWords, first))
      .map(({ start, end }) => ({ start, end, message: 'There is nothing to choose from.' }));
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
