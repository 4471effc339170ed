import { htmlEntity, htmlTag } from './html.ts';
import { unbalancedBrackets, unbalancedQuotes } from './pairs.ts';
import { type QualityRule, type Remark, remarkOnAll, textFields, textRule } from './rule.ts';
import { strayWhitespace } from './whitespace.ts';
import { readWords } from './words.ts';

const unreadable = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffd\ufffe\uffff]/u;
const everyUnreadable = new RegExp(unreadable, 'gu');

const controlCharacter = textRule(
  {
    id: 'control_character',
    group: 'hygiene',
    severity: 'error',
    field: textFields,
    description: 'A control character, a replacement character (U+FFFD) or a lone surrogate.',
  },
  (text) => {
    if (!unreadable.test(text)) return [];
    return Array.from(text.matchAll(everyUnreadable), (match) => {
      const [character] = match;
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      const place = { start: match.index, end: match.index + character.length };
      return code === 'FFFD'
        ? { ...place, message: 'A character was lost here: U+FFFD stands for it.' }
        : { ...place, message: `U+${code} is no character to read.`, fix: '' };
    });
  },
);

const allCapitals = textRule(
  {
    id: 'all_capitals',
    group: 'hygiene',
    severity: 'warning',
    field: textFields,
    description: 'Four words or more, all of it in capitals; acronyms are left alone.',
  },
  (text) => {
    const isShouted = text === text.toUpperCase() && text !== text.toLowerCase();
    if (!isShouted) return [];
    const words = readWords(text).filter(({ raw }) => raw.length > 1 && raw !== raw.toLowerCase());
    return words.length >= 4 ? [remarkOnAll(text, 'The whole text is in capitals.')] : [];
  },
);

const wholePlaceholders = new Set(
  (
    'tbd|tba|todo|fixme|xxx|asdf|asdfgh|qwerty|foo|foo bar|test question|test answer|placeholder|' +
    'your question here|question here|question text|question text here|insert question here|' +
    'answer here|correct answer|correct answer here|your answer here|insert answer here|' +
    'wrong answer|incorrect answer|lorem ipsum|n/a'
  ).split('|'),
);

const placeholderPart =
  /\b(?:TODO|FIXME|TBD)\b ?:|\[(?:insert|your|question|answer|todo|tbd)\b[^\]]{0,60}\]|\{\{[^{}]{1,60}\}\}|\blorem ipsum dolor\b/gi;

const placeholder = textRule(
  {
    id: 'placeholder',
    group: 'hygiene',
    severity: 'error',
    field: textFields,
    description: 'Text that was to be replaced: TODO, [insert answer], lorem ipsum, xxx.',
  },
  (text, _question, field) => {
    const bare = text
      .trim()
      .toLowerCase()
      .replace(/[.?!:]{1,10}$/, '');
    // XXX in capitals is thirty; the others are also words people ask for in questions about them.
    if (wholePlaceholders.has(bare) && text.trim() !== 'XXX') {
      return [remarkOnAll(text, `${JSON.stringify(text.trim())} only holds a place.`)];
    }
    if (field !== 'question_text') return [];
    return Array.from(text.matchAll(placeholderPart), ({ 0: part, index }) => ({
      start: index,
      end: index + part.length,
      message: `${JSON.stringify(part)} only holds a place.`,
    }));
  },
);

const answerIsQuestion = textRule(
  {
    id: 'answer_is_question',
    group: 'hygiene',
    severity: 'error',
    field: ['correct_answer'],
    description: 'The answer is the question itself.',
  },
  (text, question): Remark[] => {
    const fold = (words: readonly { folded: string }[]) =>
      words.map((word) => word.folded).join(' ');
    const answer = fold(readWords(text));
    return answer !== '' && answer === fold(question.words)
      ? [remarkOnAll(text, 'The answer repeats the question.')]
      : [];
  },
);

export const hygieneRules: readonly QualityRule[] = [
  htmlEntity,
  htmlTag,
  strayWhitespace,
  controlCharacter,
  unbalancedQuotes,
  unbalancedBrackets,
  allCapitals,
  placeholder,
  answerIsQuestion,
];
