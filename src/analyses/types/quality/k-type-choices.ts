import { compareText } from '../../kit/figures.ts';
import { findingOnText, noFindings, type ReadQuestion, type ReadText, textRule } from './rule.ts';

const label = '(?:[A-Ha-h]|[IViv]{1,4}|\\d{1,2})';
const combination = new RegExp(
  `^(?:(both|only|either|neither|statements?|options?|answers?|choices?) )*\\(?${label}\\)?[.)]?(?:(?: ?(?:,|and|&|or|nor) ?)+\\(?${label}\\)?[.)]?)*( only| alone)?\\.?$`,
  'i',
);

export const kTypeChoices = textRule(
  {
    id: 'k_type_choices',
    severity: 'warning',
    field: ['correct_answer', 'incorrect_answers'],
    requires: ['question_text'],
    description:
      'A choice that combines others by letter or number: "1 and 3 only", "Both A and B".',
    why: 'Who knows one of the statements can rule out half of the choices; shuffling breaks letters.',
  },
  (read, question) => {
    const text = read.text.trim();
    if (text.length > 40 || !isCombination(text) || question.wrong.length < 2) return noFindings;
    if (isOrder(question)) return noFindings;
    if (
      /\b(?:vitamins?|blood|letters?|notes?|chords?|hepatitis|keys?|axis|sum|product|numbers?|roots?|solutions?)\b/i.test(
        question.stem.text,
      ) &&
      !hasStatements(question.stem.text)
    )
      return noFindings;
    const isExplicit =
      /^(?:both|only|either|neither|(?:statement|option|answer|choice)s?) |(?: only| alone)\.?$/i.test(
        text,
      );
    const others = question.texts.filter(
      (each) => each.field !== 'question_text' && isCombination(each.text.trim()),
    );
    const isLettered = /[A-Za-z]/.test(
      text.replace(
        /\b(?:both|only|either|neither|and|or|nor|alone|(?:statement|option|answer|choice)s?)\b/gi,
        '',
      ),
    );
    const isReference =
      hasStatements(question.stem.text) ||
      (isLettered ? isExplicit || others.length > 1 || areNamed(question, read) : isExplicit);
    return isReference
      ? [findingOnText(read, `${JSON.stringify(read.text)} combines other choices or statements.`)]
      : noFindings;
  },
);

/** "A and C" among choices of whole words can only mean those. */
function areNamed({ answer, wrong }: ReadQuestion, choice: ReadText): boolean {
  return [answer, ...wrong].every((each) => each === choice || /^\p{L}{4}/u.test(each.text));
}

function isCombination(text: string): boolean {
  const match = combination.exec(text);
  return match !== null && /,|&|\b(?:and|or|nor|only|alone|both)\b/i.test(text);
}

/** All choices have the same members: their order is what is asked. */
function isOrder({ answer, wrong }: ReadQuestion): boolean {
  const members = [answer, ...wrong].map(({ words }) =>
    words
      .map(({ folded }) => folded)
      .sort(compareText)
      .join(' '),
  );
  return answer.words.length > 2 && members.every((each) => each === members[0]);
}

/** "I. … II. …" or "(1) … (2) …". */
function hasStatements(text: string): boolean {
  return (
    /(?:^|[\s(])(?:1|I|i|A|a)[.):] .{1,600}(?:^|[\s(])(?:2|II|ii|B|b)[.):] /s.test(
      text.slice(0, 2000),
    ) || /\bstatements?\b/i.test(text)
  );
}
