import type { ContentWord, ReadStem } from './read-question.ts';
import { namesOnly } from './sides.ts';
import { meaningOf } from './synonyms.ts';
import { isVerb } from './verbs.ts';

/** Whether both ask when something happened, to other things or at the other end: "first aired", "went off the air". */
export function areOtherEvents(one: ReadStem, other: ReadStem): boolean {
  if (one.form.asked !== 'when' || other.form.asked !== 'when') return false;
  return endOf(one) * endOf(other) < 0 || haveOtherSubjects(one, other);
}

const beginnings =
  /\b(?:debut\w*|premiere[ds]?|begin\w*|began|begun|start\w*|launch\w*|1th (?:air|aired|hit|broadcast|shown|appear\w*))\b/;
const ends =
  /\b(?:end(?:s|ed)?|finish\w*|conclude[ds]?|cancel\w*|finale|(?:go|goes|went) off|off the air\w*|(?:last|final) (?:air|aired|broadcast|episode))\b/;

/** -1 of a beginning, 1 of an end, 0 where neither or both are asked for. */
function endOf({ text, content }: ReadStem): number {
  // Not the West End.
  const names = new Set(content.flatMap(({ kind, form }) => (kind === 'name' ? [form] : [])));
  const words = text.split(' ').filter((word) => !names.has(word));
  const plain = words.join(' ');
  return Number(ends.test(plain)) - Number(beginnings.test(plain));
}

/** "When was Steam released?" and "In what year was another game released on Steam?" */
function haveOtherSubjects(one: ReadStem, other: ReadStem): boolean {
  const [left, right] = [subjectOf(one), subjectOf(other)];
  if (left.verb === '' || left.verb !== right.verb) return false;
  return namesOnly(left.words, other) || namesOnly(right.words, one);
}

const passive = /\b(?:when|year|date|day|month|decade|century) (?:is|are|was|were) (?:the )?(.+)/;

/** What a passive is about: the words up to its verb. */
function subjectOf({ text, content }: ReadStem): { words: readonly ContentWord[]; verb: string } {
  const words = passive.exec(text)?.[1]?.split(' ') ?? [];
  const at = words.findIndex((word, place) => place > 0 && /ed$|en$/.test(word) && isVerb(word));
  const subject = new Set(words.slice(0, Math.max(0, at)));
  return {
    words: content.filter(({ form }) => subject.has(form)),
    verb: at > 0 ? meaningOf(words[at] ?? '') : '',
  };
}
