import { functionWords } from '../../kit/text/function-words.ts';
import type { Word } from '../../kit/text/words.ts';
import { noFindings, type QualityRule, type ReadText, textRule } from './rule.ts';

/** Shorter roots are alike by chance. */
const minLength = 5;
const minShared = 4;

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
    if (!findEcho(read, asked)) return noFindings;
    // What all choices have, such as "River", reveals nothing.
    const telling = asked.filter(
      (word) => !wrong.every(({ words }) => words.some((each) => isAlike(each, word))),
    );
    const echo = findEcho(read, telling);
    if (!echo || wrong.some((choice) => findEcho(choice, telling))) return noFindings;
    const message = `Only the answer repeats "${echo.raw}" from the question.`;
    return [{ start: echo.start, end: echo.end, message }];
  },
);

function findEcho({ words }: ReadText, asked: readonly Word[]): Word | undefined {
  return words.find((word) => isDistinctive(word) && asked.some((other) => isAlike(word, other)));
}

function isDistinctive({ folded }: Word): boolean {
  return folded.length >= minShared && !functionWords.has(folded) && !common.has(folded);
}

/** The same root: circulation and circulatory, vapor and vaporization, voltage and voltmeter. */
function isAlike({ folded: one }: Word, { folded: other }: Word): boolean {
  if (one === other) return true;
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  if (length < minRoot) return false;
  const [rest, otherRest] = [one.slice(length), other.slice(length)].toSorted(
    (first, second) => first.length - second.length,
  );
  if (rest === undefined || otherRest === undefined) return false;
  if (length < minLength) return endings.test(rest) && combiningForms.test(otherRest);
  return otherRest.length <= 4 || (endings.test(rest) && otherRest.length <= 7);
}

const minRoot = 4;
const endings =
  /^(?:|s|es|y|ed|er|or|al|ic|ical|age|ing|ion|ist|ism|ous|ity|ian|ly|less|ness|ful)$/;
const combiningForms =
  /^o?(?:meters?|metres?|metry|graphs?|graphy|scopes?|scopy|grams?|logy|logists?|ization|isation)$/;

const common = new Set(
  'been both does each even ever from have into just like made make many more most much must name none only over part said same some such than that them then they this type used very want well went were when will with work year which what where there these those their would could should about after before because between during called known following first second third other another being doing under while since until within without against among every'.split(
    ' ',
  ),
);
