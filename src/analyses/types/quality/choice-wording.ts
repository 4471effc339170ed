import { numberWordSet } from '../../kit/text/function-words.ts';
import type { Word } from '../../kit/text/words.ts';
import { isQuoting } from './asked.ts';
import { kTypeChoices } from './k-type-choices.ts';
import {
  findingOnText,
  noFindings,
  type QualityRule,
  type ReadQuestion,
  type ReadText,
  type TextFinding,
  textFields,
  textRule,
  withoutChoice,
} from './rule.ts';

const choiceFields = ['correct_answer', 'incorrect_answers'] as const;

const absoluteWords = new Set(
  'always never all every none everyone everything nobody nothing invariably'.split(' '),
);

const absoluteTerms = textRule(
  {
    id: 'absolute_terms',
    severity: 'info',
    field: ['question_text', 'incorrect_answers'],
    requires: ['correct_answer'],
    description:
      'Always, never, all, none in a wrong choice or in a true/false statement. Titles and choices ' +
      'such as "none of these" are ignored.',
    why: 'Such words are rarely true, and experienced test takers know it.',
  },
  (read, question) => {
    const isStem = read.field === 'question_text';
    if (isStem && !question.isTrueOrFalse) return noFindings;
    if (isStem && isQuoting(question.plainText)) return noFindings;
    const words = isStem ? question.plainWords : read.words;
    if (words.length < 3 || (!isStem && (catchAll.test(read.text.trim()) || isQuoted(read))))
      return noFindings;
    const isAbsolute = ({ raw, folded }: Word, at: number, all: readonly Word[]) =>
      absoluteWords.has(folded) &&
      (raw === folded || (at === 0 && isPlainAfter(all))) &&
      !isMeasure(all, at);
    const found = words.find(isAbsolute);
    // If the right choice has one too, it gives nothing away.
    if (!found || (!isStem && question.answer.words.some(isAbsolute))) return noFindings;
    const { raw, start, end } = found;
    return [{ start, end, message: `"${raw}" is an absolute term: say what holds, and where.` }];
  },
);

/** "All day", "every four years", "half of all bones", "the sum of all": how long, how often, of what. */
function isMeasure(words: readonly Word[], at: number): boolean {
  const [before, next, after] = [at - 1, at + 1, at + 2].map((index) => words[index]?.folded ?? '');
  const isTime = (word = '') =>
    /^(?:second|minute|hour|day|night|week|month|year|time|decade)s?$/.test(word);
  if (isTime(next) || (words[at]?.folded === 'every' && isTime(after))) return true;
  return words[at]?.folded === 'all' && /^(?:of|at|after)$/.test(before ?? '');
}

const vagueWords = new Set(
  'usually often sometimes rarely frequently occasionally seldom generally typically regularly mostly'.split(
    ' ',
  ),
);

const vagueAmount =
  /^(?:(?:quite|only|just|very|not|too|rather) )*(?:a (?:lot|little|bit|few|while|great deal)|many|much|some|several|few|little|lots|plenty|enough|large|small|big|high|low|often|seldom)(?: of (?:it|them))?\.?$/i;

/** "Often called", "usually eaten with": a habit, not a frequency. */
const namingWords =
  /^(?:called|known|referred|considered|thought|regarded|associated|credited|described|used|seen|found|played|made|served|attributed|said|nicknamed|abbreviated|cited|translated|confused|mistaken|misquoted|worn|eaten|written|sung|depicted|portrayed|shown|celebrated|held|given|measured|spoken|accompanied|represented|symboli[sz]ed|with|as|in|by|to|the|a|an)$/;

function isHabit(words: readonly Word[], at: number): boolean {
  const isLoose = /^(?:mostly|generally|typically|regularly)$/.test(words[at]?.folded ?? '');
  return isLoose || namingWords.test(words[at + 1]?.folded ?? '');
}

