import { kinds } from '../../kit/text/characters.ts';
import { doubledWord } from './doubled-word.ts';
import { controlCharacter } from './encoding.ts';
import { htmlEntity, htmlTag } from './html.ts';
import { unexpectedLanguage } from './language.ts';
import { markdown } from './markdown.ts';
import { misspelling } from './misspelling.ts';
import { unbalancedBrackets, unbalancedQuotes } from './pairs.ts';
import {
  findingOnText,
  noFindings,
  type QualityRule,
  type ReadText,
  textFields,
  textRule,
} from './rule.ts';
import { strayWhitespace } from './whitespace.ts';

const allCapitals = textRule(
  {
    id: 'all_capitals',
    severity: 'warning',
    field: textFields,
    description: 'At least four words, all in capitals; lists of acronyms are ignored.',
    why: 'Capitals are read more slowly and hide which words are names.',
  },
  (read) => {
    if (read.kinds & kinds.lowerCase || read.words.length < 4) return noFindings;
    const { text } = read;
    const isUpperCase = text === text.toUpperCase() && text !== text.toLowerCase();
    if (!isUpperCase) return noFindings;
    const words = read.words.filter(({ raw }) => raw.length > 1 && raw !== raw.toLowerCase());
    // A list of acronyms has no long word.
    const isProse =
      words.filter(({ raw }) => raw.length >= 5 && /[AEIOUYÄÖÜ]/.test(raw)).length >= 2;
    return words.length >= 4 && isProse
      ? [findingOnText(read, 'The whole text is in capitals.')]
      : noFindings;
  },
);

const wholePlaceholders = new Set(
  (
    'tbd|tba|todo|fixme|xxx|asdf|asdfgh|qwerty|foo|foo bar|test question|test answer|placeholder|' +
    'your question here|question here|question text|question text here|insert question here|' +
    'answer here|correct answer|correct answer here|your answer here|insert answer here|' +
    'wrong answer|incorrect answer|lorem ipsum|lorem ipsum dolor|n/a'
  ).split('|'),
);

const placeholderStarts = new Set(
  [...wholePlaceholders].map((each) => each.split(/[ /]/)[0] ?? ''),
);

const placeholderPart =
  /\b(?:TODO|FIXME|TBD)\b ?:|\[(?:insert|your|question|answer|todo|tbd)\b[^\]]{0,60}\]|\{\{[^{}]{1,60}\}\}|\blorem ipsum dolor\b/gi;

/** A cheap necessary condition for `placeholderPart`. */
const partSign = /[:[{]|lorem/i;

const placeholder = textRule(
  {
    id: 'placeholder',
    severity: 'error',
    field: textFields,
    requires: ['question_text'],
    description: 'Placeholder text: TODO, [insert answer], lorem ipsum, xxx.',
    why: 'The text was never written.',
  },
  (read, { stem }) => {
    const isOption =
      /^(?:option|choice) [A-H\d]$/i.test(read.text) && !/option|choice/i.test(stem.text);
    if (
      isOption ||
      (isPlaceholder(read) && !/\bfiller|placeholder|dummy|typeset\w*/i.test(stem.text))
    ) {
      return [findingOnText(read, `${JSON.stringify(read.text.trim())} is a placeholder.`)];
    }
    if (read.field !== 'question_text' || !partSign.test(read.text)) return noFindings;
    return Array.from(read.text.matchAll(placeholderPart), ({ 0: part, index }) => ({
      start: index,
      end: index + part.length,
      message: `${JSON.stringify(part)} is a placeholder.`,
    }));
  },
);

/** XXX in capitals is the Roman numeral thirty. */
function isPlaceholder({ text, words }: ReadText): boolean {
  if (words.length > 3 || !placeholderStarts.has(words[0]?.folded ?? '')) return false;
  const trimmed = text.trim();
  return (
    trimmed !== 'XXX' && wholePlaceholders.has(trimmed.toLowerCase().replace(/[.?!:]{1,10}$/, ''))
  );
}

const answerIsQuestion = textRule(
  {
    id: 'answer_is_question',
    severity: 'error',
    field: ['correct_answer'],
    description: 'The answer is the question itself.',
    why: 'The answer was never written.',
  },
  (read, { stem }) => {
    const { words } = read;
    const isSame =
      words.length > 0 &&
      words.length === stem.words.length &&
      words.every(({ folded }, at) => folded === stem.words[at]?.folded);
    return isSame ? [findingOnText(read, 'The answer repeats the question.')] : noFindings;
  },
);

export const hygieneRules: readonly QualityRule[] = [
  htmlEntity,
  htmlTag,
  markdown,
  strayWhitespace,
  controlCharacter,
  unbalancedQuotes,
  unbalancedBrackets,
  allCapitals,
  placeholder,
  misspelling,
  doubledWord,
  unexpectedLanguage,
  answerIsQuestion,
];
