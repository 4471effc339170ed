import type { Word } from '../../kit/text/words.ts';
import { phraseFinder } from './phrases.ts';
import { noFindings, type ReadQuestion, stemRule } from './rule.ts';

const findChoosing = phraseFinder([
  'of these',
  'of the following',
  'of the below',
  'of the options',
  'the following is',
  'the following are',
]);

export const missingChoices = stemRule(
  {
    id: 'missing_choices',
    severity: 'warning',
    requires: ['correct_answer', 'incorrect_answers'],
    description:
      'The question needs choices ("which of these"), but neither the text nor incorrect_answers has any.',
    why: 'Without choices there may be many right answers, of which only one counts.',
  },
  (question) => {
    const { wrong, asked, plainText, isTrueOrFalse } = question;
    if (wrong.length > 0 || isTrueOrFalse) return noFindings;
    const [found] = findChoosing(asked.words, plainText).filter(({ first }) =>
      isAsking(asked.words, first),
    );
    if (!found || hasChoices(question, found.next)) return noFindings;
    return [{ start: found.start, end: found.end, message: 'There are no choices.' }];
  },
);

function isAsking(words: readonly Word[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 3), at).map(({ folded }) => folded);
  return before.some((word) => ['which', 'what', 'who', 'all'].includes(word));
}

/** The text has them itself: after a colon, one per line, quoted, joined by "or", or comma-separated. */
function hasChoices({ stem, answer, asked, plainText }: ReadQuestion, next: number): boolean {
  const { text } = stem;
  if (/[:;|]|\n/.test(text) || /\b(?:or|versus|vs)\b/i.test(plainText)) return true;
  if (/^(?:two|pair|lines|lyrics|words of)/.test(asked.words[next]?.folded ?? '')) return true;
  if (/(?:^|[\s(])(?:a|A|1|i|I)[.)] /.test(text)) return true;
  if ((text.match(/["“]/g)?.length ?? 0) >= 4) return true;
  const key = answer.text.toLowerCase();
  if (key.length > 2 && text.toLowerCase().includes(key)) return true;
  const list = /(?:[^\s,]+(?: [^\s,]+){0,3}, ){2,}(?:and )?[^\s,]+/.exec(text.slice(0, 2000));
  return list !== null && /\p{Lu}|\d/u.test(list[0]);
}