const vagueFrequency = textRule(
  {
    id: 'vague_frequency',
    severity: 'info',
    field: textFields,
    description:
      'Often, usually, sometimes, rarely in a choice or in what is asked; "quite a lot" as a choice.',
    why: 'People differ widely in what they take "often" to mean, so that the answer is arguable.',
  },
  (read, question) => {
    const isStem = read.field === 'question_text';
    const words = isStem ? question.asked.words : read.words;
    if (!isStem && isQuoted(read)) return noFindings;
    if (!isStem && vagueAmount.test(read.text) && /\bhow\b/i.test(question.asked.text))
      return [findingOnText(read, `${JSON.stringify(read.text)} is vague: give a figure.`)];
    const at = words.findIndex(
      ({ raw, folded }, index) =>
        vagueWords.has(folded) &&
        (raw === folded || (index === 0 && (words.length === 1 || isPlainAfter(words)))) &&
        !(isStem && (isHabit(words, index) || words[index - 1]?.folded === 'how')),
    );
    const found = words[at];
    if (!found) return noFindings;
    const { raw, start, end } = found;
    return [
      { start, end, message: `"${raw}" is vague: give a figure, or ask for what is certain.` },
    ];
  },
);

/** "Never at night", but not "Never Gonna Give You Up". */
function isPlainAfter(words: readonly Word[]): boolean {
  return words.slice(1).every(({ raw }) => raw === raw.toLowerCase());
}

function isQuoted({ text }: ReadText): boolean {
  return /["“”«»]/.test(text);
}

const catchAll =
  /^(?:(?:all|none|any|both|neither|either|each)(?: of| the| these| those| them| three| four| other| above| following| below| listed| given){1,4}(?: (?:answers?|options?|choices?|ones?|things|statements))?(?: (?:above|below|listed|given))?|(?:all|none) of (?:it|the others)|(?:all|none|both) (?:are|is)|(?:all|both) (?:answers?|options?|choices?|statements))(?: (?:are|is|apply|applies))?(?: (?:all |both )?(?:correct|true|right|wrong|false|possible))?\.?$/i;

const allOfTheAbove = textRule(
  {
    id: 'all_or_none_of_the_above',
    severity: 'warning',
    field: choiceFields,
    description: 'A choice such as "all of the above" or "none of these".',
    why: 'Knowing one or two of the other choices is enough to judge it, and "above" is wrong once choices are shuffled.',
  },
  (read, question) => {
    const { wrong } = question;
    const text = read.text.trim();
    if (read.words.length > 8 || !(catchAll.test(text) || isLoneNone(text, question)))
      return noFindings;
    const message = `${JSON.stringify(read.text)} refers to the other choices.`;
    return [{ ...findingOnText(read, message), ...withoutChoice(wrong, read) }];
  },
);

/** "None" among names means none of them; among numbers it is one. */
function isLoneNone(text: string, { answer, wrong, asked }: ReadQuestion): boolean {
  return (
    /^none\.?$/i.test(text) &&
    wrong.length > 1 &&
    !/\bhow (?:many|much|often|long)\b/i.test(asked.text) &&
    [answer, ...wrong].every(
      (each) =>
        !/\d/.test(each.text) &&
        !each.words.some(({ folded }) => numberWordSet.has(folded) || amounts.has(folded)),
    )
  );
}

const amounts = new Set('all both few half many most once several some twice'.split(' '));

const negativeOption: QualityRule = textRule(
  {
    id: 'negative_option',
    severity: 'info',
    field: choiceFields,
    description: 'A choice that says what is not so, next to choices without a negation.',
    why: 'Negations are overlooked under time pressure; a positive choice tests knowledge.',
  },
  (read) => {
    if (read.words.length < 3 || isQuoted(read)) return noFindings;
    const lower = read.words.filter(({ raw }) => raw === raw.toLowerCase()).length;
    // Titles and names: "Never Let Me Go".
    if (lower < read.words.length / 2) return noFindings;
    const found = read.words.find(({ folded }, at) =>
      isNegation(folded, read.words[at + 1]?.folded),
    );
    if (!found) return noFindings;
    const { start, end, raw } = found;
    const finding: TextFinding = {
      start,
      end,
      message: `"${raw}": say what is so instead of what is not.`,
    };
    return [finding];
  },
);

function isNegation(word: string, next = ''): boolean {
  if (word === 'not') return next !== 'only';
  return word === 'cannot' || word.endsWith("n't");
}

export const choiceWordingRules: readonly QualityRule[] = [
  absoluteTerms,
  vagueFrequency,
  allOfTheAbove,
  kTypeChoices,
  negativeOption,
];
