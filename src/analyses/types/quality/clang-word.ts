import { functionWords } from '../../kit/text/function-words.ts';
import type { Word } from '../../kit/text/words.ts';
import { noFindings, type QualityRule, type ReadText, textRule } from './rule.ts';

const minLength = 5;

export const clangWord: QualityRule = textRule(
  {
    id: 'clang_word',
    severity: 'info',
    field: ['correct_answer'],
    description: 'The correct answer shares a word with the question, and no other choice does.',
    why: 'An echo of the question points to the right choice without any knowledge.',
  },
  (read, { stem, wrong }) => {
    if (wrong.length < 2) return noFindings;
    const asked = stem.words.filter(isDistinctive);
    const sharesWord = (choice: ReadText) => findEcho(choice, asked) !== undefined;
    const echo = findEcho(read, asked);
    if (!echo || wrong.some(sharesWord)) return noFindings;
    const message = `Only the answer repeats "${echo.raw}" from the question.`;
    return [{ start: echo.start, end: echo.end, message }];
  },
);

function findEcho({ words }: ReadText, asked: readonly Word[]): Word | undefined {
  return words.find((word) => isDistinctive(word) && asked.some((other) => isAlike(word, other)));
}

function isDistinctive({ folded }: Word): boolean {
  return folded.length >= minLength && !functionWords.has(folded) && !common.has(folded);
}

/** The same word but for its ending: circulation, circulatory. */
function isAlike({ folded: one }: Word, { folded: other }: Word): boolean {
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  const prefix = Math.max(minLength, shorter - 4);
  return (
    shorter >= prefix && one.slice(0, prefix) === other.slice(0, prefix) && shorter > minLength
  );
}

const common = new Set(
  'which what where there these those their would could should about after before because between during called known following first second third other another being doing under while since until within without against among every'.split(
    ' ',
  ),
);
