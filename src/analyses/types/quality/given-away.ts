import { functionWords } from '../../kit/text/function-words.ts';
import type { Word } from '../../kit/text/words.ts';
import { isQuoting } from './asked.ts';
import { noFindings, type ReadQuestion, stemRule, type TextFinding } from './rule.ts';

export const answerInStem = stemRule(
  {
    id: 'answer_in_stem',
    severity: 'warning',
    description:
      'The question contains the whole answer. Numbers and questions that offer choices ("a or b?") ' +
      'are ignored; names such as "Halley\'s Comet" may be intended.',
    why: 'The answer can be read off the question.',
  },
  (question) => {
    if (question.isTrueOrFalse || question.asked.isAfterStory) return noFindings;
    // What is asked about is in the text on purpose.
    if (isQuoting(question.plainText) || withinText.test(question.plainText)) return noFindings;
    const answer = distinctiveWords(question.answer.words);
    const found = answer.length > 0 ? findRun(question, answer) : undefined;
    return !found || offersChoices(question, found) || isShared(question, answer)
      ? noFindings
      : [findingAt(question, found)];
  },
);

const withinText =
  /\b(?:of (?:them|these|the two|those)|following|finish|complete|these words|spell\w*|anagram)\b/i;

interface Run {
  readonly first: number;
  readonly last: number;
}

/** The words of an answer without its article; empty if they would give nothing away. */
function distinctiveWords(answer: readonly Word[]): string[] {
  const words = answer.map(({ folded }) => withoutPossessive(folded));
  const bare = articles.has(words[0] ?? '') ? words.slice(1) : words;
  const isDistinctive = bare.some(
    (word) =>
      word.length > 1 &&
      /\p{L}/u.test(word) &&
      !functionWords.has(word) &&
      !degrees.has(word) &&
      !/^\d+(?:st|nd|rd|th)$/.test(word),
  );
  return isDistinctive ? bare : [];
}

/** "A high voltage needs a current that is …": the word is there by chance. */
const degrees = new Set(
  'high higher low lower large larger small smaller great greater long longer short shorter less increase increases decrease decreases same equal'.split(
    ' ',
  ),
);

const articles = new Set(['a', 'an', 'the']);

function withoutPossessive(word: string): string {
  return word.endsWith("'s") ? word.slice(0, -2) : word;
}

function findRun({ stem: { words } }: ReadQuestion, answer: readonly string[]): Run | undefined {
  const hasStart = words.some(({ folded }) => withoutPossessive(folded) === answer[0]);
  if (!hasStart || words.length < answer.length) return undefined;
  // Joined by a character that occurs in no word, so that native string search can be used.
  const stem = words.map(({ folded }) => withoutPossessive(folded));
  const at = ` ${stem.join(' ')} `.indexOf(` ${answer.join(' ')} `);
  if (at < 0) return undefined;
  let [first, offset] = [0, 0];
  while (offset < at) {
    offset += (stem[first]?.length ?? 0) + 1;
    first += 1;
  }
  return { first, last: first + answer.length - 1 };
}

/** Either the incorrect answers occur too, or there is an "or" next to the correct one. */
function offersChoices(question: ReadQuestion, { first, last }: Run): boolean {
  const { stem, wrong } = question;
  // "Between Wales and France", "['a', 'Wales']".
  const before = stem.text.slice(0, stem.words[first]?.start ?? 0);
  const after = stem.text.slice(stem.words[last]?.end ?? 0);
  if (/\bbetween (?:the )?$/i.test(before) || /\bbetween (?:\S+ ){1,4}and (?:the )?$/i.test(before))
    return true;
  if (/[[{][^\]}]*$/.test(before) && /^[^[{]*[\]}]/.test(after)) return true;
  const neighbors = stem.words.slice(Math.max(0, first - 3), last + 4);
  if (neighbors.some(({ folded }) => /^(?:or|vs|versus)$/.test(folded))) return true;
  if (isListed(question, first, last)) return true;
  return wrong.some((each) => {
    const other = distinctiveWords(each.words);
    return other.length > 0 && findRun(question, other) !== undefined;
  });
}

/** All choices have it: it reveals nothing. */
function isShared({ wrong }: ReadQuestion, answer: readonly string[]): boolean {
  return (
    wrong.length > 0 &&
    wrong.every(({ words }) => {
      const others = new Set(words.map(({ folded }) => withoutPossessive(folded)));
      return answer.every((word) => others.has(word));
    })
  );
}

/** "A mixture of hydrogen, oxygen and nitrogen", "1. katana 2. dagger". */
function isListed({ stem }: ReadQuestion, first: number, last: number): boolean {
  const [start, end] = [stem.words[first]?.start ?? 0, stem.words[last]?.end ?? 0];
  const after = stem.text.slice(end, end + 40);
  const before = stem.text.slice(Math.max(0, start - 40), start);
  return (
    /^,.{1,30}\band\b/.test(after) ||
    (/,\s*(?:and )?$/.test(before) && /^,|^ and /.test(after)) ||
    /\d[.)]\s*$/.test(before)
  );
}

function findingAt({ stem }: ReadQuestion, { first, last }: Run): TextFinding {
  const [start, end] = [stem.words[first]?.start ?? 0, stem.words[last]?.end ?? 0];
  const message = `"${stem.text.slice(start, end)}" gives the answer away.`;
  return { start, end, message };
}
